import type { returnsContract } from '../../../shared/contract/returns.ts';
import { daysBetween } from '../../../shared/domain/calendar-date.ts';
import { MOST_FILTERED_DEALS } from '../../../shared/domain/returned-deals.ts';
import { type ReturnRate, returnsOf } from '../../../shared/domain/returns.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { viewSyndicate } from '../../access/viewed-syndicate.ts';
import { toParticipationChoice } from '../../book/participation-choice.ts';
import { readReturns, type StoredReturns } from '../../ledger/returns/read-returns.ts';
import { Refusal } from '../../platform/errors.ts';
import { readFilteredReturns } from './filtered-returns.ts';

export const returnsHandlers = (): Handlers<typeof returnsContract> => ({
  async returns({ caller, params: { syndicateId }, query: { deals }, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, syndicateId);
    const stored = await readReturns(tx, caller.tenantId, syndicateId, deals);
    if (!stored) throw new Refusal('not_found');
    const { isCurrent, dealCount } = stored;
    return { isCurrent, dealCount, returns: toReturns(stored) };
  },

  async filteredReturns({ caller, body, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, body.syndicateId);
    const found = await readFilteredReturns(tx, toParticipationChoice(caller.tenantId, body));
    const { dealCount } = found;
    // It is made of what is stored now, so it is always current.
    if (found.isTooMany) return { isCurrent: true, dealCount, returns: null, mostDeals: MOST_FILTERED_DEALS };
    return { isCurrent: true, dealCount, returns: toReturns(found), mostDeals: null };
  },
});

function toReturns({ basis, recovery }: Pick<StoredReturns, 'basis' | 'recovery'>) {
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
