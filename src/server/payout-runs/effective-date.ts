import { bankDayFrom } from '../../shared/domain/bank-holidays.ts';
import { addDays, type CalendarDate, laterOf } from '../../shared/domain/calendar-date.ts';

export interface MadeAt {
  day: CalendarDate;
  minute: number;
}

/**
 * The day on which the bank pays a file that is made now: the pay date, or the first bank day that can still be reached, which is one later
 * after the bank's cut-off.
 */
export function effectiveDateOf(
  payDate: CalendarDate,
  { day, minute }: MadeAt,
  cutoffMinute: number,
): CalendarDate {
  const sentOn = bankDayFrom(minute < cutoffMinute ? day : addDays(day, 1));
  return laterOf(payDate, bankDayFrom(addDays(sentOn, 1)));
}
