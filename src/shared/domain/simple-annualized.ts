import { divideHalfUp } from './fixed-point.ts';
import type { Cents } from './money.ts';
import type { PaymentFrequency } from './offer-terms.ts';
import { type Rate, rateFromUnits } from './rate.ts';

/** How many payments a year has, as the trade counts. */
const PAYMENTS_OF_YEAR = { DAILY: 255n, WEEKLY: 52n } as const satisfies Record<PaymentFrequency, bigint>;

interface AnnualizedBasis {
  readonly cost: Cents;
  /** What the share pays in all, after fees. */
  readonly netReturn: Cents;
  readonly frequency: PaymentFrequency;
  readonly paymentCount: number;
}

/**
 * The net return on cost, times the payments of a year over the payments of the deal, in percent. It does not count when the money comes
 * back, so it is lower than the yearly rate. Null without a cost or payments.
 */
export function simpleAnnualized({ cost, netReturn, frequency, paymentCount }: AnnualizedBasis): Rate | null {
  if (cost === 0n || paymentCount === 0) return null;
  const gain = (netReturn - cost) * 10_000n * PAYMENTS_OF_YEAR[frequency];
  return rateFromUnits(divideHalfUp(gain, cost * BigInt(paymentCount)), 2);
}
