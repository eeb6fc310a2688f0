import * as z from 'zod';
import { removeBankConnection } from '../../bank-connections/remove-bank-connection.jobs.ts';
import { listTenants } from '../../platform/db/tenants.ts';
import { inTransaction } from '../../platform/db/transactions.ts';
import { addJobs, defineJob } from '../../platform/jobs/jobs.ts';
import { dispose } from './dispose.ts';
import { deleteStoredFile } from './stored-files.jobs.ts';

const disposeOfTenant = defineJob({
  name: 'remove personal data of tenant',
  // After jobs that a user waits for, and after the reconciliation.
  priority: 25,
  payload: z.object({ tenantId: z.uuid() }),
  async run({ db, logger }, { tenantId }) {
    const { removed, failedCount } = await dispose(db, tenantId, { logger });
    logger.info({ tenantId, removed, failedCount }, 'personal data past its time was removed');
  },
});

export const startDisposals = defineJob({
  name: 'start removing personal data',
  // At night for the funders, after the reconciliation and the purge of expired rows.
  schedule: '40 8 * * *',
  payload: z.object({}),
  async run({ db }) {
    const payloads = (await listTenants(db)).map(({ id }) => ({ tenantId: id }));
    await inTransaction(db, (tx) => addJobs(tx, disposeOfTenant, payloads));
  },
});

export const disposalJobs = [startDisposals, disposeOfTenant, deleteStoredFile, removeBankConnection];
