import * as z from 'zod';
import { listTenants } from '../../platform/db/tenants.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { addJobs, defineJob } from '../../platform/jobs/jobs.ts';
import { forgottenFiles } from './forgotten-files.ts';
import { discardStagedFile } from './staged-files.jobs.ts';

/** Discards uploads that nobody sent off, before the link that leads to them is purged. */
export const discardForgottenFiles = defineJob({
  name: 'discard forgotten files',
  schedule: '10 8 * * *',
  payload: z.object({}),
  async run({ db }) {
    for (const { id: tenantId } of await listTenants(db))
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
