import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { cashContract } from '../../../shared/contract/cash.ts';
import type { Output } from '../../../shared/contract/endpoint.ts';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { CashEntryKind } from '../../../shared/domain/cash-account.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { call } from '../../lib/call.ts';
import { answerInPage, beginningWith } from '../../lib/first-answers.ts';
import type { MoreOfList } from '../../ui/table/load-more.tsx';

export type CashAccount = Output<typeof cashContract.cashAccount>;
export type Reservation = CashAccount['reservations'][number];
export type SettledWithdrawal = CashAccount['settledWithdrawals'][number];
type MovementsPage = Output<typeof cashContract.cashMovements>;
export type Movement = MovementsPage['movements'][number];
export type MovementSums = Omit<MovementsPage, 'movements' | 'hasMore'>;

export const CASH_KEY = 'cash';

const accountQuery = (syndicateId: bigint) =>
  queryOptions({
    queryKey: [CASH_KEY, 'account', syndicateId.toString()],
    queryFn: () => call(cashContract.cashAccount, { params: { syndicateId } }),
    ...beginningWith(() => answerInPage(cashContract.cashAccount, { params: { syndicateId } })),
  });

export const useCashAccount = (syndicateId: bigint) => useQuery(accountQuery(syndicateId));

export interface MovementChoice {
  month: CalendarDate | undefined;
  kind: CashEntryKind | undefined;
}

const movementsQuery = (syndicateId: bigint, { month, kind }: MovementChoice) =>
  infiniteQueryOptions({
    queryKey: [CASH_KEY, 'movements', syndicateId.toString(), month ?? '', kind ?? ''],
    queryFn: ({ pageParam: after }) =>
      call(cashContract.cashMovements, { params: { syndicateId }, query: { month, kind, after } }),
    initialPageParam: undefined as bigint | undefined,
    getNextPageParam: ({ hasMore, movements }) => (hasMore ? movements.at(-1)?.id : undefined),
    ...beginningWith(() => {
      const input = { params: { syndicateId }, query: { month, kind, after: undefined } };
      const first = answerInPage(cashContract.cashMovements, input);
      return first && { pages: [first], pageParams: [undefined as bigint | undefined] };
    }),
  });

/** The movements loaded so far, and the sums of all. Those of the month before stay until the next ones have loaded. */
export function useMovements(syndicateId: bigint, choice: MovementChoice) {
  const query = useInfiniteQuery({
    ...movementsQuery(syndicateId, choice),
    placeholderData: keepPreviousData,
  });
  const movements = useMemo(() => query.data?.pages.flatMap((page) => page.movements) ?? [], [query.data]);
  const sums: MovementSums | undefined = query.data?.pages[0];
  const more: MoreOfList = {
    hasMore: query.hasNextPage,
    isLoading: query.isFetchingNextPage,
    error: query.isFetchNextPageError ? query.error : null,
    load: query.fetchNextPage,
  };
  return {
    loaded: sums ? { movements, sums } : null,
    isStale: query.isPlaceholderData,
    more,
    error: query.error,
    retry: query.refetch,
    isRetrying: query.isFetching,
  };
}

interface WithdrawalRequest {
  syndicateId: bigint;
  amount: Cents;
  /** The same again is the same withdrawal. */
  requestId: string;
  password: string;
}

const NOT_KNOWN =
  'The portal did not answer, so we cannot tell whether your withdrawal was requested. If it was, the page shows it when you close this.';

export const requestWithdrawal = (body: WithdrawalRequest) =>
  call(cashContract.requestWithdrawal, { body }, { whenUnanswered: NOT_KNOWN });

export const cancelWithdrawal = (syndicateId: bigint, withdrawalId: bigint) =>
  call(cashContract.cancelWithdrawal, { body: { syndicateId, withdrawalId } });
