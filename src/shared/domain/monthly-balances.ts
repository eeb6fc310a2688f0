import type { CalendarDate } from './calendar-date.ts';
import type { Cents } from './money.ts';

interface AccountMonth {
  readonly month: CalendarDate;
  readonly averageBalance: Cents;
  readonly netDeposits: Cents;
}

export interface MonthlyBalance extends AccountMonth {
  /**
   * How many accounts the month includes. With fewer accounts than in other months, the figures are lower for that
   * reason alone.
   */
  readonly accountCount: number;
}

/** The combined balances and deposits of all accounts, by month, oldest first. */
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

/**
 * Separates months in which a statement is missing, because a drop in the chart would otherwise look like a drop in
 * sales.
 */
export function comparableMonths(balances: readonly MonthlyBalance[]) {
  const most = Math.max(...balances.map(({ accountCount }) => accountCount));
  return {
    drawn: balances.filter(({ accountCount }) => accountCount === most),
    leftOut: balances.filter(({ accountCount }) => accountCount < most),
  };
}
