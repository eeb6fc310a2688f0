import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { asOfContract } from '../../../shared/contract/as-of.ts';
import type { Output } from '../../../shared/contract/endpoint.ts';
import type { DifferenceCause } from '../../../shared/domain/book-as-of.ts';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { call } from '../../lib/call.ts';
import { useDownload } from '../../ui/download/use-download.ts';

export type BookAsOf = Output<typeof asOfContract.bookAsOf>;
export type BookOfDay = BookAsOf['days'][number];
export type CauseSums = BookAsOf['causes'][number];
export type BookChange = Output<typeof asOfContract.bookChanges>['changes'][number];

export interface AskedDays {
  date: CalendarDate | undefined;
  comparedWith: CalendarDate | undefined;
}

/** Waits until it is known for which syndicate. */
export const useBookAsOf = (syndicateId: bigint | undefined, days: AskedDays) =>
  useQuery(
    queryOptions({
      queryKey: ['as-of', String(syndicateId), days.date, days.comparedWith],
      queryFn:
        syndicateId === undefined
          ? skipToken
          : () => call(asOfContract.bookAsOf, { params: { syndicateId }, query: days }),
      // The former day stays until the next one is there, so that the page does not jump.
      placeholderData: keepPreviousData,
    }),
  );

export interface AskedLines {
  date: CalendarDate;
  comparedWith: CalendarDate;
  cause: DifferenceCause | undefined;
  page: number;
}

export const useBookChanges = (syndicateId: bigint, lines: AskedLines) =>
  useQuery(
    queryOptions({
      queryKey: ['as-of', 'changes', String(syndicateId), lines],
      queryFn: () => call(asOfContract.bookChanges, { params: { syndicateId }, query: lines }),
      placeholderData: keepPreviousData,
    }),
  );

export function useAsOfDownload(syndicateId: bigint, days: AskedDays) {
  const { state, start, cancel } = useDownload(asOfContract.exportBookAsOf, 'Book downloaded');
  return { state, start: () => void start({ body: { syndicateId, ...days } }), cancel };
}
