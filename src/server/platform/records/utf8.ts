import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { UnreadableError } from './problem.ts';

const NEWLINE = 0x0a;

/** Passes a file's bytes on unchanged, and throws at the first line that is not UTF-8. */
export async function* requireUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    if (!isFollowedBy(decoder, chunk)) throw notUtf8(line + lineOfFault(Buffer.concat([tail, chunk])));
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) line += 1;
    tail = chunk.subarray(chunk.lastIndexOf(NEWLINE) + 1);
    yield chunk;
  }
  if (!isFollowedBy(decoder)) throw notUtf8(line);
}

/** Without a chunk it tells whether the file may end here. */
function isFollowedBy(decoder: TextDecoder, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** No byte of a multi-byte character equals a newline, so each line can be checked by itself. */
function lineOfFault(bytes: Buffer): number {
  let start = 0;
  for (let lines = 0; ; lines += 1) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return lines;
    start = end + 1;
  }
}

const notUtf8 = (line: number) =>
  new UnreadableError({ line, column: '', reason: 'is not UTF-8; save the file with that encoding' });
