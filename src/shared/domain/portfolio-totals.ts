import { type Cents, ratioPercent } from './money.ts';
import type { Rate } from './rate.ts';

/** Of all that is posted, what has reached its pay date. */
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
  /** All that is posted, what is on its way included. */
  readonly totalPayouts: Cents;
  readonly cashBalance: Cents;
  /** Only for a syndicate that uses a cash balance. */
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
 * Defined on what is still invested, not on what was ever sent in. Once payouts exceed the cost the base is
 * negative, and a profitable book shows a negative percent.
 */
export function portfolioReturnPercent(basis: PortfolioReturnBasis): Rate {
  const gain = basis.portfolioBalance - basis.netInvestment + basis.cashBalance;
  return ratioPercent(gain, basis.netInvestment);
}
