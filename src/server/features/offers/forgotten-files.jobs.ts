import * as z from 'zod';
import { hasLargeBook } from '../../ledger/book-size.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { addJobs, defineJob } from '../../platform/jobs/jobs.ts';
import { defineTenantJobs } from '../../platform/jobs/tenant-jobs.ts';
import { forgottenFiles } from './forgotten-files.ts';
import { discardStagedFile } from './staged-files.jobs.ts';

/** Discards uploads that nobody sent off, before the link that leads to them is purged. */
const discards = defineTenantJobs({
  name: 'discard forgotten files of tenant',
  batchName: 'discard forgotten files of tenants',
  priority: 0,
  with: {},
  isLarge: hasLargeBook,
  async run({ db }, tenantId) {
    await withTenant(db, tenantId, async (tx) => {
      const files = await forgottenFiles(tx, tenantId);
      await addJobs(
        tx,
        discardStagedFile,
        files.map(({ id }) => ({ tenantId, fileId: id })),
      );
    });
  },
});

const startDiscards = defineJob({
  name: 'discard forgotten files',
  schedule: '10 8 * * *',
  payload: z.object({}),
  run: ({ db }) => discards.addForAll(db, {}),
});

export const forgottenFileJobs = [startDiscards, ...discards.jobs];
