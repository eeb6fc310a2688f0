import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RowOfSheet, SheetOfRun } from '../../import/mapping/plan.ts';
import { makeTemporaryFolder } from '../../platform/http/temporary-folders.ts';
import type { JobDeps } from '../../platform/jobs/jobs.ts';
import { type Problem, UnreadableError } from '../../platform/records/problem.ts';
import type { DescribedSheet } from '../../sheets/describe-sheet.ts';
import { describeSheetApart, openSheetApart } from '../../sheets/sheet-apart.ts';
import { MOST_TEXT, type SheetFormat } from '../../sheets/sheet-limits.ts';
import { textOf } from '../../sheets/sheet-reader.ts';
import { keptKey } from '../../stored-files/storage-keys.ts';

interface StoredSheet {
  id: string;
  name: string;
}

export type SheetToLoad = StoredSheet & DescribedSheet;

interface LoadedSheets<P> {
  planned: P;
  sheets: SheetOfRun[];
  /** What cannot be read at all, and why. */
  unreadable: { name: string; problems: readonly Problem[] }[];
}

interface Planned {
  columnsRead(sheet: SheetToLoad): readonly string[];
}

/**
 * Reads the files of a run in two passes: what they look like, and then, of the columns that `plan` says are a field, the cells. The
 * rows that add others up are none; they are told apart.
 */
export async function loadSheets<P extends Planned>(
  { fileStorage }: Pick<JobDeps, 'fileStorage'>,
  { tenantId, files }: { tenantId: string; files: readonly StoredSheet[] },
  plan: (sheets: readonly SheetToLoad[]) => Promise<P>,
): Promise<LoadedSheets<P>> {
  const folder = await makeTemporaryFolder('portal-import-');
  const unreadable: LoadedSheets<P>['unreadable'] = [];
  const readEach = async <F extends StoredSheet, T>(each: readonly F[], read: (file: F) => Promise<T>) => {
    const done: T[] = [];
    for (const file of each)
      try {
        done.push(await read(file));
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        unreadable.push({ name: file.name, problems: error.problems });
      }
    return done;
  };
  try {
    const described = await readEach(files, async ({ id, name }): Promise<SheetToLoad> => {
      const { body } = await fileStorage.get(keptKey(tenantId, id));
      await pipeline(body, createWriteStream(join(folder, id), { mode: 0o600 }));
      return { id, name, ...(await describeSheetApart(join(folder, id), formatOf(name))) };
    });
    const planned = await plan(described);
    // All rows of a run are in the worker's memory while they are mapped.
    let left = MOST_TEXT;
    const sheets = await readEach(described, async (sheet): Promise<SheetOfRun> => {
      const { rows, text } = await readRows(join(folder, sheet.id), sheet, planned.columnsRead(sheet), left);
      left -= text;
      return { ...sheet, rows };
    });
    return { sheets, unreadable, planned };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readRows(path: string, { name }: StoredSheet, columns: readonly string[], mostText: number) {
  const rows: RowOfSheet[] = [];
  let text = 0;
  if (columns.length === 0) return { rows, text };
  const sheet = await openSheetApart(path, formatOf(name), { columns, mostText });
  for await (const { line, cells, isTotals } of sheet.rows) {
    if (isTotals) continue;
    rows.push({ line, cells });
    text += textOf(Object.values(cells));
  }
  return { rows, text };
}

const formatOf = (name: string): SheetFormat => (/\.xlsx$/i.test(name) ? 'xlsx' : 'csv');
