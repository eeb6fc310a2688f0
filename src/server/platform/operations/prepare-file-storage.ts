import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { FileStorage } from '../integrations/file-storage.ts';
import type { UploadStorage } from '../integrations/upload-storage.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** The origins that the portal's pages have, now and after each change. */
interface PageOrigins {
  origins(): Promise<string[]>;
  onChange(listener: (origins: string[]) => void): void;
}

interface Storages {
  fileStorage: FileStorage;
  uploadStorage: UploadStorage;
}

/** Creates the buckets and allows the portal's pages to upload as soon as the storage answers. The api serves meanwhile. */
export async function prepareFileStorage(
  { fileStorage, uploadStorage }: Storages,
  hosts: PageOrigins,
  logger: FastifyBaseLogger,
): Promise<void> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      await fileStorage.ensureBucket();
      await uploadStorage.prepare();
      await uploadStorage.allowFrom(await hosts.origins());
      logger.info('the file storage is prepared');
      break;
    } catch (err) {
      logger.error({ err, secondsToNextTry: wait / 1000 }, 'the file storage could not be prepared');
      await setTimeout(wait);
    }
  }
  hosts.onChange((origins) => {
    uploadStorage.allowFrom(origins).then(
      () => logger.info({ origins }, 'pages of these origins may upload'),
      (err: unknown) => logger.error({ err, origins }, 'pages of a new origin cannot upload yet'),
    );
  });
}
