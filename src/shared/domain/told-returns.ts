import { daysBetween } from './calendar-date.ts';
import { measured, type RecoveredBasis, type ReturnRate } from './returns.ts';

/** Returns as they are told: each figure with what it is made of. Null where nothing was paid in. */
export function toldReturns(basis: RecoveredBasis) {
  const returns = measured(basis);
  return (
    returns && {
      ...returns,
      recovered: [...returns.recovered],
      days: daysBetween(returns.since, returns.today),
      costDateCount: basis.costs.length,
      payDateCount: basis.payouts.filter(({ date }) => date <= returns.today).length,
      scenarios: returns.scenarios.map(({ multiples, rate, ...scenario }) => ({
        ...scenario,
        ...multiples,
        ...toldRate(rate),
      })),
    }
  );
}

export const toldRate = (outcome: ReturnRate) => ({
  yearlyRate: outcome.rate.kind === 'rate' ? outcome.rate.percent : null,
  noRateBecause: outcome.rate.kind === 'rate' ? null : outcome.rate.kind,
  periodReturn: outcome.kind === 'period' ? outcome.percent : null,
});
