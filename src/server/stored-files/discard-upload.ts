import type { RawBuilder } from 'kysely';
import { withTenant } from '../platform/db/transactions.ts';
import type { JobDeps } from '../platform/jobs/jobs.ts';
import { keptKey } from './storage-keys.ts';
import { removeUpload, type UploadTable } from './uploads.ts';

/** Deletes an uploaded file with its row, if nothing was done with it. The upload itself is deleted in either case. */
export async function discardUpload(
  deps: JobDeps,
  given: UploadTable,
  { tenantId, fileId }: { tenantId: string; fileId: string },
  isUnused: RawBuilder<boolean>,
): Promise<void> {
  const table = given as 'stagedFiles';
  const isKept = await withTenant(deps.db, tenantId, async (tx) => {
    await tx
      .deleteFrom(table)
      .where('tenantId', '=', tenantId)
      .where('id', '=', fileId)
      .where(isUnused)
      .execute();
    const kept = await tx
      .selectFrom(table)
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('id', '=', fileId)
      .executeTakeFirst();
    return kept !== undefined;
  });
  if (!isKept) await deps.fileStorage.remove(keptKey(tenantId, fileId));
  await removeUpload(deps, tenantId, fileId);
}
