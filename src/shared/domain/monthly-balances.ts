import type { CalendarDate } from './calendar-date.ts';
import type { Cents } from './money.ts';

interface AccountMonth {
  readonly month: CalendarDate;
  readonly averageBalance: Cents;
  readonly netDeposits: Cents;
}

export interface MonthlyBalance extends AccountMonth {
  /** How many accounts are in it: in a month with fewer than the others, the figures are lower for that alone. */
  readonly accountCount: number;
}

/** What the accounts had and took in together, month by month, the oldest first. */
export function monthlyBalances(months: readonly AccountMonth[]): MonthlyBalance[] {
  const byMonth = new Map<CalendarDate, MonthlyBalance>();
  for (const { month, averageBalance, netDeposits } of months) {
    const sum = byMonth.get(month);
    byMonth.set(month, {
      month,
      averageBalance: (sum?.averageBalance ?? 0n) + averageBalance,
      netDeposits: (sum?.netDeposits ?? 0n) + netDeposits,
      accountCount: (sum?.accountCount ?? 0) + 1,
    });
  }
  return [...byMonth.values()].sort((one, other) => (one.month < other.month ? -1 : 1));
}

/** A line that drops only because a statement is missing would tell the wrong story: such months are set apart. */
export function comparable(balances: readonly MonthlyBalance[]) {
  const most = Math.max(...balances.map(({ accountCount }) => accountCount));
  return {
    drawn: balances.filter(({ accountCount }) => accountCount === most),
    leftOut: balances.filter(({ accountCount }) => accountCount < most),
  };
}
