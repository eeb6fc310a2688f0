import { randomUUID } from 'node:crypto';
import { Refusal } from '../../platform/errors.ts';
import {
  createFileStorage,
  type FileStorage,
  UNTRUSTED_TYPE,
} from '../../platform/integrations/file-storage.ts';
import type { CellAccess } from './cells-file.ts';

export interface Storages {
  files: FileStorage;
  uploads: FileStorage;
}

export const storagesOf = ({ storage: { uploadBucket, ...storage } }: CellAccess): Storages => ({
  files: createFileStorage(storage),
  uploads: createFileStorage({ ...storage, bucket: uploadBucket }),
});

/**
 * Refuses where one storage is the other under another address, which the file of cells cannot tell: what is stored in one must not
 * be found in the other. Otherwise removing what a tenant has left in one cell would delete its files in the other.
 */
export async function requireApart(own: Storages, other: Storages, otherCell: number): Promise<void> {
  const key = `compared-storages/${randomUUID()}`;
  for (const storage of [own.files, own.uploads]) {
    await storage.put(key, Buffer.from('This file may be deleted.'), UNTRUSTED_TYPE);
    try {
      for (const there of [other.files, other.uploads])
        if ((await there.sizeOf(key)) !== null)
          throw new Refusal('move_refused', {
            message: `Cell ${otherCell} has the same file storage as this one, under another address. Each cell needs buckets of its own.`,
          });
    } finally {
      await storage.remove(key);
    }
  }
}
