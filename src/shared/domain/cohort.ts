import { type CalendarDate, daysBetween } from './calendar-date.ts';
import type { Cents } from './money.ts';

/** A month of a cohort's age, in days. */
export const COHORT_MONTH = 30;

/** The deals that were funded in one quarter, as far as a syndicate has shares in them. */
export interface Cohort {
  /** The first day of the quarter. */
  readonly quarter: CalendarDate;
  readonly dealCount: number;
  readonly cost: Cents;
  /** What was paid out of them so far, after fees. */
  readonly netPaid: Cents;
  readonly lastFunded: CalendarDate;
  /** What was paid within one month of each deal's funding, within two, and so on. */
  readonly paidByMonth: readonly Cents[];
}

export interface CohortPoint {
  readonly month: number;
  readonly netPaid: Cents;
}

/** How many months all deals of a cohort have had: later ones are left out, because its younger deals would pull them down. */
export const monthsOf = (cohort: Pick<Cohort, 'lastFunded'>, asOf: CalendarDate): number =>
  Math.max(0, Math.floor(daysBetween(cohort.lastFunded, asOf) / COHORT_MONTH));

/** The points of a cohort's line that every one of its deals has reached. */
export const pointsOf = (
  cohort: Pick<Cohort, 'lastFunded' | 'paidByMonth'>,
  asOf: CalendarDate,
): CohortPoint[] =>
  Array.from({ length: monthsOf(cohort, asOf) }, (_, index) => ({
    month: index + 1,
    // Nothing came in after the last month that is listed.
    netPaid: cohort.paidByMonth[Math.min(index, cohort.paidByMonth.length - 1)] ?? 0n,
  }));
