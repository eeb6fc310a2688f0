import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { lookAtSheetApart, openSheetApart } from './sheet-apart.ts';

const COLUMNS = ['MID', 'Amount', 'Note'];
const NOTE = 'aa1'.repeat(1_330);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheets-apart-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A small file whose rows are large: all of them have the same long texts, which it has once. */
async function longTexts(rows: number): Promise<string> {
  const path = join(folder, `${rows}.xlsx`);
  const row = ['M-1', 12.5, NOTE];
  const all = [COLUMNS, ...Array.from({ length: rows }, () => row)];
  await writeFile(path, await writeXlsx({ sheets: [{ name: 'Day', rows: all }] }));
  return path;
}

test('UPLOAD-06 what a person needs to see of a spreadsheet is found in its reader, and not its rows are passed on', async () => {
  const path = await longTexts(2_000);
  const parsed = vi.spyOn(JSON, 'parse');
  const { lineCount, samples } = await lookAtSheetApart(path, 'xlsx');
  const passedOn = parsed.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
  parsed.mockRestore();
  expect(passedOn).toBeLessThan(2_000);
  expect(lineCount).toBe(2_000);
  expect(samples).toMatchObject({ MID: ['M-1'], Amount: ['12.5'], Note: [NOTE.slice(0, 200)] });
});

test('UPLOAD-06 rows of more text than the worker takes are refused with words, whoever reads them', async () => {
  const { rows } = await openSheetApart(await longTexts(20_000), 'xlsx', { columns: ['Note'] });
  const read = async () => {
    let text = 0;
    for await (const { cells } of rows) text += cells['Note']?.length ?? 0;
    return text;
  };
  await expect(read()).rejects.toMatchObject({
    problems: [{ reason: 'holds more text than can be read at once; split it' }],
  });
});

test('UPLOAD-06 a reader whose rows nobody takes is ended after five minutes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { rows } = await openSheetApart(await longTexts(10_000), 'xlsx', { columns: ['Note'] });
    await rows.next();
    vi.advanceTimersByTime(300_000);
    const rest = async () => {
      for await (const _row of rows);
    };
    await expect(rest()).rejects.toMatchObject({
      problems: [{ reason: expect.stringContaining('more memory or time') }],
    });
  } finally {
    vi.useRealTimers();
  }
});
