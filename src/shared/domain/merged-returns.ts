import type { CalendarDate } from './calendar-date.ts';
import type { Cents } from './money.ts';
import type { RecoveredBalance } from './recovery.ts';
import type { RecoveredBasis } from './returns.ts';
import type { CashFlow } from './yearly-rate.ts';

/**
 * The deals with several funders as those of one: all flows together, because the average of two multiples or rates says nothing of the
 * money. What is counted of each status was worked out with each funder's own recovery.
 */
export function mergedBasis(bases: readonly RecoveredBasis[], today: CalendarDate): RecoveredBasis {
  return {
    today,
    costs: byDate(bases.flatMap(({ costs }) => costs)),
    payouts: byDate(bases.flatMap(({ payouts }) => payouts)),
    recovered: byStatus(bases.flatMap(({ recovered }) => recovered)),
  };
}

/** One amount for each date, the earliest first. */
export function byDate(flows: readonly CashFlow[]): CashFlow[] {
  const sums = new Map<CalendarDate, Cents>();
  for (const { date, amount } of flows) sums.set(date, (sums.get(date) ?? 0n) + amount);
  return [...sums]
    .map(([date, amount]) => ({ date, amount }))
    .sort((one, other) => (one.date < other.date ? -1 : 1));
}

function byStatus(balances: readonly RecoveredBalance[]): RecoveredBalance[] {
  const merged = new Map<RecoveredBalance['status'], RecoveredBalance>();
  for (const balance of balances) {
    const known = merged.get(balance.status);
    merged.set(
      balance.status,
      known
        ? {
            status: balance.status,
            dealCount: known.dealCount + balance.dealCount,
            netBalance: known.netBalance + balance.netBalance,
            percent: known.percent === balance.percent ? known.percent : null,
            counted: known.counted + balance.counted,
          }
        : balance,
    );
  }
  return [...merged.values()];
}
