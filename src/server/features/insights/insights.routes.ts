import type { insightsContract } from '../../../shared/contract/insights.ts';
import { pointsOf } from '../../../shared/domain/cohort.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { requireSyndicate, viewSyndicate } from '../../access/viewed-syndicate.ts';
import { readAnalyses } from '../../ledger/analysis/stored-analysis.ts';
import { readLimits } from './limits.queries.ts';
import { setLimits } from './set-limits.ts';

export const insightsHandlers = (): Handlers<typeof insightsContract> => ({
  async insights({ caller, params: { syndicateId }, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, syndicateId);
    const { tenantId } = caller;
    const [stored] = await readAnalyses(tx, tenantId, [syndicateId]);
    if (!stored) return { analysis: null };
    const limits = await readLimits(tx, { tenantId, syndicateId });
    const { asOf, isCurrent, netBalance, exposures, cohorts } = stored;
    return {
      analysis: {
        asOf,
        isCurrent,
        netBalance,
        exposures: exposures.map((exposure) => ({
          ...exposure,
          groups: [...exposure.groups],
          limitPercent: limits.get(exposure.kind) ?? null,
        })),
        cohorts: cohorts.map((cohort) => ({
          ...cohort,
          paidByMonth: pointsOf(cohort, asOf).map(({ netPaid }) => netPaid),
        })),
      },
    };
  },

  async setLimits({ caller, params: { syndicateId }, body, tx }) {
    await requireSyndicate(tx, caller, syndicateId);
    await setLimits(tx, { tenantId: caller.tenantId, syndicateId, userId: caller.userId }, body.limits);
    return { isDone: true };
  },
});
