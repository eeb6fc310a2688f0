import type { returnsContract } from '../../../shared/contract/returns.ts';
import { daysBetween } from '../../../shared/domain/calendar-date.ts';
import { type ReturnRate, returnsOf } from '../../../shared/domain/returns.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { requireSyndicate, viewSyndicate } from '../../access/viewed-syndicate.ts';
import { readReturns, type StoredReturns } from '../../ledger/returns/read-returns.ts';
import { Refusal } from '../../platform/errors.ts';
import { exportReturns } from './export-returns.ts';

export const returnsHandlers = (): Handlers<typeof returnsContract> => ({
  async returns({ caller, params: { syndicateId }, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, syndicateId);
    const stored = await readReturns(tx, caller.tenantId, syndicateId);
    if (!stored) throw new Refusal('not_found');
    const { isCurrent, dealCount } = stored;
    return { isCurrent, dealCount, returns: toReturns(stored) };
  },

  async exportReturns({ caller, body: { syndicateId }, tx, recordUse }) {
    await requireSyndicate(tx, caller, syndicateId);
    const stored = await readReturns(tx, caller.tenantId, syndicateId);
    if (!stored) throw new Refusal('not_found');
    const download = exportReturns(stored);
    await recordUse(`syndicate ${syndicateId}`, { part: 'returns', rows: download.rowCount });
    return download;
  },
});

function toReturns({ basis, recovery }: StoredReturns) {
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
