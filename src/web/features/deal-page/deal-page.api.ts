import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { dealPageContract } from '../../../shared/contract/deal-page.ts';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { call } from '../../lib/call.ts';
import { answerInPage, beginningWith } from '../../lib/first-answers.ts';

export type DealOnPage = Output<typeof dealPageContract.dealOfSyndicate>;
export type Standing = NonNullable<DealOnPage['standing']>;

/** Waits until it is known for which syndicate. */
export const useDealOnPage = (dealPublicId: string, syndicateId: bigint | undefined) =>
  useQuery(
    queryOptions({
      queryKey: ['deal-page', dealPublicId, String(syndicateId)],
      queryFn:
        syndicateId === undefined
          ? skipToken
          : () => call(dealPageContract.dealOfSyndicate, { params: { syndicateId, dealPublicId } }),
      ...beginningWith(() =>
        syndicateId === undefined
          ? undefined
          : answerInPage(dealPageContract.dealOfSyndicate, { params: { syndicateId, dealPublicId } }),
      ),
    }),
  );
