import type { Readable } from 'node:stream';
import { MAX_FILE_BYTES } from '../../shared/domain/offer-files.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { FileNotFoundError } from '../platform/integrations/file-storage.ts';
import { stagedKey } from './storage-keys.ts';

export type Storages = Pick<Deps, 'fileStorage' | 'uploadStorage'>;

/** The tables of files that browsers upload. Their columns about the upload and its check are the same. */
export type UploadTable =
  | 'stagedFiles'
  | 'caseFiles'
  | 'deskFiles'
  | 'documents'
  | 'sheetFiles'
  | 'importFiles';

/** An address for uploading is valid for so long. */
export const UPLOAD_SECONDS = 10 * 60;

/** Announces a file, which `stage` writes down, and signs an address for uploading exactly that many bytes. */
export async function announceUpload(
  { uploadStorage }: Pick<Deps, 'uploadStorage'>,
  size: number,
  stage: () => Promise<{ tenantId: string; id: string }>,
) {
  if (size > MAX_FILE_BYTES) throw new Refusal('file_too_large');
  const { tenantId, id } = await stage();
  const { url, headers } = await uploadStorage.sign(stagedKey(tenantId, id), size, UPLOAD_SECONDS);
  return { id, url, headers };
}

/** Notes that the bytes are uploaded and wait for their check. False if that was noted before. */
export async function beginCheck(
  tx: Tx,
  table: UploadTable,
  { tenantId, fileId }: { tenantId: string; fileId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable(table as 'caseFiles')
    .set({ state: 'checking' })
    .where('tenantId', '=', tenantId)
    .where('id', '=', fileId)
    .where('state', '=', 'awaiting upload')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * An upload is in the bucket for uploads. Before there was one, uploads lay beside the files under the same key; one of those
 * may still wait for its check while a new version is installed, so both places are looked at.
 */
export async function sizeOfUpload(
  { uploadStorage, fileStorage }: Storages,
  tenantId: string,
  fileId: string,
): Promise<number | null> {
  const key = stagedKey(tenantId, fileId);
  return (await uploadStorage.sizeOf(key)) ?? fileStorage.sizeOf(key);
}

export async function openUpload(
  { uploadStorage, fileStorage }: Storages,
  tenantId: string,
  fileId: string,
): Promise<Readable> {
  const key = stagedKey(tenantId, fileId);
  const { body } = await uploadStorage.get(key).catch((error: unknown) => {
    if (error instanceof FileNotFoundError) return fileStorage.get(key);
    throw error;
  });
  return body;
}

export async function removeUpload(
  { uploadStorage, fileStorage }: Storages,
  tenantId: string,
  fileId: string,
): Promise<void> {
  const key = stagedKey(tenantId, fileId);
  await uploadStorage.remove(key);
  await fileStorage.remove(key);
}
