import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Output } from '../../../../shared/contract/endpoint.ts';
import { portfolioContract } from '../../../../shared/contract/portfolio.ts';
import { call } from '../../../lib/call.ts';
import { answerInPage, beginningWith } from '../../../lib/first-answers.ts';

export type CompactSyndicate = Output<typeof portfolioContract.compactSyndicates>['syndicates'][number];

const compactSyndicatesQuery = queryOptions({
  queryKey: ['portfolio', 'syndicates'],
  queryFn: async () => (await call(portfolioContract.compactSyndicates, {})).syndicates,
  ...beginningWith(() => answerInPage(portfolioContract.compactSyndicates, {})?.syndicates),
});

/** The funder's syndicates. The server refuses them to users who may not switch. */
export const useCompactSyndicates = ({ enabled }: { enabled: boolean }) =>
  useQuery({ ...compactSyndicatesQuery, enabled });
