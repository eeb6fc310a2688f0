import { type Cents, percentOf, ratioPercent } from './money.ts';
import { BUSINESS_DAYS_PER_WEEK, type PaymentFrequency } from './offer-terms.ts';
import { type ParticipationTerms, participationTerms } from './participation.ts';
import { splitPayment } from './payout-split.ts';
import type { Rate } from './rate.ts';

export interface ProposedShare {
  readonly offerAmount: Cents;
  readonly paybackAmount: Cents;
  readonly payment: Cents;
  readonly paymentFrequency: PaymentFrequency;
  readonly sharePercent: Rate;
  readonly commissionPercent: Rate;
  readonly syndicationFeePercent: Rate;
  readonly managementFeePercent: Rate;
}

export interface ShareOutlook extends ParticipationTerms {
  /** What one week of payments pays the syndicate after the management fee. */
  readonly weeklyNetPay: Cents;
  /** What all payments pay the syndicate after the management fee. */
  readonly totalNetPay: Cents;
}

const PAYMENTS_PER_WEEK: Readonly<Record<PaymentFrequency, bigint>> = {
  DAILY: BUSINESS_DAYS_PER_WEEK,
  WEEKLY: 1n,
};

/**
 * What a share would cost and return if the merchant pays as agreed. Rounded in the same way as the ledger rounds.
 */
export function shareOutlook(share: ProposedShare): ShareOutlook {
  const { sharePercent, managementFeePercent } = share;
  const terms = participationTerms({
    fundedAmount: share.offerAmount,
    paybackAmount: share.paybackAmount,
    sharePercent,
    commissionPercent: share.commissionPercent,
    upfrontFeePercent: share.syndicationFeePercent,
  });
  const { anticipatedReturn } = terms;
  const participant = {
    participationId: 0,
    sharePercent,
    managementFeePercent,
    anticipatedReturn,
    isManagementFeeUpfront: false,
    grossPosted: 0n,
    feePosted: 0n,
  };
  const [line] = splitPayment({ payment: share.payment, isFinal: false, participants: [participant] });
  return {
    ...terms,
    weeklyNetPay: (line?.netPay ?? 0n) * PAYMENTS_PER_WEEK[share.paymentFrequency],
    totalNetPay: anticipatedReturn - percentOf(anticipatedReturn, managementFeePercent),
  };
}

/**
 * The net balance of a syndicate's open deals, and the parts of it that are in the merchant, the industry and the state of a deal.
 */
export interface Exposure {
  readonly total: Cents;
  readonly merchant: Cents;
  readonly industry: Cents;
  readonly state: Cents;
}

export interface ExposurePercents {
  readonly merchant: Rate;
  readonly industry: Rate;
  readonly state: Rate;
}

/** The percent of the net balance that each part would be with `added`: what the new share is expected to pay, after fees. */
export function exposureAfter(exposure: Exposure, added: Cents): ExposurePercents {
  const total = exposure.total + added;
  return {
    merchant: ratioPercent(exposure.merchant + added, total),
    industry: ratioPercent(exposure.industry + added, total),
    state: ratioPercent(exposure.state + added, total),
  };
}
