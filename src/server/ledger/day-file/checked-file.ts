import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';

/** The file on disk is no longer the one that was checked, so the rest of it must not be posted. */
export class FileChangedError extends Error {
  constructor() {
    super(
      'The file changed while it was being posted. Every entry posted so far is one that was checked; post the file again.',
    );
    this.name = 'FileChangedError';
  }
}

/** What a file contained when it was checked. */
export interface FileFingerprint {
  /** The hash of the whole file, by which a posting run recognizes it. */
  hash: Buffer;
  /** One hash for each block of the file, in order. */
  blockHashes: readonly string[];
}

const BLOCK_SIZE = 64 * 1024;

/** Reads a file and computes its fingerprint on the way. The fingerprint is complete once all blocks were taken. */
export function readForFingerprint(path: string): {
  blocks: AsyncGenerator<Buffer>;
  fingerprint: () => FileFingerprint;
} {
  const whole = createHash('sha256');
  const blockHashes: string[] = [];
  async function* blocks() {
    for await (const block of readBlocks(path)) {
      whole.update(block);
      blockHashes.push(hashOf(block));
      yield block;
    }
  }
  return { blocks: blocks(), fingerprint: () => ({ hash: whole.digest(), blockHashes }) };
}

/**
 * Reads the file again, and hands out a block only after comparing it with the fingerprint. A hash at the end would come
 * too late: by then the entries of a changed file would have been posted.
 */
export async function* readUnchanged(path: string, { blockHashes }: FileFingerprint): AsyncGenerator<Buffer> {
  let index = 0;
  for await (const block of readBlocks(path)) {
    if (hashOf(block) !== blockHashes[index]) throw new FileChangedError();
    index += 1;
    yield block;
  }
  if (index !== blockHashes.length) throw new FileChangedError();
}

const hashOf = (block: Buffer): string => createHash('sha256').update(block).digest('hex');

/** Blocks of one size, so that reading twice gives the same blocks; a stream's chunks may differ from read to read. */
async function* readBlocks(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    for (;;) {
      const block = Buffer.alloc(BLOCK_SIZE);
      let length = 0;
      while (length < BLOCK_SIZE) {
        const { bytesRead } = await file.read(block, length, BLOCK_SIZE - length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      if (length > 0) yield block.subarray(0, length);
      if (length < BLOCK_SIZE) return;
    }
  } finally {
    await file.close();
  }
}
