import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from '../../errors.ts';

const LARGEST = 1024 ** 3;
const PREFIX = 'portal-import-';
/** No import takes nearly as long. */
const OLD_MS = 24 * 60 * 60 * 1000;

/** Takes what is sent to a file, as fast as it comes: work on it must not hold up the sender, nor be held up. */
export async function withSpooledFile<T>(
  sent: Readable,
  work: (path: string) => Promise<T>,
  largest = LARGEST,
): Promise<T> {
  await removeOld();
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  const path = join(folder, 'rows');
  try {
    await pipeline(sent, limitTo(largest), createWriteStream(path, { mode: 0o600 }));
    return await work(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What a process left behind that was killed. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(tmpdir(), name);
    const made = await stat(folder).catch(() => null);
    if (made?.uid !== process.getuid?.()) continue;
    if (made && Date.now() - made.mtimeMs > OLD_MS) await rm(folder, { recursive: true, force: true });
  }
}

const limitTo = (largest: number) =>
  async function* (chunks: AsyncIterable<Buffer>) {
    let size = 0;
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > largest) throw new Refusal('import_too_large');
      yield chunk;
    }
  };
