import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { payoutsContract } from '../../../shared/contract/payouts.ts';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { call } from '../../lib/call.ts';
import type { MoreOfList } from '../../ui/table/load-more.tsx';

export type PayDate = Output<typeof payoutsContract.payDates>['payDates'][number];
type DealsPage = Output<typeof payoutsContract.payDateDeals>;
export type DealPayout = DealsPage['payouts'][number];

const PAGE_LENGTH = 25;

export const readPayDates = async (syndicateId: bigint, length: number, before?: CalendarDate) => {
  const query = { before, length, page: undefined };
  return (await call(payoutsContract.payDates, { params: { syndicateId }, query })).payDates;
};

const payDatesQuery = (syndicateId: bigint) =>
  infiniteQueryOptions({
    queryKey: ['payouts', 'pay dates', syndicateId.toString()],
    queryFn: ({ pageParam }) => readPayDates(syndicateId, PAGE_LENGTH, pageParam),
    initialPageParam: undefined as CalendarDate | undefined,
    getNextPageParam: (last) => (last.length < PAGE_LENGTH ? undefined : last.at(-1)?.payDate),
    refetchOnMount: isShort,
    refetchOnReconnect: isShort,
    refetchOnWindowFocus: isShort,
  });

/** The pay dates loaded so far, the newest first. */
export function usePayDates(syndicateId: bigint) {
  const query = useInfiniteQuery(payDatesQuery(syndicateId));
  const payDates = useMemo(() => query.data?.pages.flat() ?? null, [query.data]);
  return {
    payDates,
    more: moreOf(query),
    error: query.error,
    retry: query.refetch,
    isRetrying: query.isFetching,
  };
}

const payDateDealsQuery = (syndicateId: bigint, payDate: CalendarDate) =>
  infiniteQueryOptions({
    queryKey: ['payouts', 'deals', syndicateId.toString(), payDate],
    queryFn: ({ pageParam }) => {
      const query = { syndicateId, payDate, after: pageParam, length: PAGE_LENGTH, page: undefined };
      return call(payoutsContract.payDateDeals, { query });
    },
    initialPageParam: undefined as bigint | undefined,
    getNextPageParam: ({ payouts, total }, pages) =>
      pages.length * PAGE_LENGTH < total ? payouts.at(-1)?.participationId : undefined,
    refetchOnMount: isShort,
    refetchOnReconnect: isShort,
    refetchOnWindowFocus: isShort,
  });

/** The deals of a pay date loaded so far, and the totals of all. The previous date's deals stay until they have loaded. */
export function usePayDateDeals(syndicateId: bigint, payDate: CalendarDate) {
  const query = useInfiniteQuery({
    ...payDateDealsQuery(syndicateId, payDate),
    placeholderData: keepPreviousData,
  });
  const deals = useMemo(() => query.data?.pages.flatMap(({ payouts }) => payouts) ?? [], [query.data]);
  // The latest response has the current totals.
  const last = query.data?.pages.at(-1);
  return {
    loaded: last ? { deals, total: last.total, summary: last.summary } : null,
    isStale: query.isPlaceholderData,
    more: moreOf(query),
    error: query.error,
    retry: query.refetch,
    isRetrying: query.isFetching,
  };
}

const SHORT = 4;

/** A list is refetched when the user returns to it, unless it has so many pages that this would take a while. */
function isShort({ state }: { state: { data?: { pages: readonly unknown[] } | undefined } }): boolean {
  return (state.data?.pages.length ?? 0) <= SHORT;
}

interface GrowingQuery {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  isPlaceholderData: boolean;
  error: unknown;
  fetchNextPage: () => unknown;
}

const moreOf = (query: GrowingQuery): MoreOfList => ({
  hasMore: query.hasNextPage,
  // The list may still be another date's, so whether it has more is not known yet.
  isLoading: query.isFetchingNextPage || query.isPlaceholderData,
  error: query.isFetchNextPageError ? query.error : null,
  load: query.fetchNextPage,
});
