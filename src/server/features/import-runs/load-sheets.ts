import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { RowOfSheet, SheetOfRun } from '../../import/mapping/plan.ts';
import { makeTemporaryFolder } from '../../platform/http/temporary-folders.ts';
import type { JobDeps } from '../../platform/jobs/jobs.ts';
import { type Problem, UnreadableError } from '../../platform/records/problem.ts';
import { openSheet } from '../../sheets/read-sheet.ts';
import { keptKey } from '../../stored-files/storage-keys.ts';

interface StoredSheet {
  id: string;
  name: string;
}

interface LoadedSheets {
  sheets: SheetOfRun[];
  /** What cannot be read at all, and why. */
  unreadable: { name: string; problems: readonly Problem[] }[];
}

/** Reads the files of a run. The rows that add others up are none; they are told apart. */
export async function loadSheets(
  { fileStorage }: Pick<JobDeps, 'fileStorage'>,
  tenantId: string,
  files: readonly StoredSheet[],
): Promise<LoadedSheets> {
  const folder = await makeTemporaryFolder('portal-import-');
  try {
    const loaded: LoadedSheets = { sheets: [], unreadable: [] };
    for (const { id, name } of files) {
      const path = join(folder, id);
      const { body } = await fileStorage.get(keptKey(tenantId, id));
      await pipeline(body, createWriteStream(path, { mode: 0o600 }));
      try {
        loaded.sheets.push({ id, name, ...(await readSheet(path, name)) });
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        loaded.unreadable.push({ name, problems: error.problems });
      }
    }
    return loaded;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readSheet(
  path: string,
  name: string,
): Promise<Pick<SheetOfRun, 'columns' | 'rows' | 'totalsLines'>> {
  const sheet = await openSheet(path, /\.xlsx$/i.test(name) ? 'xlsx' : 'csv');
  const rows: RowOfSheet[] = [];
  const totalsLines: number[] = [];
  for await (const { line, cells, isTotals } of sheet.rows)
    if (isTotals) totalsLines.push(line);
    else rows.push({ line, cells });
  return { columns: sheet.columns, rows, totalsLines };
}
