import {
  addDays,
  type CalendarDate,
  calendarDate,
  firstOfMonth,
  lastOfMonth,
} from '../../shared/domain/calendar-date.ts';
import type { StatementKind } from '../../shared/domain/statements.ts';

/** Months in a row, each by its first day. */
export interface Months {
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

export const nextMonth = (month: CalendarDate): CalendarDate => addDays(lastOfMonth(month), 1);

export const monthBefore = (month: CalendarDate): CalendarDate => firstOfMonth(addDays(month, -1));

export const yearOf = (date: CalendarDate): CalendarDate => calendarDate(`${date.slice(0, 4)}-01-01`);

export function listMonths({ first, last }: Months): CalendarDate[] {
  const months: CalendarDate[] = [];
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month);
  return months;
}

/** The whole years among the months, each by its first day. */
export const wholeYears = (months: Months): CalendarDate[] =>
  listMonths(months)
    .filter((month) => month.endsWith('-12-01') && yearOf(month) >= months.first)
    .map(yearOf);

export const lastDayOf = (kind: StatementKind, start: CalendarDate): CalendarDate =>
  kind === 'month' ? lastOfMonth(start) : calendarDate(`${start.slice(0, 4)}-12-31`);
