import { type CalendarDate, weekdaysBetween } from './calendar-date.ts';
import { type DealStatus, type StatusTone, statusTone } from './deal-status.ts';
import { type Cents, ratioPercent } from './money.ts';
import { formatPercent, type Rate, rate } from './rate.ts';

const PAYMENTS_PER_WEEK = 5;

export interface PaymentPlan {
  readonly status: DealStatus;
  readonly fundedDate: CalendarDate;
  readonly paybackAmount: Cents;
  readonly payment: Cents;
  readonly paymentFrequency: 'DAILY' | 'WEEKLY';
}

const CLOSED: ReadonlySet<DealStatus> = new Set([
  'Settled',
  'Early Pay Discount',
  'Advance Completed',
  'Write-off',
  'Complete with discount',
]);

/** No further payments are expected, so the whole contract amount counts as due. */
export function isClosed(status: DealStatus): boolean {
  return CLOSED.has(status);
}

/**
 * What the contract requires of the merchant up to a day: one payment each weekday, or one every fifth. For a closed
 * deal, the whole amount.
 */
export function amountDueBy(plan: PaymentPlan, day: CalendarDate): Cents {
  if (plan.status === 'Cancelled') return 0n;
  if (isClosed(plan.status)) return plan.paybackAmount;
  const weekdays = weekdaysBetween(plan.fundedDate, day);
  const payments = plan.paymentFrequency === 'DAILY' ? weekdays : Math.floor(weekdays / PAYMENTS_PER_WEEK);
  const due = plan.payment * BigInt(payments);
  return due < plan.paybackAmount ? due : plan.paybackAmount;
}

const FULL = rate('100');

/** The percent of the amount due that the merchant has paid. When nothing is due yet, it is 100. */
export function performancePercent(collected: Cents, due: Cents): Rate {
  return due === 0n ? FULL : ratioPercent(collected, due);
}

export interface PerformanceMark {
  readonly tone: StatusTone;
  readonly words: string;
}

const ON_SCHEDULE = rate('95');
const FAR_BEHIND = rate('75');

/** The percent as a word and a color, for readers who scan the table. */
export function performanceMark(status: DealStatus, performance: Rate): PerformanceMark {
  if (status === 'Cancelled') return { tone: 'closed', words: 'Cancelled' };
  if (isClosed(status)) {
    return performance.gte(FULL)
      ? { tone: 'closed', words: 'Paid in full' }
      : { tone: statusTone(status), words: `Closed at ${formatPercent(performance)}` };
  }
  if (performance.gte(ON_SCHEDULE)) return { tone: 'good', words: 'On schedule' };
  return performance.gte(FAR_BEHIND)
    ? { tone: 'watch', words: 'Behind schedule' }
    : { tone: 'bad', words: 'Far behind' };
}
