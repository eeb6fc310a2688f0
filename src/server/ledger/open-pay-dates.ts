import type { CalendarDate } from '../../shared/domain/calendar-date.ts';

/** Whether what is paid on this date can still be changed: until the day has come. */
export const isOpenPayDate = (payDate: CalendarDate, today: CalendarDate): boolean => payDate > today;
