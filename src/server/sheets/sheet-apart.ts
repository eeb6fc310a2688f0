import { ReaderRefusedError, ReaderStoppedError, runReader } from '../platform/reader/run-reader.ts';
import { type Problem, UnreadableError } from '../platform/records/problem.ts';
import type { DescribedSheet } from './describe-sheet.ts';
import type { OpenSheet, SheetRow } from './read-sheet.ts';
import type { SheetFormat } from './sheet-limits.ts';
import type { Head, SheetTask, WrittenRow } from './sheet-reader.ts';

const TOO_MUCH =
  'the file takes more memory or time to read than one file may; save the sheet as csv, or split it';

/** Describes a spreadsheet for a person. */
export async function describeSheetApart(file: string, format: SheetFormat): Promise<DescribedSheet> {
  const lines = linesOf({ task: 'describe sheet', path: file, format });
  for await (const described of lines) return described as DescribedSheet;
  throw new Error('The reader said nothing.');
}

interface Wanted {
  /** The columns whose cells are read; all of them if it is absent. */
  columns?: readonly string[];
  /** The characters that may be read, and sixteen more for each cell. */
  mostText?: number;
}

/** Reads a spreadsheet: its header first, then its rows, as fast as they are taken. Whoever opens it reads the rows to their end, or returns them. */
export async function openSheetApart(
  file: string,
  format: SheetFormat,
  { columns: asked, mostText = Number.MAX_SAFE_INTEGER }: Wanted = {},
): Promise<Omit<OpenSheet, 'above'>> {
  const lines = linesOf({ task: 'read sheet', path: file, format, columns: asked ?? null, mostText });
  const first = await lines.next();
  if (first.done) throw new Error('The reader said nothing.');
  const { columns, headerLine } = first.value as Head;
  return { columns, headerLine, rows: rowsOf(lines, asked ?? columns) };
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
