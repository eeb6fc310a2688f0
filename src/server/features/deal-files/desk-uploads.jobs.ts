import * as z from 'zod';
import { withTenant } from '../../platform/db/transactions.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { checkUpload } from '../../stored-files/check-upload.ts';
import { keptKey } from '../../stored-files/storage-keys.ts';
import { removeUpload } from '../../stored-files/uploads.ts';

const payload = z.object({ tenantId: z.uuid(), fileId: z.uuid() });

export const checkDeskFile = defineJob({
  name: 'check desk file',
  payload,
  run: (deps, file) => checkUpload(deps, 'deskFiles', file),
});

/** Deletes a file that was not uploaded or not found clean. */
export const discardDeskFile = defineJob({
  name: 'discard desk file',
  payload,
  async run(deps, { tenantId, fileId }) {
    const isKept = await withTenant(deps.db, tenantId, async (tx) => {
      await tx
        .deleteFrom('deskFiles')
        .where('tenantId', '=', tenantId)
        .where('id', '=', fileId)
        .where('state', '<>', 'clean')
        .execute();
      const kept = await tx
        .selectFrom('deskFiles')
        .select('id')
        .where('tenantId', '=', tenantId)
        .where('id', '=', fileId)
        .executeTakeFirst();
      return kept !== undefined;
    });
    if (!isKept) await deps.fileStorage.remove(keptKey(tenantId, fileId));
    await removeUpload(deps, tenantId, fileId);
  },
});

export const deskFileJobs = [checkDeskFile, discardDeskFile];
