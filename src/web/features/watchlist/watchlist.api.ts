import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { type WatchPlace, watchlistContract } from '../../../shared/contract/watchlist.ts';
import { call } from '../../lib/call.ts';
import type { MoreOfList } from '../../ui/table/load-more.tsx';

type WatchlistPage = Output<typeof watchlistContract.watchlist>;
export type WatchedDeal = WatchlistPage['deals'][number];
export type WatchSummary = NonNullable<WatchlistPage['summary']>;

const watchlistQuery = (syndicateId: bigint) =>
  infiniteQueryOptions({
    queryKey: ['watchlist', syndicateId.toString()],
    queryFn: ({ pageParam }) =>
      call(watchlistContract.watchlist, { params: { syndicateId }, query: { after: pageParam } }),
    initialPageParam: undefined as WatchPlace | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

/** The watched deals loaded so far, and the sums of all. */
export function useWatchlist(syndicateId: bigint) {
  const query = useInfiniteQuery(watchlistQuery(syndicateId));
  const deals = useMemo(() => query.data?.pages.flatMap((page) => page.deals) ?? [], [query.data]);
  const summary = query.data?.pages[0]?.summary ?? null;
  const more: MoreOfList = {
    hasMore: query.hasNextPage,
    isLoading: query.isFetchingNextPage,
    error: query.isFetchNextPageError ? query.error : null,
    load: query.fetchNextPage,
  };
  return {
    loaded: summary && { deals, summary },
    more,
    error: query.error,
    retry: query.refetch,
    isRetrying: query.isFetching,
  };
}
