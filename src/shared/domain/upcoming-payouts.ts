import { type CalendarDate, formatPeriod } from './calendar-date.ts';
import { type Cents, formatMoney } from './money.ts';

/** Payouts that are posted for pay dates that have not come yet ("on its way"). */
export interface UpcomingPayouts {
  readonly upcomingPayouts: Cents;
  /** The first and the last of those pay dates; null when there are none. */
  readonly upcomingPayDate: CalendarDate | null;
  readonly lastUpcomingPayDate: CalendarDate | null;
}

/** The pay dates in words; null when nothing is on its way. */
export function formatUpcomingDates({ upcomingPayDate: from, lastUpcomingPayDate: to }: UpcomingPayouts) {
  return from === null || to === null ? null : { from, to };
}

/** '$13,823.05, 11/17/2026', or with the first and the last date when there are several. */
export function formatUpcomingPayouts(upcoming: UpcomingPayouts): string | null {
  const days = formatUpcomingDates(upcoming);
  return days && `${formatMoney(upcoming.upcomingPayouts)}, ${formatPeriod(days)}`;
}
