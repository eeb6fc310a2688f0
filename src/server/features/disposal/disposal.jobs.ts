import * as z from 'zod';
import { removeBankConnection } from '../../bank-connections/remove-bank-connection.jobs.ts';
import { hasLargeBook } from '../../ledger/book-size.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { defineTenantJobs } from '../../platform/jobs/tenant-jobs.ts';
import { dispose } from './dispose.ts';
import { deleteStoredFile } from './stored-files.jobs.ts';

const disposals = defineTenantJobs({
  name: 'remove personal data of tenant',
  batchName: 'remove personal data of tenants',
  // After jobs that a user waits for, and after the reconciliation.
  priority: 25,
  with: {},
  isLarge: hasLargeBook,
  async run({ db, logger }, tenantId) {
    const { removed, failedCount } = await dispose(db, tenantId, { logger });
    logger.info({ tenantId, removed, failedCount }, 'personal data past its time was removed');
  },
});

export const startDisposals = defineJob({
  name: 'start removing personal data',
  // At night for the funders, after the reconciliation and the purge of expired rows.
  schedule: '40 8 * * *',
  payload: z.object({}),
  run: ({ db }) => disposals.addForAll(db, {}),
});

export const disposalJobs = [startDisposals, ...disposals.jobs, deleteStoredFile, removeBankConnection];
