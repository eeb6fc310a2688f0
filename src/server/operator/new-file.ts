import { createHash } from 'node:crypto';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { UsageError } from './command.ts';

/** A folder that is there gets the file under its name; anything else is where it is to be. */
export async function pathAt(place: string, name: string): Promise<string> {
  const isFolder = await stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? join(place, name) : place;
}

/** Writes what is read and answers the SHA-256 of it. */
type Write = (body: Readable) => Promise<Buffer>;

/** A file that was not there before, readable by its owner alone. Nothing is overwritten, no link followed. */
export async function openNewFile(path: string) {
  const handle = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EEXIST' ? 'is there already' : `cannot be written (${error.code})`;
    throw new UsageError(`${path} ${reason}.`);
  });
  return {
    /** Removes it again where the work fails, or says that it is not to be kept. */
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
