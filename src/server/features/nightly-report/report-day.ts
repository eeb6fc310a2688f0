import { bankDayBefore, isBankDay } from '../../../shared/domain/bank-holidays.ts';
import { addDays, type CalendarDate, formatDate } from '../../../shared/domain/calendar-date.ts';

/** Identifies one syndicate's report for one day. */
export interface ReportKey {
  tenantId: string;
  syndicateId: bigint;
  /** A bank day that is over. */
  reportDate: CalendarDate;
}

export interface Period {
  from: CalendarDate;
  to: CalendarDate;
}

/**
 * There is one report for each bank day. It also covers the days before it without a report: Monday's covers the weekend.
 */
export const periodOf = (reportDate: CalendarDate): Period => ({
  from: addDays(bankDayBefore(reportDate), 1),
  to: reportDate,
});

/** The day that is reported on during the night after it; null when it is left to the next bank day. */
export const reportDateOf = (dayThatEnded: CalendarDate): CalendarDate | null =>
  isBankDay(dayThatEnded) ? dayThatEnded : null;

/** Why there can be no report for a day; null when there can. */
export function whyNoReport(date: CalendarDate, today: CalendarDate): string | null {
  if (!isBankDay(date))
    return `Banks do not settle on ${formatDate(date)}: the next bank day's report covers it.`;
  return date < today ? null : `${formatDate(date)} is not over yet.`;
}
