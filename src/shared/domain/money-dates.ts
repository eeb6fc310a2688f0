import { addDays, type CalendarDate, calendarDate } from './calendar-date.ts';

/** No book is older. A date before it has a mistyped year. */
export const FIRST_MONEY_DATE = calendarDate('2000-01-01');

/** How far ahead of today money may be announced. A date after that has a mistyped year. */
export const MOST_DAYS_AHEAD = 90;

export const isLikelyMoneyDate = (date: CalendarDate, today: CalendarDate): boolean =>
  date >= FIRST_MONEY_DATE && date <= addDays(today, MOST_DAYS_AHEAD);
