import { type CalendarDate, formatPeriod } from './calendar-date.ts';
import { type Cents, formatMoney } from './money.ts';

/** What is posted for pay dates that have not come: on its way. */
export interface UpcomingPayouts {
  readonly upcomingPayouts: Cents;
  /** The first and the last of those dates; null when there is none. */
  readonly upcomingPayDate: CalendarDate | null;
  readonly lastUpcomingPayDate: CalendarDate | null;
}

/** The days on which it is paid; null when nothing is on its way. */
export function upcomingDays({ upcomingPayDate: from, lastUpcomingPayDate: to }: UpcomingPayouts) {
  return from === null || to === null ? null : { from, to };
}

/** '$13,823.05, 11/17/2026', or with the first and the last of several dates. */
export function upcomingText(upcoming: UpcomingPayouts): string | null {
  const days = upcomingDays(upcoming);
  return days && `${formatMoney(upcoming.upcomingPayouts)}, ${formatPeriod(days)}`;
}
