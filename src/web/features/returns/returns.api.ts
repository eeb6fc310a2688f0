import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { returnsContract } from '../../../shared/contract/returns.ts';
import type { ReturnedDeals } from '../../../shared/domain/returned-deals.ts';
import { call } from '../../lib/call.ts';
import type { DealFilter } from './measured-deals.ts';

type Answer = Output<typeof returnsContract.filteredReturns>;
export type CashDrag = NonNullable<Output<typeof returnsContract.returns>['cashDrag']>;
export interface Returns extends NonNullable<Answer['returns']> {
  /** What idle cash costs, where there is a cash account. */
  readonly cashDrag?: CashDrag | null;
}
export interface ReturnsAnswer extends Answer {
  readonly returns: Returns | null;
}
export type ScenarioReturns = Returns['scenarios'][number];

const returnsQuery = (syndicateId: bigint, deals: ReturnedDeals | DealFilter) =>
  queryOptions({
    queryKey: ['returns', syndicateId.toString(), deals],
    queryFn: async (): Promise<ReturnsAnswer> => {
      if (typeof deals === 'string') {
        const asked = { params: { syndicateId }, query: { deals: deals === 'all' ? undefined : deals } };
        const { returns, cashDrag, ...answer } = await call(returnsContract.returns, asked);
        return { ...answer, returns: returns && { ...returns, cashDrag }, mostDeals: null };
      }
      const { search, payoutsFrom, payoutsTo, ...filter } = deals;
      const body = { syndicateId, search: search.trim(), filter, payoutsFrom, payoutsTo };
      return call(returnsContract.filteredReturns, { body });
    },
  });

export const useReturns = (syndicateId: bigint, deals: ReturnedDeals | DealFilter) =>
  useQuery(returnsQuery(syndicateId, deals));
