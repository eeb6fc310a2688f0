import { bankDayBefore, isBankDay } from '../../../shared/domain/bank-holidays.ts';
import { addDays, type CalendarDate, formatDate } from '../../../shared/domain/calendar-date.ts';

/** One syndicate's report on one day. */
export interface ReportKey {
  tenantId: string;
  syndicateId: bigint;
  /** A day on which banks settled, and which is over. */
  reportDate: CalendarDate;
}

export interface Period {
  from: CalendarDate;
  to: CalendarDate;
}

/** There is a report for each bank day. It tells of the days without one before it too: Monday's also of the weekend. */
export const periodOf = (reportDate: CalendarDate): Period => ({
  from: addDays(bankDayBefore(reportDate), 1),
  to: reportDate,
});

/** The day that the night after it reports on; null when that is left to the next bank day. */
export const reportDateOf = (dayThatEnded: CalendarDate): CalendarDate | null =>
  isBankDay(dayThatEnded) ? dayThatEnded : null;

/** Why there can be no report on a day; null when there can. */
export function whyNoReport(date: CalendarDate, today: CalendarDate): string | null {
  if (!isBankDay(date))
    return `Banks do not settle on ${formatDate(date)}: the next bank day's report tells of it.`;
  return date < today ? null : `${formatDate(date)} is not over yet.`;
}
