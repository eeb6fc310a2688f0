import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '../errors.ts';
import { makeTemporaryFolder } from './temporary-folders.ts';

const MAX_BYTES = 1024 ** 3;
const MAX_BYTES_IN_MEMORY = 8 * 1024 ** 2;

type Opened = () => AsyncIterable<Buffer>;

/**
 * Saves a request body to a temporary file as fast as it arrives, so that the import and the sender do not slow each
 * other down.
 */
export async function withSpooledFile<T>(
  sent: Readable,
  work: (open: Opened, path: string) => Promise<T>,
  largest = MAX_BYTES,
): Promise<T> {
  const folder = await makeTemporaryFolder('portal-import-');
  const path = join(folder, 'rows');
  try {
    await pipeline(sent, limitTo(largest), createWriteStream(path, { mode: 0o600 }));
    return await work(() => createReadStream(path), path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Keeps the body in memory instead, for rows with bank numbers, which must not be in a file. The limit leaves room for a
 * great many syndicates.
 */
export async function withRowsInMemory<T>(
  sent: Readable,
  work: (open: Opened) => Promise<T>,
  largest = MAX_BYTES_IN_MEMORY,
): Promise<T> {
  const message = 'Payout accounts can have 8 MB at most. Please send them in parts.';
  const rows = await buffer(limitTo(largest, { message })(sent));
  return work(() => Readable.from([rows]));
}

const limitTo = (largest: number, words?: { message: string }) =>
  async function* (chunks: AsyncIterable<Buffer>) {
    let size = 0;
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > largest) throw new Refusal('import_too_large', words);
      yield chunk;
    }
  };
