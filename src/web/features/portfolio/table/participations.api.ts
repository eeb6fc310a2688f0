import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Output } from '../../../../shared/contract/endpoint.ts';
import { portfolioContract } from '../../../../shared/contract/portfolio.ts';
import { call } from '../../../lib/call.ts';
import { answerInPage, beginningWith } from '../../../lib/first-answers.ts';
import type { TableChoice } from './table-choice.ts';

export type ParticipationPage = Output<typeof portfolioContract.participations>['page'];
export type Participation = ParticipationPage['rows'][number];

/** The filters and the order, without the page. */
type Chosen = Omit<TableChoice, 'page' | 'length'>;

interface PageOf {
  page: number;
  length: number;
}

export const participationsQuery = (syndicateId: bigint, choice: Chosen, { page, length }: PageOf) => {
  const { search, status, agreementMonth, onWatchlist, payoutsFrom, payoutsTo, sorting } = choice;
  const filter = { status, agreementMonth, onWatchlist };
  const chosen = { search: search.trim(), filter, payoutsFrom, payoutsTo };
  const asked = { body: { syndicateId, ...chosen, sort: sorting, page, length } };
  return queryOptions({
    queryKey: [
      'portfolio',
      'participations',
      syndicateId.toString(),
      { ...chosen, sorting, page, length },
    ] as const,
    queryFn: async (): Promise<ParticipationPage> =>
      (await call(portfolioContract.participations, asked)).page,
    ...beginningWith(() => answerInPage(portfolioContract.participations, asked)?.page),
  });
};

const filterListsQuery = (syndicateId: bigint) =>
  queryOptions({
    queryKey: ['portfolio', 'filter-lists', syndicateId.toString()],
    queryFn: () => call(portfolioContract.filterLists, { params: { syndicateId } }),
    ...beginningWith(() => answerInPage(portfolioContract.filterLists, { params: { syndicateId } })),
  });

export const useFilterLists = (syndicateId: bigint) => useQuery(filterListsQuery(syndicateId));
