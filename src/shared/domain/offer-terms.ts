import { divideHalfUp } from './fixed-point.ts';
import { type Cents, formatMoney, timesRate } from './money.ts';
import { type Rate, rate, roundRate } from './rate.ts';

export const PAYMENT_FREQUENCIES = ['DAILY', 'WEEKLY'] as const;
export type PaymentFrequency = (typeof PAYMENT_FREQUENCIES)[number];

export const BUSINESS_DAYS_PER_WEEK = 5n;

const ONE_POINT = rate('1');
const ONE_PERCENT = rate('0.01');

export interface OfferBasis {
  readonly amount: Cents;
  readonly buyRate: Rate;
  readonly commissionPercent: Rate;
  readonly termDays: number;
  readonly paymentFrequency: PaymentFrequency;
}

interface Payments {
  readonly payment: Cents;
  readonly paymentFrequency: PaymentFrequency;
}

export interface OfferTerms {
  readonly factorRate: Rate;
  readonly paybackAmount: Cents;
  readonly payment: Cents;
}

/** What the merchant would owe if the broker took this commission. */
export function termsAtCommission(offer: OfferBasis): OfferTerms {
  // The payback is computed from the rounded factor, so that the figures in the contract agree with each other.
  const factorRate = roundRate(offer.buyRate.plus(offer.commissionPercent.times(ONE_PERCENT)), 2);
  const paybackAmount = timesRate(offer.amount, factorRate);
  return { factorRate, paybackAmount, payment: paymentOf(paybackAmount, offer) };
}

const FREQUENCY_WORDS = { DAILY: 'daily', WEEKLY: 'weekly' } as const satisfies Record<
  PaymentFrequency,
  string
>;

/** For example '$700.00 daily'. */
export const formatPayment = ({ payment, paymentFrequency }: Payments): string =>
  `${formatMoney(payment)} ${FREQUENCY_WORDS[paymentFrequency]}`;

/** Where the broker's slider begins: at one point, or at the whole commission if that is less. */
export const minCommission = (maxPercent: Rate): Rate => (maxPercent.lt(ONE_POINT) ? maxPercent : ONE_POINT);

/**
 * The positions of the broker's slider: whole points, because a fraction of a point would be lost in a factor with 2
 * decimals, and at the end the whole commission, even if it is not a whole number.
 */
export function isAllowedCommission(commissionPercent: Rate, maxPercent: Rate): boolean {
  if (commissionPercent.eq(maxPercent)) return true;
  const isWholePoint = commissionPercent.eq(roundRate(commissionPercent, 0));
  return (
    isWholePoint && commissionPercent.gte(minCommission(maxPercent)) && commissionPercent.lte(maxPercent)
  );
}

function paymentOf(
  paybackAmount: Cents,
  { termDays, paymentFrequency }: Pick<OfferBasis, 'termDays' | 'paymentFrequency'>,
): Cents {
  if (!Number.isSafeInteger(termDays) || termDays < 1)
    throw new RangeError(`Not a term in days: ${termDays}`);
  const daysPerPayment = paymentFrequency === 'WEEKLY' ? BUSINESS_DAYS_PER_WEEK : 1n;
  return divideHalfUp(paybackAmount * daysPerPayment, BigInt(termDays));
}
