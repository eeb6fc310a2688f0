import type { Cents } from '../../shared/domain/money.ts';
import type { ReturnedEntry } from '../../shared/domain/return-files.ts';
import { Refusal } from '../platform/errors.ts';

/** An entry that a bank sends back or writes about, as its file says. */
export interface ParsedEntry extends ReturnedEntry {
  /** Its line in the file, counted from 1. */
  place: number;
  traceNumber: string;
  /** Of a notification of change: what the bank says is right, as it stands in the file. */
  corrected: string | null;
}

export interface ParsedReturnFile {
  bankName: string;
  /** When the bank made it, and its letter among the files of that day. */
  madeAs: string;
  entries: ParsedEntry[];
  /** What its last line says that the entries come to. */
  total: Cents;
}

const WIDTH = 94;
const BLOCK = 10;
const PADDING = '9'.repeat(WIDTH);
const HASHED = 10_000_000_000n;

/**
 * Reads a bank's file of returns and notifications of change as a whole, and checks all that ties its records together: a file that was cut off
 * or put together otherwise is refused, with the line and what is wrong with it.
 */
export function parseReturnFile(text: string): ParsedReturnFile {
  const lines = linesOf(text);
  const [header = ''] = lines;
  if (!header.startsWith('101')) throw unreadable(1, 'is no file header');
  const sums: Sums = { count: 0, hash: 0n, debit: 0n, credit: 0n };
  const entries: ParsedEntry[] = [];
  let at = 1;
  let batchCount = 0;
  while (lines[at]?.startsWith('5')) {
    batchCount += 1;
    at = readBatch(lines, at, entries, sums);
  }
  const control = lines[at];
  if (control === undefined)
    throw unreadable(lines.length, 'is the last one, and the file control is missing');
  if (!control.startsWith('9')) throw unreadable(at + 1, 'is no batch header and no file control');
  const field = fieldsOf(control, at + 1);
  requireSame(at + 1, 'number of batches', field(2, 7), batchCount);
  requireSame(at + 1, 'number of blocks', field(8, 13), Math.ceil((at + 1) / BLOCK));
  requireSame(at + 1, 'number of entries', field(14, 21), sums.count);
  requireSame(at + 1, 'hash', field(22, 31), sums.hash % HASHED);
  requireSame(at + 1, 'sum of debits', field(32, 43), sums.debit);
  requireSame(at + 1, 'sum of credits', field(44, 55), sums.credit);
  const more = lines.findIndex((line, place) => place > at && line !== PADDING);
  if (more > 0) throw unreadable(more + 1, 'comes after the file control');
  return {
    bankName: header.slice(63, 86).trim() || header.slice(40, 63).trim(),
    madeAs: header.slice(3, 34),
    entries,
    total: sums.debit + sums.credit,
  };
}

interface Sums {
  /** Of entries and their addenda. */
  count: number;
  hash: bigint;
  debit: Cents;
  credit: Cents;
}

/** Reads a batch with its control, and adds it up. Returns the place after it. */
function readBatch(lines: readonly string[], start: number, entries: ParsedEntry[], sums: Sums): number {
  const header = lines[start] ?? '';
  const companyId = header.slice(40, 50).trim();
  const entryClass = header.slice(50, 53);
  const batch: Sums = { count: 0, hash: 0n, debit: 0n, credit: 0n };
  let at = start + 1;
  while (lines[at]?.startsWith('6')) {
    const line = lines[at] ?? '';
    const field = fieldsOf(line, at + 1);
    const amount = field(30, 39);
    const isDebit = field(3, 3) >= 5n;
    const entry = { place: at + 1, companyId, entryClass, isDebit, amount };
    batch.hash += field(4, 11);
    if (isDebit) batch.debit += amount;
    else batch.credit += amount;
    const addenda: string[] = [];
    while (lines[at + 1]?.startsWith('7')) addenda.push(lines[++at] ?? '');
    batch.count += 1 + addenda.length;
    const said = readAddenda(addenda, entry.place);
    if (said.code.startsWith('C') && amount !== 0n)
      throw unreadable(entry.place, 'is a notification of change and has an amount');
    entries.push({
      ...entry,
      ...said,
      routingNumber: line.slice(3, 12),
      individualId: line.slice(39, 54).trim(),
    });
    at += 1;
  }
  const control = lines[at];
  if (!control?.startsWith('8'))
    throw unreadable(Math.min(at + 1, lines.length), 'has no batch control after it');
  const field = fieldsOf(control, at + 1);
  if (control.slice(1, 4) !== header.slice(1, 4))
    throw unreadable(at + 1, 'names another service class than its batch');
  if (control.slice(44, 54) !== header.slice(40, 50))
    throw unreadable(at + 1, 'names another company than its batch');
  if (control.slice(79, 94) !== header.slice(79, 94))
    throw unreadable(at + 1, 'names another bank or batch number');
  requireSame(at + 1, 'number of entries', field(5, 10), batch.count);
  requireSame(at + 1, 'hash', field(11, 20), batch.hash % HASHED);
  requireSame(at + 1, 'sum of debits', field(21, 32), batch.debit);
  requireSame(at + 1, 'sum of credits', field(33, 44), batch.credit);
  sums.count += batch.count;
  sums.hash += batch.hash % HASHED;
  sums.debit += batch.debit;
  sums.credit += batch.credit;
  return at + 1;
}

/** Why an entry came back, or what is wrong with its account: type 99 or 98. International entries have others before it. */
function readAddenda(addenda: readonly string[], place: number) {
  const said = addenda.flatMap((line) => {
    const [, type, code = ''] = /^7(98|99)([RC][0-9A-Z]{2})/.exec(line) ?? [];
    if (type === undefined || (type === '99') !== code.startsWith('R')) return [];
    const corrected = type === '98' ? line.slice(35, 64).trimEnd() : null;
    return [{ code, corrected, traceNumber: line.slice(6, 21).trim() }];
  });
  const [only] = said;
  if (only === undefined) throw unreadable(place, 'is an entry that does not say why it came back');
  if (said.length > 1) throw unreadable(place, 'is an entry with two return codes');
  return only;
}

function linesOf(text: string): string[] {
  const lines = text.replace(/[\r\n]+$/, '').split(/\r?\n/);
  for (const [at, line] of lines.entries()) {
    if (line.length !== WIDTH) throw unreadable(at + 1, `has ${line.length} characters and not ${WIDTH}`);
    if (!/^[\x20-\x7e]*$/.test(line)) throw unreadable(at + 1, 'has characters that no bank’s file has');
  }
  return lines;
}

/** Numbers of a line, by the positions that the format gives to each, counted from 1. */
const fieldsOf = (line: string, place: number) => (from: number, to: number) => {
  const digits = line.slice(from - 1, to);
  if (!/^\d+$/.test(digits)) throw unreadable(place, `has no number at ${from} to ${to}`);
  return BigInt(digits);
};

function requireSame(place: number, what: string, told: bigint, counted: bigint | number): void {
  if (told !== BigInt(counted))
    throw unreadable(place, `gives ${told} as the ${what}, and the lines before it have ${counted}`);
}

const unreadable = (place: number, what: string): Refusal =>
  new Refusal('return_file_unreadable', {
    message: `This is not a complete return file: line ${place} ${what}. Nothing was saved. Ask the bank to send it again.`,
  });
