import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { deskPaymentsContract, deskPostingContract } from '../../../../shared/contract/desk-posting.ts';
import type { Output } from '../../../../shared/contract/endpoint.ts';
import type { LineVerdict } from '../../../../shared/domain/day-sheet.ts';
import { call } from '../../../lib/call.ts';

/** Everything that these pages show, so that a change is seen wherever it matters. */
const KEY = 'desk-payments';
/** How often a spreadsheet is looked at while a job is at work on it. */
const AT_WORK_MS = 700;

export type Sheet = Output<typeof deskPostingContract.sheet>;
export type SheetLine = Output<typeof deskPostingContract.sheetLines>['lines'][number];
export type Run = Output<typeof deskPaymentsContract.postingRuns>['runs'][number];
export type OpenSheet = Output<typeof deskPaymentsContract.postingRuns>['sheets'][number];
export type WaitingLine = Output<typeof deskPaymentsContract.waitingLines>['lines'][number];
export type Payment = Output<typeof deskPaymentsContract.payments>['payments'][number];

export const isAtWork = (state: Sheet['state']): boolean =>
  state === 'arriving' || state === 'checking' || state === 'posting';

export const useSheet = (fileId: string) =>
  useQuery({
    queryKey: [KEY, 'sheet', fileId],
    queryFn: () => call(deskPostingContract.sheet, { params: { fileId } }),
    refetchInterval: ({ state: { data } }) => (data && isAtWork(data.state) ? AT_WORK_MS : false),
  });

/** Lines of one verdict as the given check has found them. */
export const useSheetLines = (
  { fileId, checkNumber, state }: Pick<Sheet, 'fileId' | 'checkNumber' | 'state'>,
  verdict: LineVerdict,
  search: string,
) =>
  useInfiniteQuery({
    queryKey: [KEY, 'lines', fileId, `${checkNumber} ${state}`, verdict, search],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: after }) =>
      call(deskPostingContract.sheetLines, {
        params: { fileId },
        query: { verdict, after, search: search === '' ? undefined : search },
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });

export const useRuns = () =>
  useInfiniteQuery({
    queryKey: [KEY, 'runs'],
    initialPageParam: undefined as bigint | undefined,
    queryFn: ({ pageParam: before }) => call(deskPaymentsContract.postingRuns, { query: { before } }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const useWaitingLines = () =>
  useQuery({ queryKey: [KEY, 'waiting'], queryFn: () => call(deskPaymentsContract.waitingLines, {}) });

export const usePayments = (search: string) =>
  useInfiniteQuery({
    queryKey: [KEY, 'payments', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after }) =>
      call(deskPaymentsContract.payments, { query: { search: search === '' ? undefined : search, after } }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
