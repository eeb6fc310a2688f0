import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';

/** 'Q4 2026', from the first day of the quarter. */
export const quarterName = (quarter: CalendarDate): string =>
  `Q${Math.ceil(Number(quarter.slice(5, 7)) / 3)} ${quarter.slice(0, 4)}`;

/** The same, or the words for deals whose day nobody knows. */
export const quarterOrUnknown = (quarter: CalendarDate | null): string =>
  quarter === null ? 'Date not known' : quarterName(quarter);
