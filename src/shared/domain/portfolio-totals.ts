import { divideHalfUp } from './fixed-point.ts';
import { type Cents, ratioPercent } from './money.ts';
import { type Rate, rateFromUnits } from './rate.ts';

/** The part of the posted total whose pay date has come. */
export function paidPayouts({
  totalPayouts,
  upcomingPayouts,
}: {
  readonly totalPayouts: Cents;
  readonly upcomingPayouts: Cents;
}): Cents {
  return totalPayouts - upcomingPayouts;
}

export interface NetInvestmentBasis {
  readonly investmentCost: Cents;
  /** Everything posted, including what is on its way. */
  readonly totalPayouts: Cents;
  readonly cashBalance: Cents;
  /** Set only for a syndicate that uses a cash balance. */
  readonly netInvestmentOverride?: Cents | null;
}

export function netInvestment(basis: NetInvestmentBasis): Cents {
  return basis.netInvestmentOverride ?? basis.investmentCost - basis.totalPayouts + basis.cashBalance;
}

export interface PortfolioReturnBasis {
  readonly portfolioBalance: Cents;
  readonly netInvestment: Cents;
  readonly cashBalance: Cents;
}

/**
 * The return is measured against what is still invested, not against everything that was ever invested. Once payouts
 * exceed the cost, that base is negative, and a profitable book shows a negative percent.
 */
export function portfolioReturnPercent(basis: PortfolioReturnBasis): Rate {
  const gain = basis.portfolioBalance - basis.netInvestment + basis.cashBalance;
  return ratioPercent(gain, basis.netInvestment);
}

/** Below this part of the cost the base says more about the percent than the deals do. */
const SMALLEST_BASE = 4n;

/** Whether the portfolio return is a percent of so little, or of less than nothing, that it misleads when it stands alone. */
export const hasSmallBase = (base: Cents, investmentCost: Cents): boolean =>
  investmentCost > 0n && base * SMALLEST_BASE < investmentCost;

/** What has come back and what is still to come, as a multiple of the cost; null without a cost. */
export const multipleOnCost = (cost: Cents, paid: Cents, toCome: Cents): Rate | null =>
  cost === 0n ? null : rateFromUnits(divideHalfUp((paid + toCome) * 100n, cost), 2);
