import { UnreadableError } from '../platform/records/problem.ts';
import { type FoundHeader, findHeader } from './find-header.ts';
import { type RawRow, rawRows } from './raw-rows.ts';
import type { SheetFormat } from './sheet-limits.ts';
import { isTotals, looksLikeTotals } from './totals-row.ts';

export interface SheetRow {
  line: number;
  /** By the name of the column, as the header has it; as text. */
  cells: Record<string, string>;
  /** A row that adds the others up. Nothing of it is a payment or a deal. */
  isTotals: boolean;
}

export interface OpenSheet {
  /** The names of the columns; one without a name is called after its letter, and a second of one name is numbered. */
  columns: string[];
  headerLine: number;
  /** What stands above the header, such as a title. */
  above: RawRow[];
  rows: AsyncGenerator<SheetRow>;
}

/** The header stands within so many rows, below titles and blank rows. */
const LOOKED_AT = 40;

/** Reads a spreadsheet: its header first, then its rows one after the other. Whoever opens it reads the rows to their end, or returns them. */
export async function openSheet(path: string, format: SheetFormat): Promise<OpenSheet> {
  const all = rawRows(path, format);
  const first: RawRow[] = [];
  for (let next = await all.next(); !next.done; next = await all.next()) {
    if (isBlank(next.value)) continue;
    first.push(next.value);
    if (first.length === LOOKED_AT) break;
  }
  const header = findHeader(first);
  if (!header) {
    await all.return(undefined);
    throw new UnreadableError({
      line: first[0]?.line ?? 1,
      column: '',
      reason:
        first.length === 0 ? 'the file is empty' : 'no row has the names of the columns above the others',
    });
  }
  const { columns, index } = header;
  return {
    columns,
    headerLine: first[index]?.line ?? 1,
    above: first.slice(0, index),
    rows: dataRows(first.slice(index + 1), all, header),
  };
}

const isBlank = ({ cells }: RawRow) => cells.every((cell) => cell === '');

async function* dataRows(
  first: readonly RawRow[],
  rest: AsyncGenerator<RawRow>,
  header: FoundHeader,
): AsyncGenerator<SheetRow> {
  const toRow = (raw: RawRow, isLast: boolean): SheetRow => ({
    line: raw.line,
    cells: cellsOf(raw, header),
    isTotals: isTotals(raw.cells) || (isLast && looksLikeTotals(raw.cells, header.columns.length)),
  });
  // One row is held back, because only the last one may be a total without saying so.
  let held: RawRow | undefined;
  try {
    for await (const raw of chain(first, rest)) {
      if (isBlank(raw) || isHeaderAgain(raw, header)) continue;
      if (held) yield toRow(held, false);
      held = raw;
    }
    if (held) yield toRow(held, true);
  } finally {
    await rest.return(undefined);
  }
}

async function* chain<T>(first: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first;
  yield* rest;
}

/** Exports that print repeat the header on every page. */
const isHeaderAgain = ({ cells }: RawRow, { named }: FoundHeader) =>
  named.every((name, place) => (cells[place] ?? '').trim() === name);

function cellsOf({ line, cells: raw }: RawRow, { columns }: FoundHeader): Record<string, string> {
  const beyond = raw.slice(columns.length).find((cell) => cell !== '');
  if (beyond !== undefined)
    throw new UnreadableError({
      line,
      column: '',
      reason: `has ${raw.length} cells where the header has ${columns.length}`,
    });
  const cells: Record<string, string> = Object.create(null);
  for (const [place, name] of columns.entries()) cells[name] = (raw[place] ?? '').trim();
  return cells;
}
