import { bankDayFrom } from './bank-holidays.ts';
import { addDays, type CalendarDate, isoWeekday } from './calendar-date.ts';

/** Weekdays on which a syndicate is paid: 1 is Monday, 5 is Friday. */
export type PayDays = readonly number[];

/**
 * A payment that has cleared by the end of a day is paid out on the first pay day after it. If that is a bank
 * holiday, it is paid out on the next day on which banks settle.
 */
export function payDateAfter(day: CalendarDate, payDays: PayDays): CalendarDate {
  if (payDays.length === 0) throw new RangeError('A syndicate has at least one pay day.');
  let date = addDays(day, 1);
  while (!payDays.includes(isoWeekday(date))) date = addDays(date, 1);
  return bankDayFrom(date);
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
const inWords = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** For example 'Monday to Friday' or 'Tuesday and Friday'. */
export const formatPayDays = (payDays: PayDays): string =>
  payDays.length === WEEKDAYS.length
    ? 'Monday to Friday'
    : inWords.format(payDays.toSorted((a, b) => a - b).map((day) => WEEKDAYS[day - 1] ?? ''));
