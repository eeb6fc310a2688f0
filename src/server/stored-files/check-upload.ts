import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Updateable } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import type { DB } from '../platform/db/schema.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { FileNotFoundError } from '../platform/integrations/file-storage.ts';
import { VirusScanError, type VirusScanner } from '../platform/integrations/virus-scan.ts';
import type { JobDeps } from '../platform/jobs/jobs.ts';
import type { FileVerdict } from './file-checks/inspect-file.ts';
import { inspectApart } from './inspect-apart.ts';
import { keptKey } from './storage-keys.ts';
import { openUpload, removeUpload, type UploadTable } from './uploads.ts';

interface Uploaded {
  tenantId: string;
  fileId: string;
}

/**
 * Checks an uploaded file and keeps a copy if it is acceptable. The upload itself is deleted in either case. What follows from the verdict
 * is done in its transaction, so that nobody sees the one without the other.
 */
export async function checkUpload(
  deps: JobDeps,
  given: UploadTable,
  { tenantId, fileId }: Uploaded,
  follow: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<void> {
  const table = given as 'stagedFiles';
  const { db, fileStorage } = deps;
  const file = await withTenant(
    db,
    tenantId,
    (tx) =>
      tx
        .selectFrom(table)
        .select(['name', 'state'])
        .where('tenantId', '=', tenantId)
        .where('id', '=', fileId)
        .executeTakeFirst(),
    { readOnly: true },
  );
  if (file?.state !== 'checking') return;
  const takes = given === 'sheetFiles' || given === 'importFiles' ? 'sheets' : 'documents';
  const verdict = await inspect(deps, { tenantId, fileId, name: file.name, takes });
  // The checked bytes are stored under another key, because the holder of the signed address can still overwrite the upload.
  if (verdict.isFit) await fileStorage.put(keptKey(tenantId, fileId), verdict.bytes, verdict.contentType);
  const isThere = await record(deps, table, { tenantId, fileId }, verdict, follow);
  if (!isThere) await fileStorage.remove(keptKey(tenantId, fileId));
  await removeUpload(deps, tenantId, fileId);
}

async function inspect(
  deps: JobDeps,
  { tenantId, fileId, name, takes }: Uploaded & { name: string; takes: 'documents' | 'sheets' },
): Promise<FileVerdict> {
  try {
    const bytes = await buffer(await openUpload(deps, tenantId, fileId));
    return await inspectApart(bytes, { name, takes }, scanningTwice(deps.virusScanner));
  } catch (error) {
    if (isTimeout(error)) return { isFit: false, refusal: 'takes_too_long' };
    if (error instanceof FileNotFoundError) return { isFit: false, refusal: 'unreadable' };
    throw error;
  }
}

const isTimeout = (error: unknown) => error instanceof VirusScanError && error.reason === 'timeout';

/** A scan that is too slow twice is slow because of the file. A scanner that cannot be reached is asked again by the job's next try. */
const scanningTwice = ({ scan }: Pick<VirusScanner, 'scan'>): Pick<VirusScanner, 'scan'> => ({
  scan: (bytes) =>
    scan(bytes).catch((error: unknown) => {
      if (isTimeout(error)) return scan(bytes);
      throw error;
    }),
});

/** Only the first verdict counts. Returns false when the file was removed meanwhile. */
const record = (
  { db }: JobDeps,
  table: 'stagedFiles',
  { tenantId, fileId }: Uploaded,
  verdict: FileVerdict,
  follow: (tx: Tx) => Promise<void>,
): Promise<boolean> =>
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
    const { numUpdatedRows } = await tx
      .updateTable(table)
      .set(outcome)
      .where('tenantId', '=', tenantId)
      .where('id', '=', fileId)
      .where('state', '=', 'checking')
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await follow(tx);
    const file = await tx
      .selectFrom(table)
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('id', '=', fileId)
      .executeTakeFirst();
    return file !== undefined;
  });
