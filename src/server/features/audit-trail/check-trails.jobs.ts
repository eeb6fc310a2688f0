import * as z from 'zod';
import { listTenants } from '../../platform/db/tenants.ts';
import { inTransaction } from '../../platform/db/transactions.ts';
import { addJobs, defineJob } from '../../platform/jobs/jobs.ts';
import { checkTrail } from './check-trails.ts';

/** Fails while the trail is broken, and is tried again for days: deploy/alerts.yml wakes somebody for a job of this name that has failed. */
export const checkTrailOfTenant = defineJob({
  name: 'check audit trail of tenant',
  // Runs after jobs that a user waits for.
  priority: 20,
  payload: z.object({ tenantId: z.uuid() }),
  async run({ db }, { tenantId }) {
    const { firstBroken } = await checkTrail(db, tenantId);
    if (firstBroken !== null)
      throw new Error(`The audit trail of tenant ${tenantId} was changed, from event ${firstBroken} on`);
  },
});

const startChecks = defineJob({
  name: 'start checks of audit trails',
  schedule: '40 7 * * *',
  payload: z.object({}),
  async run({ db }) {
    const tenants = await listTenants(db);
    const payloads = tenants.map(({ id }) => ({ tenantId: id }));
    await inTransaction(db, (tx) => addJobs(tx, checkTrailOfTenant, payloads));
  },
});

export const auditTrailJobs = [startChecks, checkTrailOfTenant];
