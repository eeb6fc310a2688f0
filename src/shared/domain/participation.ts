import { type DealStatus, isExcludedFromBalance } from './deal-status.ts';
import { divideHalfUp } from './fixed-point.ts';
import { type Cents, percentOf, ratioPercent } from './money.ts';
import { type Rate, rate, rateFromUnits, ZERO_RATE } from './rate.ts';

const ONE_PERCENT = rate('0.01');
const HUNDRED = rate('100');

export interface ParticipationBasis {
  readonly fundedAmount: Cents;
  readonly paybackAmount: Cents;
  readonly sharePercent: Rate;
  /** Percent of the funded amount. Each participant pays its share of it. */
  readonly commissionPercent: Rate;
  /** Percent of the funded amount, paid on the first day together with the participation. */
  readonly upfrontFeePercent?: Rate;
}

export interface ParticipationTerms {
  readonly participationAmount: Cents;
  readonly commissionAmount: Cents;
  readonly upfrontFee: Cents;
  readonly investmentCost: Cents;
  readonly anticipatedReturn: Cents;
}

export function participationTerms(basis: ParticipationBasis): ParticipationTerms {
  const { fundedAmount, sharePercent, upfrontFeePercent = ZERO_RATE } = basis;
  const participationAmount = percentOf(fundedAmount, sharePercent);
  const commissionAmount = percentOf(fundedAmount, shareOf(basis.commissionPercent, sharePercent));
  const upfrontFee = percentOf(fundedAmount, shareOf(upfrontFeePercent, sharePercent));
  return {
    participationAmount,
    commissionAmount,
    upfrontFee,
    investmentCost: participationAmount + commissionAmount + upfrontFee,
    anticipatedReturn: percentOf(basis.paybackAmount, sharePercent),
  };
}

export function anticipatedReturnPercent(anticipatedReturn: Cents, investmentCost: Cents): Rate {
  return ratioPercent(anticipatedReturn - investmentCost, investmentCost);
}

/** Payouts net of fees, minus the investment cost. It is negative until the cost is recovered. */
export function netProfit(totalPayouts: Cents, investmentCost: Cents): Cents {
  return totalPayouts - investmentCost;
}

export function netProfitPercent(profit: Cents, investmentCost: Cents): Rate {
  return profit < 0n ? ratioPercent(0n, investmentCost) : ratioPercent(profit, investmentCost);
}

/** A fraction with four decimals, so that the percent shown has exactly two. */
export function paidInRatio(collected: Cents, anticipatedReturn: Cents): Rate {
  const tenThousandths = anticipatedReturn === 0n ? 0n : divideHalfUp(collected * 10_000n, anticipatedReturn);
  return rateFromUnits(tenThousandths, 4);
}

export function paidInPercent(ratio: Rate): Rate {
  return ratio.times(HUNDRED);
}

/** The amount that a participation adds to the portfolio balance. */
export function countedBalance(status: DealStatus, remainingBalance: Cents): Cents {
  return isExcludedFromBalance(status) ? 0n : remainingBalance;
}

function shareOf(percent: Rate, sharePercent: Rate): Rate {
  return percent.times(sharePercent).times(ONE_PERCENT);
}
