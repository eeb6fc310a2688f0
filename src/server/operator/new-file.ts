import { createHash } from 'node:crypto';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { UsageError } from './command.ts';

/** An existing folder receives the file under its own name. Any other path is the path of the new file. */
export async function pathOfNewFile(place: string, name: string): Promise<string> {
  const isFolder = await stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? join(place, name) : place;
}

/** Writes the stream and returns its SHA-256. */
type Write = (body: Readable) => Promise<Buffer>;

/** Creates a new file that only its owner can read. It never overwrites a file or follows a link. */
export async function openNewFile(path: string) {
  const handle = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EEXIST' ? 'already exists' : `cannot be written (${error.code})`;
    throw new UsageError(`${path} ${reason}.`);
  });
  return {
    /** Removes the file if the work fails or returns that it is not to be kept. */
    async keepIf(work: (write: Write) => Promise<boolean>): Promise<boolean> {
      let isKept = false;
      try {
        isKept = await work((body) => writeAll(handle, body));
      } finally {
        await handle.close();
        if (!isKept) await rm(path, { force: true });
      }
      return isKept;
    },
  };
}

async function writeAll(handle: FileHandle, body: Readable): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of body as AsyncIterable<Buffer>) {
    hash.update(chunk);
    await handle.appendFile(chunk);
  }
  return hash.digest();
}
