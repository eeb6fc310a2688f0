import { DEAL_STATUSES, type DealStatus, isExcludedFromBalance } from './deal-status.ts';
import type { Cents } from './money.ts';
import { netInvestment, paidPayouts, portfolioReturnPercent } from './portfolio-totals.ts';

/** Why the recorded figures of a book change. */
export const BOOK_CHANGE_CAUSES = ['share added', 'share changed', 'payout', 'reversal', 'status'] as const;
export type BookChangeCause = (typeof BOOK_CHANGE_CAUSES)[number];

/** The same with the entries of the cash account, which are kept apart. */
export const DIFFERENCE_CAUSES = [...BOOK_CHANGE_CAUSES, 'cash'] as const;
export type DifferenceCause = (typeof DIFFERENCE_CAUSES)[number];

/** What the shares in one status come to. */
export interface StatusSums {
  readonly status: DealStatus;
  readonly dealCount: number;
  readonly investmentCost: Cents;
  readonly anticipatedReturn: Cents;
  readonly gross: Cents;
  readonly netPay: Cents;
}

export interface RecordedBook {
  readonly statuses: readonly StatusSums[];
  /** Posted by that day, with a pay date after it. */
  readonly upcomingPayouts: Cents;
  /** Null where there is no cash account, or was none on that day. */
  readonly cash: { readonly balance: Cents; readonly contributed: Cents | null } | null;
}

/** The figures of the summary strip as they stood at the end of a day, from what was recorded by then. */
export function figuresAsOf({ statuses, upcomingPayouts, cash }: RecordedBook) {
  const sum = (of: (sums: StatusSums) => Cents) => statuses.reduce((total, each) => total + of(each), 0n);
  const investmentCost = sum((each) => each.investmentCost);
  const totalPayouts = sum((each) => each.netPay);
  const portfolioBalance = sum(({ status, anticipatedReturn, gross }) =>
    isExcludedFromBalance(status) ? 0n : anticipatedReturn - gross,
  );
  const cashBalance = cash?.balance ?? 0n;
  const invested = netInvestment({
    investmentCost,
    totalPayouts,
    cashBalance,
    netInvestmentOverride: cash?.contributed ?? null,
  });
  return {
    dealCount: statuses.reduce((count, each) => count + each.dealCount, 0),
    investmentCost,
    anticipatedReturn: sum((each) => each.anticipatedReturn),
    totalPayouts,
    paidPayouts: paidPayouts({ totalPayouts, upcomingPayouts }),
    upcomingPayouts,
    portfolioBalance,
    cashBalance: cash?.balance ?? null,
    netInvestment: invested,
    portfolioReturn: portfolioReturnPercent({ portfolioBalance, netInvestment: invested, cashBalance }),
  };
}

export type FiguresAsOf = ReturnType<typeof figuresAsOf>;

/** What is left of the payback of the shares in each status; what is written off counts as 0, as on the strip. */
export const balancesByStatus = (statuses: readonly StatusSums[]) =>
  DEAL_STATUSES.flatMap((status) => {
    const found = statuses.find((each) => each.status === status);
    if (!found || found.dealCount === 0) return [];
    const balance = isExcludedFromBalance(status) ? 0n : found.anticipatedReturn - found.gross;
    return [{ status, dealCount: found.dealCount, balance }];
  });
