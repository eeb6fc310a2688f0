import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';

/** The first day of a month of the address. */
export const firstDayOf = (month: string | undefined): CalendarDate | undefined =>
  month === undefined ? undefined : calendarDate(`${month}-01`);
