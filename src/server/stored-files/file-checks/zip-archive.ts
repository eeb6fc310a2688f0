import { createInflateRaw } from 'node:zlib';
import { UnfitFile } from './verdict.ts';

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_RECORD = 0x06054b50;
const LOCAL_HEADER_BYTES = 30;
const CENTRAL_HEADER_BYTES = 46;
const END_RECORD_BYTES = 22;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

const MAX_ENTRIES = 2_000;
/** `MaxFileSize` of clamd is not below it: what is beyond that in a part goes unread. */
export const MAX_UNPACKED = 200 * 1024 * 1024;
/** XML compresses well, but not a thousandfold. */
const MAX_RATIO = 150;
const SMALL = 1024 * 1024;
export interface Entry {
  name: string;
  method: number;
  packed: number;
  unpacked: number;
  start: number;
  /** The position in the file after the part's last byte. The part includes its header. */
  end: number;
}

/**
 * Reads the sizes and positions of the parts from the archive's directory, and refuses it before anything is unpacked if they are
 * not allowed.
 */
export function readArchive(bytes: Buffer): Entry[] {
  const entries = readDirectory(bytes);
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  if (unpacked > MAX_UNPACKED || entries.some(isBlownUp)) throw new UnfitFile('unpacks_too_large');
  return entries;
}

const isBlownUp = ({ packed, unpacked }: Entry) => unpacked > SMALL && unpacked > packed * MAX_RATIO;

/** Stricter than most zip readers: nothing may be before, between or after the parts, and parts may not overlap. */
function readDirectory(bytes: Buffer): Entry[] {
  const end = bytes.length - END_RECORD_BYTES;
  if (end < 0 || bytes.readUInt32LE(end) !== END_RECORD) throw new UnfitFile('more_than_one_kind');
  const count = bytes.readUInt16LE(end + 10);
  const directoryStart = bytes.readUInt32LE(end + 16);
  if (count > MAX_ENTRIES) throw new UnfitFile('unpacks_too_large');
  try {
    const entries: Entry[] = [];
    let position = directoryStart;
    for (let index = 0; index < count; index += 1) {
      const { entry, next } = readEntry(bytes, position);
      entries.push(entry);
      position = next;
    }
    if (position !== end) throw new UnfitFile('more_than_one_kind');
    // Readers differ in which of two parts of one name they take, and some tell no capital from a small letter.
    if (new Set(entries.map(({ name }) => name.toLowerCase())).size < count)
      throw new UnfitFile('more_than_one_kind');
    requireNoGaps(entries, directoryStart);
    return entries;
  } catch (error) {
    // A read past the end means that a number in the file points outside of it.
    if (error instanceof RangeError) throw new UnfitFile('unreadable');
    throw error;
  }
}

function readEntry(bytes: Buffer, position: number): { entry: Entry; next: number } {
  if (bytes.readUInt32LE(position) !== CENTRAL_HEADER) throw new UnfitFile('unreadable');
  if (bytes.readUInt16LE(position + 8) & ENCRYPTED) throw new UnfitFile('unreadable');
  const method = bytes.readUInt16LE(position + 10);
  const packed = bytes.readUInt32LE(position + 20);
  const unpacked = bytes.readUInt32LE(position + 24);
  const nameLength = bytes.readUInt16LE(position + 28);
  const next =
    position +
    CENTRAL_HEADER_BYTES +
    nameLength +
    bytes.readUInt16LE(position + 30) +
    bytes.readUInt16LE(position + 32);
  const header = bytes.readUInt32LE(position + 42);
  if (method !== STORED && method !== DEFLATED) throw new UnfitFile('unreadable');
  if (bytes.readUInt32LE(header) !== LOCAL_HEADER) throw new UnfitFile('unreadable');
  const ownNameLength = bytes.readUInt16LE(header + 26);
  const start = header + LOCAL_HEADER_BYTES + ownNameLength + bytes.readUInt16LE(header + 28);
  const name = bytes.subarray(position + CENTRAL_HEADER_BYTES, position + CENTRAL_HEADER_BYTES + nameLength);
  const ownName = bytes.subarray(header + LOCAL_HEADER_BYTES, header + LOCAL_HEADER_BYTES + ownNameLength);
  // Readers differ in which of the two names they believe: the directory's or that of the part itself.
  if (!name.equals(ownName)) throw new UnfitFile('more_than_one_kind');
  return {
    entry: { name: name.toString('utf8'), method, packed, unpacked, start, end: start + packed },
    next,
  };
}

/** A part may be followed by a short record of its sizes, from writers that did not know them beforehand. */
const LONGEST_SIZE_RECORD = 24;

function requireNoGaps(entries: readonly Entry[], directoryStart: number): void {
  let reached = 0;
  for (const { start, end } of entries.toSorted((a, b) => a.start - b.start)) {
    const longestHeader = LOCAL_HEADER_BYTES + 2 * 1024;
    if (start < reached + LOCAL_HEADER_BYTES || start - reached > longestHeader + LONGEST_SIZE_RECORD)
      throw new UnfitFile('more_than_one_kind');
    reached = end;
  }
  if (directoryStart < reached || directoryStart - reached > LONGEST_SIZE_RECORD)
    throw new UnfitFile('more_than_one_kind');
}

/** Unpacks a part to its end, to check that the directory told the truth, and returns its first bytes. */
export async function readPart(
  bytes: Buffer,
  { method, start, end, packed, unpacked }: Entry,
  most: number,
): Promise<Buffer> {
  if (method === STORED) {
    if (packed !== unpacked) throw new UnfitFile('unreadable');
    return bytes.subarray(start, Math.min(end, start + most));
  }
  const inflate = createInflateRaw();
  const kept: Buffer[] = [];
  let size = 0;
  try {
    inflate.end(bytes.subarray(start, end));
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      if (size < most) kept.push(chunk.subarray(0, most - size));
      size += chunk.length;
      if (size > unpacked) throw new UnfitFile('unpacks_too_large');
    }
  } catch (error) {
    throw error instanceof UnfitFile ? error : new UnfitFile('unreadable');
  }
  if (size !== unpacked) throw new UnfitFile('unreadable');
  return Buffer.concat(kept);
}
