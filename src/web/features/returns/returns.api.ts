import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { returnsContract } from '../../../shared/contract/returns.ts';
import { call } from '../../lib/call.ts';

export type ReturnsAnswer = Output<typeof returnsContract.returns>;
export type Returns = NonNullable<ReturnsAnswer['returns']>;
export type ScenarioReturns = Returns['scenarios'][number];

const returnsQuery = (syndicateId: bigint) =>
  queryOptions({
    queryKey: ['returns', syndicateId.toString()],
    queryFn: () => call(returnsContract.returns, { params: { syndicateId } }),
  });

export const useReturns = (syndicateId: bigint) => useQuery(returnsQuery(syndicateId));
