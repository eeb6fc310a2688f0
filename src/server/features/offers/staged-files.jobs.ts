import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Updateable } from 'kysely';
import * as z from 'zod';
import type { DB } from '../../platform/db/schema.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { FileNotFoundError } from '../../platform/integrations/file-storage.ts';
import { defineJob, type JobDeps } from '../../platform/jobs/jobs.ts';
import { type FileVerdict, inspectFile } from './file-checks/inspect-file.ts';
import { keptKey } from './storage-keys.ts';
import { openUpload, removeUpload } from './uploads.ts';

const payload = z.object({ tenantId: z.uuid(), fileId: z.string() });

/**
 * Checks an uploaded file and keeps a copy if it is acceptable. The upload itself is deleted in either case. A worker of before
 * there was a bucket for uploads does not know this name, so it leaves the job to one that knows where the file is.
 */
export const checkUploadedFile = defineJob({ name: 'check uploaded file', payload, run: check });

/** Jobs of that name were added before there was a bucket for uploads. */
export const checkStagedFile = defineJob({ name: 'check staged file', payload, run: check });

async function check(deps: JobDeps, { tenantId, fileId }: z.infer<typeof payload>): Promise<void> {
  const { db, fileStorage } = deps;
  const file = await withTenant(
    db,
    tenantId,
    (tx) =>
      tx
        .selectFrom('stagedFiles')
        .select(['name', 'state'])
        .where('tenantId', '=', tenantId)
        .where('id', '=', fileId)
        .executeTakeFirst(),
    { readOnly: true },
  );
  if (file?.state !== 'checking') return;
  const verdict = await inspect(deps, { tenantId, fileId, name: file.name });
  // The checked bytes are stored under another key, because the holder of the signed address can still overwrite the upload.
  if (verdict.isFit) await fileStorage.put(keptKey(tenantId, fileId), verdict.bytes, verdict.contentType);
  const isThere = await record(deps, tenantId, fileId, verdict);
  if (!isThere) await fileStorage.remove(keptKey(tenantId, fileId));
  await removeUpload(deps, tenantId, fileId);
}

async function inspect(
  deps: JobDeps,
  { tenantId, fileId, name }: { tenantId: string; fileId: string; name: string },
): Promise<FileVerdict> {
  try {
    const bytes = await buffer(await openUpload(deps, tenantId, fileId));
    return await inspectFile(bytes, name, deps.virusScanner);
  } catch (error) {
    if (error instanceof FileNotFoundError) return { isFit: false, refusal: 'unreadable' };
    throw error;
  }
}

/** Only the first verdict counts. Returns false when the file was removed meanwhile. */
const record = ({ db }: JobDeps, tenantId: string, fileId: string, verdict: FileVerdict): Promise<boolean> =>
  withTenant(db, tenantId, async (tx) => {
    const outcome: Updateable<DB['stagedFiles']> = verdict.isFit
      ? {
          state: 'clean',
          name: verdict.name,
          contentType: verdict.contentType,
          keptByteSize: BigInt(verdict.bytes.length),
          sha256: createHash('sha256').update(verdict.bytes).digest(),
        }
      : { state: 'refused', refusal: verdict.refusal };
    await tx
      .updateTable('stagedFiles')
      .set(outcome)
      .where('tenantId', '=', tenantId)
      .where('id', '=', fileId)
      .where('state', '=', 'checking')
      .execute();
    const file = await tx
      .selectFrom('stagedFiles')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('id', '=', fileId)
      .executeTakeFirst();
    return file !== undefined;
  });

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
