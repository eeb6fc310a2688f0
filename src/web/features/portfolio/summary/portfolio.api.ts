import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Output } from '../../../../shared/contract/endpoint.ts';
import { portfolioContract } from '../../../../shared/contract/portfolio.ts';
import { call } from '../../../lib/call.ts';
import { answerInPage, beginningWith } from '../../../lib/first-answers.ts';

export type PortfolioTotals = Output<typeof portfolioContract.portfolioTotals>;

const portfolioTotalsQuery = (syndicateId: bigint) =>
  queryOptions({
    queryKey: ['portfolio', 'totals', syndicateId.toString()],
    queryFn: () => call(portfolioContract.portfolioTotals, { params: { syndicateId } }),
    ...beginningWith(() => answerInPage(portfolioContract.portfolioTotals, { params: { syndicateId } })),
  });

/** @param isShown false for a guest to whom the figures are not open. */
export const usePortfolioTotals = (syndicateId: bigint, isShown = true) =>
  useQuery({ ...portfolioTotalsQuery(syndicateId), enabled: isShown });
