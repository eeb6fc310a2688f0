import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeTemporaryFolder } from '../platform/http/temporary-folders.ts';
import type { FileStorage } from '../platform/integrations/file-storage.ts';
import { keptKey } from '../stored-files/storage-keys.ts';
import type { SheetFormat } from './sheet-limits.ts';

/** Fetches a checked spreadsheet to a temporary file for as long as it is worked with. */
export async function withStoredSheet<T>(
  fileStorage: FileStorage,
  { tenantId, fileId }: { tenantId: string; fileId: string },
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await makeTemporaryFolder('portal-sheet-');
  const path = join(folder, 'sheet');
  try {
    const { body } = await fileStorage.get(keptKey(tenantId, fileId));
    await pipeline(body, createWriteStream(path, { mode: 0o600 }));
    return await work(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** By what the check of the bytes found, not by the name. */
export const formatOf = (contentType: string): SheetFormat => (contentType === 'text/csv' ? 'csv' : 'xlsx');
