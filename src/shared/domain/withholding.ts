import { type Cents, ratioPercent, sumMoney } from './money.ts';
import { BUSINESS_DAYS_PER_WEEK, type PaymentFrequency } from './offer-terms.ts';
import type { Rate } from './rate.ts';

const BUSINESS_DAYS_PER_MONTH = 21n;
const WEEKS_PER_MONTH = 4n;
const INACTIVE_STATUSES: ReadonlySet<string> = new Set(['paying off', 'paid off']);

export interface AdvancePayment {
  /** Whether the daily or the weekly payment is paid, when the file says so. */
  readonly paymentFrequency: PaymentFrequency | null;
  readonly dailyPayment: Cents | null;
  readonly weeklyPayment: Cents | null;
}

export interface ExistingAdvance extends AdvancePayment {
  readonly status: string;
  /** Null when the file does not say. */
  readonly originalFunding: Cents | null;
  readonly balance: Cents | null;
}

export interface AdvanceTotals {
  readonly originalFunding: Cents;
  readonly balance: Cents;
  readonly dailyPayment: Cents;
  readonly weeklyPayment: Cents;
}

export function isActiveAdvance(status: string): boolean {
  return !INACTIVE_STATUSES.has(status.trim().toLowerCase());
}

/** The percent of a month's net deposits that this advance takes; 0.00 without deposits or without a payment. */
export function advanceWithholdPercent(advance: AdvancePayment, averageNetDeposit: Cents): Rate {
  return ratioPercent(monthlyPull(advance), averageNetDeposit);
}

export function offerWithholdPercent(
  offer: { readonly payment: Cents; readonly paymentFrequency: PaymentFrequency },
  averageNetDeposit: Cents,
): Rate {
  const daysPerPayment = offer.paymentFrequency === 'WEEKLY' ? BUSINESS_DAYS_PER_WEEK : 1n;
  // Multiplying the other side by the days avoids a division, so the result is rounded only once.
  return ratioPercent(offer.payment * BUSINESS_DAYS_PER_MONTH, averageNetDeposit * daysPerPayment);
}

/** Skips advances that are paid off or being paid off, and those that take no payment. */
export function totalWithholdPercent(advances: readonly ExistingAdvance[], averageNetDeposit: Cents): Rate {
  return ratioPercent(sumMoney(activeOnly(advances).map(monthlyPull)), averageNetDeposit);
}

export function advanceTotals(advances: readonly ExistingAdvance[]): AdvanceTotals {
  const active = activeOnly(advances);
  return {
    originalFunding: sumMoney(active.map((advance) => advance.originalFunding ?? 0n)),
    balance: sumMoney(active.map((advance) => advance.balance ?? 0n)),
    dailyPayment: sumMoney(active.map((advance) => advance.dailyPayment ?? 0n)),
    weeklyPayment: sumMoney(active.map((advance) => advance.weeklyPayment ?? 0n)),
  };
}

function activeOnly(advances: readonly ExistingAdvance[]): ExistingAdvance[] {
  return advances.filter((advance) => isActiveAdvance(advance.status));
}

/**
 * An advance that lists both a daily and a weekly payment takes only one of them. The payment type decides. When the
 * file does not say, the daily payment is used because it is the more precise figure.
 */
function monthlyPull({ paymentFrequency, dailyPayment, weeklyPayment }: AdvancePayment): Cents {
  const daily = (dailyPayment ?? 0n) * BUSINESS_DAYS_PER_MONTH;
  const weekly = (weeklyPayment ?? 0n) * WEEKS_PER_MONTH;
  return paymentFrequency === 'WEEKLY' ? weekly || daily : daily || weekly;
}
