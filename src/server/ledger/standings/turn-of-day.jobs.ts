import { sql } from 'kysely';
import * as z from 'zod';
import { ENDED_STATUSES } from '../../../shared/domain/deal-status.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addJob, defineJob } from '../../platform/jobs/jobs.ts';
import { longWorkOf } from '../../platform/jobs/long-work.ts';
import { defineTenantJobs } from '../../platform/jobs/tenant-jobs.ts';
import { keepAnalyses } from '../analysis/keep-analyses.ts';
import { hasLargeBook } from '../book-size.ts';
import { turnCashAccounts } from '../cash/turn-cash-accounts.ts';
import { keepForecasts } from '../forecast/keep-forecasts.ts';
import { lockLedgerShared } from '../ledger-lock.ts';
import { turnDay } from './turn-of-day.ts';

const turnDays = defineTenantJobs({
  name: 'turn day of tenant',
  batchName: 'turn days of tenants',
  // An investor's watchlist waits for it.
  priority: 5,
  with: {},
  isLarge: hasLargeBook,
  async run({ db, logger }, tenantId) {
    const startedAt = Date.now();
    const accountCount = await turnCashAccounts(db, tenantId);
    if (accountCount > 0)
      logger.info({ tenantId, accountCount }, 'the cash accounts are entered through today');
    const dealCount = await turnDay(db, tenantId);
    const forecastCount = await keepForecasts(db, tenantId);
    const analysisCount = await keepAnalyses(db, tenantId);
    if (dealCount + forecastCount + analysisCount > 0)
      logger.info(
        { tenantId, dealCount, forecastCount, analysisCount, ms: Date.now() - startedAt },
        'the standings, forecasts and analyses are as of the last posted day',
      );
  },
});

const [turnDayOfTenant] = turnDays.jobs;

/** One that has not begun is replaced, so that any number of requests are one. */
export const queueTurnOfDay = (tx: Tx, tenantId: string): Promise<void> =>
  addJob(
    tx,
    turnDayOfTenant,
    { tenantId },
    { queue: longWorkOf(tenantId), key: `turn of day of ${tenantId}` },
  );

const A_WHILE_MS = 30_000;

/** After a change of one deal: a while later, so that the changes of an import or of a busy clerk are one. */
export const queueForecasts = (tx: Tx, tenantId: string): Promise<void> =>
  addJob(
    tx,
    turnDayOfTenant,
    { tenantId },
    {
      queue: longWorkOf(tenantId),
      key: `forecasts of ${tenantId}`,
      notBefore: new Date(Date.now() + A_WHILE_MS),
    },
  );

/**
 * Has the standings of all open deals worked out again as of the same day, because something that all of them depend on has changed. Until
 * then they count as not worked out, so that nothing shows or compares what no longer holds.
 */
export async function turnDayAgain(tx: Tx, tenantId: string): Promise<void> {
  // The locks that posting takes, in the same order. An import has the first one alone, and the deals in the order of its files.
  await lockLedgerShared(tx, tenantId);
  await sql`
    select from deal_totals where tenant_id = ${tenantId}::uuid order by deal_id for update`.execute(tx);
  await sql`
    update deal_standings standing set expected_cents = null
    from deals deal
    where standing.tenant_id = ${tenantId}::uuid and deal.tenant_id = standing.tenant_id and deal.id = standing.deal_id
      and deal.status <> all(${ENDED_STATUSES}::text[])`.execute(tx);
  await queueTurnOfDay(tx, tenantId);
}

const startTurnsOfDay = defineJob({
  name: 'start turns of day',
  // For whatever a stopped worker or an upgrade left behind; posting itself asks for it.
  schedule: '25 * * * *',
  payload: z.object({}),
  run: ({ db }) => turnDays.addForAll(db, {}),
});

export const turnOfDayJobs = [startTurnsOfDay, ...turnDays.jobs];
