import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { rate } from '../../../shared/domain/rate.ts';
import type { Row, Sheet } from './sheet.ts';
import { workbookStream } from './workbook.ts';

const COLUMNS: Sheet['columns'] = [
  { header: 'Day', kind: 'date', width: 12 },
  { header: 'Merchant', kind: 'text', width: 30 },
  { header: 'Amount', kind: 'money', width: 14 },
  { header: 'Part', kind: 'percent', width: 10 },
  { header: 'Number', kind: 'count', width: 8 },
];

const read = async (stream: Readable) => readXlsx(new Uint8Array(await buffer(stream)), { readStyles: true });

const row = (amount: bigint, text = 'Acme'): Row => ({
  cells: [calendarDate('2026-11-15'), text, amount, rate('27.27'), 3],
});

test('TABLE-02 cells are typed: days, amounts, percents and numbers', async () => {
  const { sheets } = await read(
    workbookStream([{ name: 'Deals', columns: COLUMNS, rows: [[row(123_456_789_012n), row(-5n)]] }]),
  );
  const [header, first, second] = sheets[0]?.rows ?? [];
  expect(header).toEqual(['Day', 'Merchant', 'Amount', 'Part', 'Number']);
  expect(first?.[0]).toEqual(new Date('2026-11-15T00:00:00Z'));
  expect(first?.slice(1)).toEqual(['Acme', 1_234_567_890.12, 0.2727, 3]);
  expect(second?.[2]).toBe(-0.05);
});

test('TABLE-02 text that looks like a formula stays text, and what XML cannot write is left out', async () => {
  const texts = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '<b>&"',
    'a\u0000b\u001fc',
    'x\ud800y',
    'line\nbreak',
    '  spaces ',
  ];
  const { sheets } = await read(
    workbookStream([{ name: 'T', columns: COLUMNS, rows: [texts.map((text) => row(0n, text))] }]),
  );
  expect(sheets[0]?.rows.slice(1).map((cells) => cells[1])).toEqual(
    texts.map((text) => text.replace('a\u0000b\u001fc', 'abc').replace('x\ud800y', 'xy')),
  );
  const formulas = [...(sheets[0]?.cells?.values() ?? [])].filter(
    (cell) => 'formula' in cell && cell.formula,
  );
  expect(formulas).toEqual([]);
});

test('TABLE-02 the header is frozen and the last row is the total', async () => {
  const { sheets } = await read(
    workbookStream([
      {
        name: 'A & B',
        columns: COLUMNS,
        rows: [[row(1n)], [row(2n)]],
        total: () => [null, null, 3n, null, null],
      },
    ]),
  );
  const [sheet] = sheets;
  expect(sheet?.name).toBe('A & B');
  expect(sheet?.freezePane).toMatchObject({ rows: 1 });
  expect(sheet?.rows.at(-1)?.slice(0, 3)).toEqual(['Total', null, 0.03]);
});

test('TABLE-02 more rows than a sheet may have go on in a second one, each row once, the total at the end', async () => {
  const rows = Array.from({ length: 23 }, (_, index) => row(BigInt(index)));
  const { sheets } = await read(
    workbookStream(
      [{ name: 'P', columns: COLUMNS, rows: [rows], total: () => [null, null, 253n, null, null] }],
      10,
    ),
  );
  expect(sheets.map(({ name, rows: all }) => [name, all.length])).toEqual([
    ['P', 9],
    ['P 2', 9],
    ['P 3', 9],
  ]);
  const amounts = sheets.flatMap((sheet) => sheet.rows.slice(1).map((cells) => cells[2]));
  expect(amounts).toEqual([...rows.keys()].map((index) => index / 100).concat(2.53));
});

test('TABLE-02 a reader who goes away ends the rows, and a source that fails breaks the file off', async () => {
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield [row(1n)];
    } finally {
      ended = true;
    }
  }
  const left = workbookStream([{ name: 'E', columns: COLUMNS, rows: endless() }]);
  left.once('data', () => left.destroy());
  await expect.poll(() => ended).toBe(true);

  async function* failing() {
    yield [row(1n)];
    throw new Error('the source failed');
  }
  const broken = workbookStream([{ name: 'F', columns: COLUMNS, rows: failing() }]);
  await expect(buffer(broken)).rejects.toThrow('the source failed');
});
