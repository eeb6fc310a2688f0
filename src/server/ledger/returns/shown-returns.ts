import { daysBetween } from '../../../shared/domain/calendar-date.ts';
import { cashDragOf } from '../../../shared/domain/cash-drag.ts';
import type { Recovery } from '../../../shared/domain/recovery.ts';
import { type ReturnRate, type ReturnsBasis, returnsOf } from '../../../shared/domain/returns.ts';
import type { StoredContributions } from './read-cash-contributions.ts';

interface Measured {
  basis: ReturnsBasis;
  recovery: Recovery;
}

/** Returns as they are told: each figure with what it is made of. Null where nothing was paid in. */
export function shownReturns({ basis, recovery }: Measured) {
  const returns = returnsOf(basis, recovery);
  return (
    returns && {
      ...returns,
      days: daysBetween(returns.since, returns.today),
      costDateCount: basis.costs.length,
      payDateCount: basis.payouts.filter(({ date }) => date <= returns.today).length,
      scenarios: returns.scenarios.map(({ multiples, rate, ...scenario }) => ({
        ...scenario,
        ...multiples,
        ...toRate(rate),
      })),
    }
  );
}

/** What idle cash costs. Null where there is nothing to measure. */
export function shownCashDrag({ basis, recovery }: Measured, account: StoredContributions) {
  const returns = returnsOf(basis, recovery);
  if (!returns) return null;
  const { cash, notEntered } = account;
  // Without what was put in by the opening, the rate would be of something else.
  const drag = account.opening === null ? [] : cashDragOf(returns, { ...account, cash: cash + notEntered });
  return {
    ...account,
    days: daysBetween(account.openedOn, returns.today),
    scenarios: drag.map(({ rate, ...scenario }) => ({ ...scenario, ...toRate(rate) })),
  };
}

const toRate = (outcome: ReturnRate) => ({
  yearlyRate: outcome.rate.kind === 'rate' ? outcome.rate.percent : null,
  noRateBecause: outcome.rate.kind === 'rate' ? null : outcome.rate.kind,
  periodReturn: outcome.kind === 'period' ? outcome.percent : null,
});
