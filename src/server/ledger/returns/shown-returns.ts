import { daysBetween } from '../../../shared/domain/calendar-date.ts';
import type { Recovery } from '../../../shared/domain/recovery.ts';
import { type ReturnRate, type ReturnsBasis, returnsOf } from '../../../shared/domain/returns.ts';

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

const toRate = (outcome: ReturnRate) => ({
  yearlyRate: outcome.rate.kind === 'rate' ? outcome.rate.percent : null,
  noRateBecause: outcome.rate.kind === 'rate' ? null : outcome.rate.kind,
  periodReturn: outcome.kind === 'period' ? outcome.percent : null,
});
