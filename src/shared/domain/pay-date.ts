import { addDays, type CalendarDate, isoWeekday } from './calendar-date.ts';

/** Weekdays on which a syndicate is paid: 1 is Monday, 5 is Friday. */
export type PayDays = readonly number[];

/** A payment that cleared is paid out on the syndicate's first pay day after it. */
export function payDateAfter(cleared: CalendarDate, payDays: PayDays): CalendarDate {
  if (payDays.length === 0) throw new RangeError('A syndicate has at least one pay day.');
  let date = addDays(cleared, 1);
  while (!payDays.includes(isoWeekday(date))) date = addDays(date, 1);
  return date;
}
