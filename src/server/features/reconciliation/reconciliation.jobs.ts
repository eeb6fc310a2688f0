import * as z from 'zod';
import { describeDifference } from '../../ledger/difference.ts';
import { listTenants } from '../../platform/db/tenants.ts';
import { inTransaction } from '../../platform/db/transactions.ts';
import { addJobs, defineJob } from '../../platform/jobs/jobs.ts';
import { reconcile } from './reconcile.ts';

/** Runs after jobs that a user waits for. */
const priority = 20;

const reconcileTenant = defineJob({
  name: 'reconcile book of tenant',
  priority,
  payload: z.object({ tenantId: z.uuid() }),
  async run({ db, logger }, { tenantId }) {
    const { differences, lineCount } = await reconcile(db, tenantId);
    if (differences.length === 0) logger.info({ tenantId, lineCount }, 'the book reconciles to $0.00');
    else {
      const found = differences.map(describeDifference);
      logger.error(
        { tenantId, lineCount, count: found.length, found: found.slice(0, 20) },
        'the book does not reconcile',
      );
    }
  },
});

const startReconciliations = defineJob({
  name: 'start reconciliations',
  // After the nightly reports, and before the funders' working day begins.
  schedule: '10 7 * * *',
  payload: z.object({}),
  async run({ db }) {
    const tenants = await listTenants(db);
    const payloads = tenants.map(({ id }) => ({ tenantId: id }));
    await inTransaction(db, (tx) => addJobs(tx, reconcileTenant, payloads));
  },
});

export const reconciliationJobs = [startReconciliations, reconcileTenant];
