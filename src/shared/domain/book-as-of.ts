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
  /** Null without a cash account; 'not known' where it was opened here later than that day. */
  readonly cash: { readonly balance: Cents; readonly contributed: Cents | null } | 'not known' | null;
}

/** The figures of the summary strip as they stood at the end of a day, from what was recorded by then. */
export function figuresAsOf({ statuses, upcomingPayouts, cash }: RecordedBook) {
  const sum = (of: (sums: StatusSums) => Cents) => statuses.reduce((total, each) => total + of(each), 0n);
  const investmentCost = sum((each) => each.investmentCost);
  const totalPayouts = sum((each) => each.netPay);
  const portfolioBalance = sum(({ status, anticipatedReturn, gross }) =>
    isExcludedFromBalance(status) ? 0n : anticipatedReturn - gross,
  );
  return {
    dealCount: statuses.reduce((count, each) => count + each.dealCount, 0),
    investmentCost,
    anticipatedReturn: sum((each) => each.anticipatedReturn),
    totalPayouts,
    paidPayouts: paidPayouts({ totalPayouts, upcomingPayouts }),
    upcomingPayouts,
    portfolioBalance,
    ...withCash({ investmentCost, totalPayouts, portfolioBalance }, cash),
  };
}

interface BeforeCash {
  investmentCost: Cents;
  totalPayouts: Cents;
  portfolioBalance: Cents;
}

/** Where the cash is not known, neither is what counts it. */
function withCash({ portfolioBalance, ...basis }: BeforeCash, cash: RecordedBook['cash']) {
  if (cash === 'not known') return { cashBalance: null, netInvestment: null, portfolioReturn: null };
  const cashBalance = cash?.balance ?? 0n;
  const invested = netInvestment({ ...basis, cashBalance, netInvestmentOverride: cash?.contributed ?? null });
  return {
    cashBalance: cash?.balance ?? null,
    netInvestment: invested,
    portfolioReturn: portfolioReturnPercent({ portfolioBalance, netInvestment: invested, cashBalance }),
  };
}

/** What is left of the payback of the shares in each status; what is written off counts as 0, as on the strip. */
export const balancesByStatus = (statuses: readonly StatusSums[]) =>
  DEAL_STATUSES.flatMap((status) => {
    const found = statuses.find((each) => each.status === status);
    if (!found || found.dealCount === 0) return [];
    const balance = isExcludedFromBalance(status) ? 0n : found.anticipatedReturn - found.gross;
    return [{ status, dealCount: found.dealCount, balance }];
  });
