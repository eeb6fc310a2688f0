import { type Cents, ratioPercent, wholePercent } from '../../../../shared/domain/money.ts';
import {
  hasSmallBase,
  multipleOnCost,
  netInvestment,
  portfolioReturnPercent,
} from '../../../../shared/domain/portfolio-totals.ts';
import type { PortfolioTotals } from './portfolio.api.ts';

/** All figures of the summary strip, computed once. */
export function portfolioFigures({ sums: [sums], ...totals }: PortfolioTotals) {
  // A syndicate without a cash balance counts as zero.
  const cashBalance: Cents = totals.cashBalance ?? 0n;
  const basis = { totalPayouts: totals.totalPayouts, investmentCost: sums.investmentCost, cashBalance };
  const net = netInvestment({ ...basis, netInvestmentOverride: totals.netInvestmentOverride });
  return {
    ...sums,
    ...totals,
    cashInFormulas: cashBalance,
    netInvestment: net,
    /** Otherwise the server computed it. */
    isNetInvestmentSet: net !== netInvestment(basis),
    returnPercent: portfolioReturnPercent({
      portfolioBalance: sums.portfolioBalance,
      netInvestment: net,
      cashBalance,
    }),
    /** Set where the percent would mislead without it. */
    onCost: hasSmallBase(net, sums.investmentCost)
      ? multipleOnCost(sums.investmentCost, totals.totalPayouts, sums.portfolioBalance)
      : null,
    // Counts what has been paid, not what is upcoming.
    costReturnedPercent: ratioPercent(totals.paidPayouts, sums.investmentCost),
    costReturnedWhole: wholePercent(totals.paidPayouts, sums.investmentCost),
  };
}

export type PortfolioFigures = ReturnType<typeof portfolioFigures>;
