import * as z from 'zod';
import { withTenant } from '../../platform/db/transactions.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { checkUpload } from '../../stored-files/check-upload.ts';
import { keptKey } from '../../stored-files/storage-keys.ts';
import { removeUpload } from '../../stored-files/uploads.ts';

const payload = z.object({ tenantId: z.uuid(), documentId: z.uuid() });

export const checkDocument = defineJob({
  name: 'check document',
  payload,
  run: (deps, { tenantId, documentId }) => checkUpload(deps, 'documents', { tenantId, fileId: documentId }),
});

/** Deletes a document that nobody has published. */
export const discardDocument = defineJob({
  name: 'discard document',
  payload,
  async run(deps, { tenantId, documentId }) {
    const isKept = await withTenant(deps.db, tenantId, async (tx) => {
      await tx
        .deleteFrom('documents')
        .where('tenantId', '=', tenantId)
        .where('id', '=', documentId)
        .where('publishedAt', 'is', null)
        .execute();
      const kept = await tx
        .selectFrom('documents')
        .select('id')
        .where('tenantId', '=', tenantId)
        .where('id', '=', documentId)
        .executeTakeFirst();
      return kept !== undefined;
    });
    if (!isKept) await deps.fileStorage.remove(keptKey(tenantId, documentId));
    await removeUpload(deps, tenantId, documentId);
  },
});
