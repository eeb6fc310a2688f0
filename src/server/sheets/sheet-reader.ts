import { UnreadableError } from '../platform/records/problem.ts';
import { describeSheet } from './describe-sheet.ts';
import { lookAtSheet } from './look-at-sheet.ts';
import { type OpenSheet, openSheet } from './read-sheet.ts';
import type { SheetFormat } from './sheet-limits.ts';

interface OfSheet {
  path: string;
  format: SheetFormat;
}

/** What the reader does with a spreadsheet, in a process of its own. */
export type SheetTask =
  | ({ task: 'describe sheet' } & OfSheet)
  | ({ task: 'look at sheet' } & OfSheet)
  | ({ task: 'read sheet'; columns: readonly string[]; mostText: number } & OfSheet);

/** The line that comes first; those after it are rows. */
export type Head = Pick<OpenSheet, 'columns' | 'headerLine'>;
/** Its line, whether it adds others up, and its cells in the order of the columns that were asked for, without empty ones at the end. */
export type WrittenRow = [line: number, isTotals: 0 | 1, ...cells: string[]];

/** So many characters of rows are written at once. */
const BATCH = 32 * 1024;
/** What a cell takes beside its characters. */
const OF_CELL = 16;

export const textOf = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + (cell === '' ? 0 : cell.length + OF_CELL), 0);

export async function* readSheet(task: SheetTask): AsyncGenerator<unknown> {
  const { path, format } = task;
  if (task.task === 'describe sheet') return yield await describeSheet(path, format);
  if (task.task === 'look at sheet') return yield await lookAtSheet(path, format);
  const { columns, headerLine, rows } = await openSheet(path, format);
  yield { columns, headerLine } satisfies Head;
  let batch: WrittenRow[] = [];
  let size = 0;
  let text = 0;
  for await (const { line, cells, isTotals } of rows) {
    const wanted = task.columns.map((name) => cells[name] ?? '');
    wanted.length = wanted.findLastIndex((cell) => cell !== '') + 1;
    const more = textOf(wanted);
    text += more;
    if (text > task.mostText)
      throw new UnreadableError({
        line,
        column: '',
        reason: 'holds more text than can be read at once; split it',
      });
    batch.push([line, isTotals ? 1 : 0, ...wanted]);
    size += more + OF_CELL;
    if (size < BATCH) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  yield batch;
}
