import { type Cents, ratioPercent, wholePercent } from '../../../../shared/domain/money.ts';
import { netInvestment, portfolioReturnPercent } from '../../../../shared/domain/portfolio-totals.ts';
import type { PortfolioTotals } from './portfolio.api.ts';

/** Everything a strip shows, worked out once. */
export function portfolioFigures({ sums: [sums], ...totals }: PortfolioTotals) {
  // A syndicate without a cash balance counts with none.
  const cashBalance: Cents = totals.cashBalance ?? 0n;
  const basis = { totalPayouts: totals.totalPayouts, investmentCost: sums.investmentCost, cashBalance };
  const net = netInvestment({ ...basis, netInvestmentOverride: totals.netInvestmentOverride });
  return {
    ...sums,
    ...totals,
    cashInFormulas: cashBalance,
    netInvestment: net,
    /** Otherwise the server worked it out by the formula. */
    isNetInvestmentSet: net !== netInvestment(basis),
    returnPercent: portfolioReturnPercent({
      portfolioBalance: sums.portfolioBalance,
      netInvestment: net,
      cashBalance,
    }),
    // What has come back, not what is on its way.
    costReturnedPercent: ratioPercent(totals.paidPayouts, sums.investmentCost),
    costReturnedWhole: wholePercent(totals.paidPayouts, sums.investmentCost),
  };
}

export type PortfolioFigures = ReturnType<typeof portfolioFigures>;
