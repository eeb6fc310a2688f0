import { type CalendarDate, isCalendarDate } from '../../../shared/domain/calendar-date.ts';

/** The content of a day field: a day, nothing, or an invalid text. */
export type TypedDay = CalendarDate | null | 'no day';

const AS_SHOWN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** Parses '11/04/2026'. 02/30 is invalid and does not become March 2. */
export function readDay(text: string): TypedDay {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const [, month = '', day = '', year = ''] = AS_SHOWN.exec(trimmed) ?? [];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : 'no day';
}

export interface TypedDays {
  readonly from: TypedDay;
  readonly to: TypedDay;
}

export interface Days {
  readonly from: CalendarDate | null;
  readonly to: CalendarDate | null;
}

/** The errors of the two fields. */
export function problemsOf({ from, to }: TypedDays): { from?: string; to?: string } {
  const isReversed = isDay(from) && isDay(to) && from > to;
  return {
    ...(from === 'no day' && { from: NO_DAY }),
    ...(isReversed && { from: 'The start is after the end.' }),
    ...(to === 'no day' && { to: NO_DAY }),
  };
}

/** Null if one of them is invalid. */
export function daysOf({ from, to }: TypedDays): Days | null {
  if (from === 'no day' || to === 'no day') return null;
  return from !== null && to !== null && from > to ? null : { from, to };
}

const NO_DAY = 'Not a date: write MM/DD/YYYY.';
const isDay = (day: TypedDay): day is CalendarDate => day !== null && day !== 'no day';
