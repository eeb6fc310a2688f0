import { addDays, type CalendarDate, isWeekday } from '../../src/shared/domain/calendar-date.ts';

const DAYS_BACK = 913;

/** About 30 months of history. */
export const bookStart = (asOf: CalendarDate): CalendarDate => addDays(asOf, -DAYS_BACK);

/** Business days before the first funding, so that its submission fits in. */
export const LEAD_DAYS = 20;

/** The day itself, or the Friday before it. */
export function latestWeekday(day: CalendarDate): CalendarDate {
  let date = day;
  while (!isWeekday(date)) date = addDays(date, -1);
  return date;
}
