import { ReaderRefusedError, ReaderStoppedError, runReader } from '../platform/reader/run-reader.ts';
import { type Problem, UnreadableError } from '../platform/records/problem.ts';
import type { DescribedSheet } from './describe-sheet.ts';
import type { LookedAt } from './look-at-sheet.ts';
import type { OpenSheet, SheetRow } from './read-sheet.ts';
import { MOST_TEXT, type SheetFormat } from './sheet-limits.ts';
import type { Head, SheetTask, WrittenRow } from './sheet-reader.ts';

const TOO_MUCH =
  'the file takes more memory or time to read than one file may; save the sheet as csv, or split it';

/** Describes a spreadsheet for a person. */
export const describeSheetApart = async (file: string, format: SheetFormat): Promise<DescribedSheet> =>
  (await firstOf(linesOf({ task: 'describe sheet', path: file, format }))) as DescribedSheet;

/** Finds what a person needs to say what the columns hold. */
export const lookAtSheetApart = async (file: string, format: SheetFormat): Promise<LookedAt> =>
  (await firstOf(linesOf({ task: 'look at sheet', path: file, format }))) as LookedAt;

async function firstOf(lines: AsyncGenerator<unknown>): Promise<unknown> {
  for await (const line of lines) return line;
  throw new Error('The reader said nothing.');
}

interface Wanted {
  /** The columns whose cells are read. */
  columns: readonly string[];
  /** The characters that may be read, and sixteen more for each cell. */
  mostText?: number;
}

/** Reads a spreadsheet: its header first, then its rows, as fast as they are taken. Whoever opens it reads the rows to their end, or returns them. */
export async function openSheetApart(
  file: string,
  format: SheetFormat,
  { columns: asked, mostText = MOST_TEXT }: Wanted,
): Promise<Omit<OpenSheet, 'above'>> {
  const lines = linesOf({ task: 'read sheet', path: file, format, columns: asked, mostText });
  const first = await lines.next();
  if (first.done) throw new Error('The reader said nothing.');
  const { columns, headerLine } = first.value as Head;
  return { columns, headerLine, rows: rowsOf(lines, asked) };
}

async function* rowsOf(lines: AsyncGenerator<unknown>, columns: readonly string[]): AsyncGenerator<SheetRow> {
  try {
    for await (const batch of lines)
      for (const [line, isTotals, ...cells] of batch as WrittenRow[])
        yield {
          line,
          isTotals: isTotals === 1,
          cells: Object.fromEntries(columns.map((name, place) => [name, cells[place] ?? ''])),
        };
  } finally {
    await lines.return(undefined);
  }
}

async function* linesOf(task: SheetTask): AsyncGenerator<unknown> {
  try {
    yield* runReader(task);
  } catch (error) {
    if (error instanceof ReaderRefusedError) throw new UnreadableError(...(error.refusal as Problem[]));
    if (error instanceof ReaderStoppedError)
      throw new UnreadableError({ line: 1, column: '', reason: TOO_MUCH });
    throw error;
  }
}
