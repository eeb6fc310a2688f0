import type { Readable } from 'node:stream';
import type { Deps } from '../deps.ts';
import { FileNotFoundError } from '../platform/integrations/file-storage.ts';
import { stagedKey } from './storage-keys.ts';

type Storages = Pick<Deps, 'fileStorage' | 'uploadStorage'>;

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
