import { sql } from 'kysely';
import * as z from 'zod';
import { hasLargeBook } from '../../ledger/book-size.ts';
import { describeDifference } from '../../ledger/difference.ts';
import type { Tx } from '../../platform/db/database.ts';
import { addJob, defineJob } from '../../platform/jobs/jobs.ts';
import { longWorkOf } from '../../platform/jobs/long-work.ts';
import { defineTenantJobs } from '../../platform/jobs/tenant-jobs.ts';
import { recheckDifferences } from './recheck.ts';
import { reconcile } from './reconcile.ts';

/** Uses both processors of a small machine, and leaves connections to other jobs. */
const AT_ONCE = 2;

const reconcileTenants = defineTenantJobs({
  name: 'reconcile book of tenant',
  batchName: 'reconcile books of tenants',
  // Runs after jobs that a user waits for.
  priority: 20,
  with: { isWhole: z.boolean().optional() },
  isLarge: hasLargeBook,
  async run({ db, logger }, tenantId, { isWhole = false }) {
    const { differences, dealCount, changedDealCount, lineCount } = await reconcile(db, tenantId, {
      isWhole,
      atOnce: AT_ONCE,
    });
    const compared = { tenantId, dealCount, changedDealCount, lineCount };
    if (differences.length === 0) logger.info(compared, 'the book reconciles to $0.00');
    else {
      const found = differences.map(describeDifference);
      logger.error(
        { ...compared, count: found.length, found: found.slice(0, 20) },
        'the book does not reconcile',
      );
    }
  },
});

const [reconcileTenant] = reconcileTenants.jobs;
const keyOf = (tenantId: string) => `reconciliation asked for by ${tenantId}`;

/** One that has not begun is replaced, so that any number of requests are one. */
export const queueReconciliation = (tx: Tx, tenantId: string, isWhole: boolean): Promise<void> =>
  addJob(tx, reconcileTenant, { tenantId, isWhole }, { queue: longWorkOf(tenantId), key: keyOf(tenantId) });

export const isReconciliationQueued = (tx: Tx, tenantId: string): Promise<boolean> =>
  isQueued(tx, keyOf(tenantId));

async function isQueued(tx: Tx, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from graphile_worker._private_jobs where key = ${key} and attempts < max_attempts`.execute(tx);
  return rows.length > 0;
}

const recheck = defineJob({
  name: 'check differences again',
  payload: z.object({ tenantId: z.uuid() }),
  async run({ db, logger }, { tenantId }) {
    const count = await recheckDifferences(db, tenantId);
    logger.info({ tenantId, count }, 'the differences were checked again');
  },
});

const recheckKeyOf = (tenantId: string) => `differences of ${tenantId}`;

export const queueRecheck = (tx: Tx, tenantId: string): Promise<void> =>
  addJob(tx, recheck, { tenantId }, { queue: longWorkOf(tenantId), key: recheckKeyOf(tenantId) });

export const isRecheckQueued = (tx: Tx, tenantId: string): Promise<boolean> =>
  isQueued(tx, recheckKeyOf(tenantId));

const startReconciliations = defineJob({
  name: 'start reconciliations',
  // After the nightly reports, and before the funders' working day begins.
  schedule: '10 7 * * *',
  payload: z.object({}),
  run: ({ db }) => reconcileTenants.addForAll(db, {}),
});

export const reconciliationJobs = [startReconciliations, recheck, ...reconcileTenants.jobs];
