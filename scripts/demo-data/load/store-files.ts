import type { FileStorage } from '../../../src/server/platform/integrations/file-storage.ts';
import type { KeptFile } from '../file-keeper.ts';

const AT_ONCE = 16;

export async function storeFiles(storage: FileStorage, files: readonly KeptFile[]): Promise<void> {
  await storage.ensureBucket();
  const left = files.values();
  const storeRest = async () => {
    for (const { key, content } of left) await storage.put(key, content, 'application/pdf');
  };
  await Promise.all(Array.from({ length: AT_ONCE }, storeRest));
}
