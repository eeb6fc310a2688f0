import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { UnreadableError } from './problem.ts';

/** How the text of a file is written. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export interface FoundEncoding {
  encoding: Encoding;
  /** The first line that is not UTF-8, for a file that is read as Windows-1252 because of it. */
  line?: number;
}

const NEWLINE = 0x0a;

/** Bytes that Windows-1252 has no character for. */
const UNUSED = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/** A longer line is refused where it is read, whatever it is written in. */
const LONGEST_LINE = 4 * 1024 * 1024;

/**
 * Finds out how a file is written, from the whole of it: spreadsheets save as UTF-8, as UTF-16 with its mark, or as Windows-1252. A file that has
 * lines of both UTF-8 and something else is broken, and is not guessed at.
 */
export async function findEncoding(bytes: AsyncIterable<Buffer>): Promise<FoundEncoding> {
  const seen: Seen = { line: 1, other: undefined, isUtf8Somewhere: false };
  let isFirst = true;
  for await (let block of wholeLines(bytes)) {
    if (isFirst && isMarked(block, 0xff, 0xfe)) return { encoding: 'utf-16le' };
    if (isFirst && isMarked(block, 0xfe, 0xff)) return { encoding: 'utf-16be' };
    // The mark of UTF-8 says nothing about the rest when it was put before something else.
    if (isFirst && isMarked(block, 0xef, 0xbb, 0xbf)) block = block.subarray(3);
    isFirst = false;
    lookAt(block, seen);
  }
  const { other, isUtf8Somewhere } = seen;
  if (other === undefined) return { encoding: 'utf-8' };
  if (isUtf8Somewhere) throw notText(other, 'is not UTF-8, as other lines are');
  return { encoding: 'windows-1252', line: other };
}

interface Seen {
  line: number;
  /** The first line that is not UTF-8. */
  other: number | undefined;
  isUtf8Somewhere: boolean;
}

function lookAt(block: Buffer, seen: Seen): void {
  const isPlain = isAscii(block);
  for (let start = 0; start < block.length; seen.line += 1) {
    const newline = block.indexOf(NEWLINE, start);
    const end = newline === -1 ? block.length : newline;
    if (!isPlain) lookAtLine(block.subarray(start, end), seen);
    start = end + 1;
  }
}

function lookAtLine(text: Buffer, seen: Seen): void {
  if (isAscii(text)) return;
  if (isUtf8(text)) seen.isUtf8Somewhere = true;
  else if (UNUSED.some((byte) => text.includes(byte))) throw notText(seen.line, 'is not UTF-8');
  else seen.other ??= seen.line;
}

const isMarked = (text: Buffer, ...mark: number[]) => text.subarray(0, mark.length).equals(Buffer.from(mark));

const notText = (line: number, reason: string) =>
  new UnreadableError({ line, column: '', reason: `${reason}; save the file with that encoding` });

/** The bytes in blocks that end with a line. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const text = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = text.lastIndexOf(NEWLINE) + 1;
    if (end > 0) yield text.subarray(0, end);
    rest = text.subarray(end);
    if (rest.length > LONGEST_LINE) return;
  }
  if (rest.length > 0) yield rest;
}

/** The same text in UTF-8. */
export async function* toUtf8(bytes: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<Buffer> {
  if (encoding === 'utf-8') return yield* bytes;
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}
