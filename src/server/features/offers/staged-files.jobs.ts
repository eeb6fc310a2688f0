import * as z from 'zod';
import { withTenant } from '../../platform/db/transactions.ts';
import { defineJob, type JobDeps } from '../../platform/jobs/jobs.ts';
import { checkUpload } from '../../stored-files/check-upload.ts';
import { keptKey } from '../../stored-files/storage-keys.ts';
import { removeUpload } from '../../stored-files/uploads.ts';

const payload = z.object({ tenantId: z.uuid(), fileId: z.string() });

/**
 * Checks an uploaded file and keeps a copy if it is acceptable. The upload itself is deleted in either case. A worker of before
 * there was a bucket for uploads does not know this name, so it leaves the job to one that knows where the file is.
 */
export const checkUploadedFile = defineJob({ name: 'check uploaded file', payload, run: check });

/** Jobs of that name were added before there was a bucket for uploads. */
export const checkStagedFile = defineJob({ name: 'check staged file', payload, run: check });

function check(deps: JobDeps, file: z.infer<typeof payload>): Promise<void> {
  return checkUpload(deps, 'stagedFiles', file);
}

/** Deletes a file that was removed, or whose link has expired. An attached file keeps its copy. */
export const discardStagedFile = defineJob({
  name: 'discard staged file',
  payload,
  async run(deps, { tenantId, fileId }) {
    const { db, fileStorage } = deps;
    const isAttached = await withTenant(db, tenantId, async (tx) => {
      const attached = await tx
        .selectFrom('files')
        .select('id')
        .where('tenantId', '=', tenantId)
        .where('storageKey', '=', keptKey(tenantId, fileId))
        .executeTakeFirst();
      if (!attached)
        await tx
          .deleteFrom('stagedFiles')
          .where('tenantId', '=', tenantId)
          .where('id', '=', fileId)
          .execute();
      return attached !== undefined;
    });
    if (!isAttached) await fileStorage.remove(keptKey(tenantId, fileId));
    await removeUpload(deps, tenantId, fileId);
  },
});
