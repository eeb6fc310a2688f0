import type { Cents } from './money.ts';
import { readPastedAmount } from './pasted-amount.ts';

/** More than any syndicate has deals. */
export const MOST_PASTED_PAIRS = 50_000;

/** In which way a deal differs from what was pasted. */
export const COMPARED_AS = ['other amount', 'only theirs', 'only ours'] as const;
export type ComparedAs = (typeof COMPARED_AS)[number];

export interface PastedPair {
  mid: string;
  amount: Cents;
  /** The lines that it was on: several where a MID was repeated, whose amounts are added up. */
  lines: number[];
}

export interface UnreadLine {
  line: number;
  value: string;
  reason: string;
}

export interface PastedPairs {
  /** By their MIDs as `midKey` writes them. */
  pairs: Map<string, PastedPair>;
  unread: UnreadLine[];
  /** The first line, where it names the columns; null where it is a pair like the others. */
  header: string | null;
  lineCount: number;
}

/** A MID as it is compared: spreadsheets change the case and leave blanks. */
export const midKey = (mid: string): string => mid.trim().toUpperCase();

const LONGEST_MID = 40;
const LONGEST_VALUE = 80;

/** Counts no further than it has to, because a line costs far less to count than to read. */
export function isTooMuchPasted(text: string): boolean {
  let count = 0;
  for (const _line of text.matchAll(/\S[^\r\n]*/g)) {
    count += 1;
    // One may name the columns.
    if (count > MOST_PASTED_PAIRS + 1) return true;
  }
  return false;
}

/** Reads a column pair of a MID and an amount, as it is copied from a spreadsheet or a CSV file. Nothing is left out silently. */
export function readPastedPairs(text: string): PastedPairs {
  const found: PastedPairs = { pairs: new Map(), unread: [], header: null, lineCount: 0 };
  for (const [index, whole] of text.split(/\r\n|\n|\r/).entries()) {
    if (whole.trim() === '') continue;
    found.lineCount += 1;
    const cells = cellsOf(whole);
    if (found.lineCount === 1 && isHeader(cells)) found.header = shown(whole);
    else readPair(found, { line: index + 1, whole, cells });
  }
  return found;
}

function readPair(
  { pairs, unread }: PastedPairs,
  { line, whole, cells: [mid = '', written, ...others] }: { line: number; whole: string; cells: string[] },
): void {
  const refuse = (reason: string) => unread.push({ line, value: shown(whole), reason });
  if (written === undefined) return void refuse('There is one column only.');
  if (others.length > 0) return void refuse('There are more than two columns.');
  if (mid === '' || mid.length > LONGEST_MID) return void refuse('There is no MID.');
  const read = readPastedAmount(written);
  if ('problem' in read) return void refuse(read.problem);
  const known = pairs.get(midKey(mid));
  if (known) {
    known.amount += read.amount;
    known.lines.push(line);
  } else pairs.set(midKey(mid), { mid, amount: read.amount, lines: [line] });
}

/** Words without a single digit in the place of the amount. */
const isHeader = ([first, second]: readonly string[]) =>
  first !== undefined && second !== undefined && second !== '' && second !== '-' && !/\d/.test(second);

const shown = (whole: string) =>
  whole.length > LONGEST_VALUE ? `${whole.slice(0, LONGEST_VALUE)}…` : whole.trim();

/** Tabs first, then semicolons, commas and blanks: whichever of them the line has. Empty cells at its end count as none. */
function cellsOf(line: string): string[] {
  const separator = ['\t', ';', ','].find((mark) => line.includes(mark));
  const cells = separator === undefined ? byBlank(line) : split(line, separator);
  const trimmed = cells.map((cell) => cell.trim());
  while (trimmed.length > 2 && trimmed.at(-1) === '') trimmed.pop();
  return separator === ',' ? withThousands(trimmed) : trimmed;
}

const byBlank = (line: string): string[] => {
  const [, mid, amount] = /^\s*(\S+)\s+(\S.*)$/.exec(line) ?? [];
  return mid === undefined || amount === undefined ? [line] : [mid, amount];
};

/** HC10269,$1,234.50 is a MID and an amount with commas of its own. */
function withThousands(cells: string[]): string[] {
  const [mid = '', ...rest] = cells;
  const amount = rest.join(',');
  return rest.length > 1 && /^[-($\s]*\d{1,3}(,\d{3})+(\.\d*)?[-)\s]*$/.test(amount) ? [mid, amount] : cells;
}

/** The cells of a line, of which some may be in quotes. */
function split(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === separator && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}
