import * as z from 'zod';
import { withTenant } from '../platform/db/transactions.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { checkUpload } from '../stored-files/check-upload.ts';
import { keptKey } from '../stored-files/storage-keys.ts';
import { removeUpload } from '../stored-files/uploads.ts';

const payload = z.object({ tenantId: z.uuid(), fileId: z.uuid() });

export const checkCaseFile = defineJob({
  name: 'check case file',
  payload,
  run: (deps, file) => checkUpload(deps, 'caseFiles', file),
});

/** Deletes a file that no message was sent with. */
export const discardCaseFile = defineJob({
  name: 'discard case file',
  payload,
  async run(deps, { tenantId, fileId }) {
    const isSent = await withTenant(deps.db, tenantId, async (tx) => {
      await tx
        .deleteFrom('caseFiles')
        .where('tenantId', '=', tenantId)
        .where('id', '=', fileId)
        .where('requestId', 'is', null)
        .where('entryId', 'is', null)
        .execute();
      const sent = await tx
        .selectFrom('caseFiles')
        .select('id')
        .where('tenantId', '=', tenantId)
        .where('id', '=', fileId)
        .executeTakeFirst();
      return sent !== undefined;
    });
    if (!isSent) await deps.fileStorage.remove(keptKey(tenantId, fileId));
    await removeUpload(deps, tenantId, fileId);
  },
});

export const caseFileJobs = [checkCaseFile, discardCaseFile];
