import type { insightsContract } from '../../../shared/contract/insights.ts';
import { pointsOf } from '../../../shared/domain/cohort.ts';
import { NO_LOSSES } from '../../../shared/domain/loss.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { requireOwnSyndicate } from '../../access/own-syndicate.ts';
import { requireSyndicate, viewSyndicate } from '../../access/viewed-syndicate.ts';
import { readAnalyses } from '../../ledger/analysis/stored-analysis.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { exportInsights } from './export-insights.ts';
import { readLimits } from './limits.queries.ts';
import { readLostDeals } from './lost-deals.queries.ts';
import { readForecastByMonth } from './months.queries.ts';
import { setLimits } from './set-limits.ts';

export const insightsHandlers = (): Handlers<typeof insightsContract> => ({
  async insights({ caller, params: { syndicateId }, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, syndicateId);
    const { tenantId } = caller;
    const [kept] = await readAnalyses(tx, tenantId, [syndicateId]);
    // Nothing is kept of a book that never had a deal, and nothing has to be worked out for it.
    const stored = kept ?? (await nothingYet(tx, { tenantId, syndicateId }));
    const forecast = await readForecastByMonth(tx, tenantId, syndicateId);
    if (!stored) return { analysis: null, forecast };
    const limits = await readLimits(tx, { tenantId, syndicateId });
    const { asOf, isCurrent, netBalance, exposures, cohorts, losses } = stored;
    return {
      forecast,
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
        losses: { byFunding: [...losses.byFunding], byDate: [...losses.byDate] },
      },
    };
  },

  async lostDeals({ caller, params: { syndicateId }, query, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, syndicateId);
    const asOf = await readToday(tx);
    return readLostDeals(
      tx,
      { tenantId: caller.tenantId, syndicateId, asOf },
      { ...query, quarter: query.quarter ?? null },
    );
  },

  async exportInsights({ caller, body: { syndicateId, part }, tx, recordUse }) {
    await requireSyndicate(tx, caller, syndicateId);
    const download = await exportInsights(tx, { tenantId: caller.tenantId, syndicateId }, part);
    await recordUse(`syndicate ${syndicateId}`, { part, rows: download.rowCount });
    return download;
  },

  async setLimits({ caller, params: { syndicateId }, body, tx }) {
    requireOwnSyndicate(caller, { syndicateId });
    await setLimits(tx, { tenantId: caller.tenantId, syndicateId, userId: caller.userId }, body.limits);
    return { isDone: true };
  },
});

/** Null where there is a book, which is being worked out. */
async function nothingYet(tx: Tx, { tenantId, syndicateId }: { tenantId: string; syndicateId: bigint }) {
  const book = await tx
    .selectFrom('syndicateTotals')
    .select('syndicateId')
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .executeTakeFirst();
  if (book) return null;
  return {
    asOf: await readToday(tx),
    isCurrent: true,
    netBalance: 0n,
    exposures: [],
    cohorts: [],
    losses: NO_LOSSES,
  };
}
