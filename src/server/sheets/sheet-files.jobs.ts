import * as z from 'zod';
import { withTenant } from '../platform/db/transactions.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { keptKey } from '../stored-files/storage-keys.ts';
import { removeUpload } from '../stored-files/uploads.ts';

const payload = z.object({ tenantId: z.uuid(), fileId: z.uuid() });

/** Deletes a spreadsheet that nothing was posted or imported from, with what was read from it. */
export const discardSheetFile = defineJob({
  name: 'discard sheet file',
  payload,
  async run(deps, { tenantId, fileId }) {
    const isKept = await withTenant(deps.db, tenantId, async (tx) => {
      await tx
        .deleteFrom('sheetFiles')
        .where('tenantId', '=', tenantId)
        .where('id', '=', fileId)
        .where('isKept', '=', false)
        .execute();
      const kept = await tx
        .selectFrom('sheetFiles')
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

export const sheetFileJobs = [discardSheetFile];
