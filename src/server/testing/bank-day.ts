import { bankDayBefore } from '../../shared/domain/bank-holidays.ts';
import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import { bankDaysBack } from '../../shared/domain/debit-days.ts';

/** The bank day so many before the last one that is over. A line of up to seven before is not too old to post without a look. */
export const bankDay = (back: number): CalendarDate =>
  bankDaysBack(bankDayBefore(calendarDate(new Date().toISOString().slice(0, 10))), back);
