import * as z from 'zod';
import { hasLargeBook } from '../../ledger/book-size.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { defineTenantJobs } from '../../platform/jobs/tenant-jobs.ts';
import { checkTrail, noteCheck } from './check-trails.ts';

/** Fails while the trail is broken, and is tried again for days: deploy/alerts.yml wakes somebody for a job of this name that has failed. */
const checkTrails = defineTenantJobs({
  name: 'check audit trail of tenant',
  batchName: 'check audit trails of tenants',
  // Runs after jobs that a user waits for.
  priority: 20,
  with: {},
  isLarge: hasLargeBook,
  async run({ db }, tenantId) {
    const check = await checkTrail(db, tenantId);
    await noteCheck(db, tenantId, check);
    const { firstBroken } = check;
    if (firstBroken !== null)
      throw new Error(`The audit trail of tenant ${tenantId} was changed, from event ${firstBroken} on`);
  },
});

export const [checkTrailOfTenant] = checkTrails.jobs;

const startChecks = defineJob({
  name: 'start checks of audit trails',
  schedule: '40 7 * * *',
  payload: z.object({}),
  run: ({ db }) => checkTrails.addForAll(db, {}),
});

export const auditTrailJobs = [startChecks, ...checkTrails.jobs];
