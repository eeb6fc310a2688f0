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
const MAX_UNPACKED = 200 * 1024 * 1024;
/** XML compresses well, but not a thousandfold. */
const MAX_RATIO = 150;
const SMALL = 1024 * 1024;
/** Other archives, programs and web pages do not belong in a document. Spreadsheets do, because charts embed them. */
const FOREIGN =
  /(\.(zip|rar|7z|gz|exe|dll|js|vbs|bat|cmd|ps1|scr|html?|svg|hta|jar|lnk)|vbaProject\.bin|oleObject\d*\.bin)$/i;

interface Entry {
  name: string;
  method: number;
  packed: number;
  unpacked: number;
  start: number;
  /** The position in the file after the part's last byte. The part includes its header. */
  end: number;
}

/**
 * A .docx or .xlsx is a zip file. Sizes and positions are read from its directory first, and nothing is unpacked if they are
 * not allowed. Then each part is unpacked and discarded, to check that the directory told the truth.
 */
export async function requireOfficeArchive(bytes: Buffer, mainPart: string): Promise<void> {
  const entries = readDirectory(bytes);
  if (!entries.some(({ name }) => name === mainPart)) throw new UnfitFile('name_does_not_fit');
  if (entries.some(({ name }) => FOREIGN.test(name))) throw new UnfitFile('has_active_content');
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  if (unpacked > MAX_UNPACKED || entries.some(isBlownUp)) throw new UnfitFile('unpacks_too_large');
  for (const entry of entries) await requireTrueSize(bytes, entry);
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
  const start =
    header + LOCAL_HEADER_BYTES + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  const nameStart = position + CENTRAL_HEADER_BYTES;
  const name = bytes.toString('utf8', nameStart, nameStart + nameLength);
  return { entry: { name, method, packed, unpacked, start, end: start + packed }, next };
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

async function requireTrueSize(
  bytes: Buffer,
  { method, start, end, packed, unpacked }: Entry,
): Promise<void> {
  if (method === STORED) {
    if (packed !== unpacked) throw new UnfitFile('unreadable');
    return;
  }
  const inflate = createInflateRaw();
  let size = 0;
  try {
    inflate.end(bytes.subarray(start, end));
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > unpacked) throw new UnfitFile('unpacks_too_large');
    }
  } catch (error) {
    throw error instanceof UnfitFile ? error : new UnfitFile('unreadable');
  }
  if (size !== unpacked) throw new UnfitFile('unreadable');
}
