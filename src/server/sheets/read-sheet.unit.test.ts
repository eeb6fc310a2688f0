import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { UnreadableError } from '../platform/records/problem.ts';
import { rawRows } from './raw-rows.ts';
import { openSheet } from './read-sheet.ts';
import { SHEET_LIMITS, type SheetFormat } from './sheet-limits.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheets-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(content: Buffer | Uint8Array | string, format: SheetFormat = 'csv') {
  const path = join(folder, `sheet.${format}`);
  await writeFile(path, content);
  return path;
}

async function read(content: Buffer | Uint8Array | string, format: SheetFormat = 'csv') {
  const { rows, ...opened } = await openSheet(await written(content, format), format);
  const read = [];
  for await (const row of rows) read.push(row);
  return { ...opened, rows: read };
}

const refusal = async (content: Buffer | Uint8Array | string, format: SheetFormat = 'csv') => {
  const error = await read(content, format).catch((caught: unknown) => caught);
  if (!(error instanceof UnreadableError)) throw new Error('The file was read.');
  return error.problems[0];
};

const day = [
  'Settled 11/13/26;;;',
  '',
  'Contract ;Merchant  ; Amt;Eff Date',
  '7001;Café Nueve;$1,234.50;11/13/26',
  '7002;"Long; Name";(123.45);11/13/26',
  'Contract ;Merchant  ; Amt;Eff Date',
  '7003;Ship;$5.00;11/13/26',
  'Total:;;$1,116.05;',
  '',
].join('\r\n');

describe('POST-01 spreadsheets as they come', () => {
  test('POST-01 a csv file is read whatever its delimiter, encoding, title, blank and totals rows', async () => {
    const expected = {
      columns: ['Contract', 'Merchant', 'Amt', 'Eff Date'],
      headerLine: 3,
      rows: [
        {
          line: 4,
          isTotals: false,
          cells: { Contract: '7001', Merchant: 'Café Nueve', Amt: '$1,234.50', 'Eff Date': '11/13/26' },
        },
        {
          line: 5,
          isTotals: false,
          cells: expect.objectContaining({ Merchant: 'Long; Name', Amt: '(123.45)' }),
        },
        { line: 7, isTotals: false, cells: expect.objectContaining({ Contract: '7003' }) },
        { line: 8, isTotals: true, cells: expect.objectContaining({ Amt: '$1,116.05' }) },
      ],
    };
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(day, 'utf16le')]);
    const files = [
      Buffer.from(day),
      Buffer.from(`\uFEFF${day}`),
      utf16,
      Buffer.from(day, 'latin1'),
      Buffer.from(day.replaceAll('\r\n', '\r')),
    ];
    for (const content of files) expect(await read(content)).toMatchObject(expected);
    expect((await read(day.replaceAll(';', '\t'))).columns).toEqual(expected.columns);
    const commas = 'MID,Amount,Date\n1,"$1,000.00",11/13/26\n2,"$2,000.00",11/13/26\n,"$3,000.00",\n';
    const read3 = await read(commas);
    expect(read3.rows.map(({ isTotals }) => isTotals)).toEqual([false, false, true]);
  });

  test('POST-01 a spreadsheet is read with its date cells, its numbers to the cent and its rows as numbered', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Batch',
          columns: [{}, {}, { numFmt: 'mm/dd/yyyy' }, {}],
          rows: [
            ['Batch of the day', null, null, null],
            [],
            ['Deal ID ', 'Merchant', 'Process Date', 'Amount'],
            [7001, 'Café', new Date('2026-11-13T00:00:00Z'), 690],
            [7002, 'Ship', new Date('2026-11-13T00:00:00Z'), 608.5700000000001],
            ['Total', '', '', 1298.57],
          ],
        },
        { name: 'Other', rows: [['nothing', 'of it']] },
      ],
    });
    const sheet = await read(Buffer.from(bytes), 'xlsx');
    expect(sheet).toMatchObject({
      columns: ['Deal ID', 'Merchant', 'Process Date', 'Amount'],
      headerLine: 3,
    });
    expect(sheet.rows).toMatchObject([
      { line: 4, cells: { 'Deal ID': '7001', 'Process Date': '2026-11-13', Amount: '690' } },
      { line: 5, cells: { Amount: '608.57' } },
      { line: 6, isTotals: true },
    ]);
  });

  test('POST-01 columns without a name or with another one’s name are told apart', async () => {
    const { columns } = await read('Date,Amount,,Amount,x\n11/13/26,1,a,2,b\n11/13/26,1,a,2,b\n');
    expect(columns).toEqual(['Date', 'Amount', 'Column C', 'Amount (2)', 'x']);
  });

  test('POST-01 what cannot be read, or is too large, is refused in words', async () => {
    expect(await refusal('')).toMatchObject({ reason: 'the file is empty' });
    expect(await refusal('1,2\n3,4\n')).toMatchObject({
      reason: expect.stringContaining('no row has the names'),
    });
    const wide = `${Array.from({ length: 201 }, (_, place) => `Column ${place}`).join(',')}\n`;
    expect(await refusal(wide)).toMatchObject({ reason: 'has more than 200 columns' });
    expect(await refusal(`MID,Note\n1,${'x'.repeat(4001)}\n`)).toMatchObject({
      line: 2,
      reason: 'has a cell of more than 4000 characters',
    });
    const long = rawRows(await written(`MID,Note\n${'1,x\n'.repeat(10)}`), 'csv', {
      ...SHEET_LIMITS,
      rows: 5,
    });
    const all = async () => {
      for await (const row of long) expect(row.line).toBeLessThan(6);
    };
    await expect(all()).rejects.toThrow('the file has more than 5 rows; split it');
    expect(await refusal('MID,Amount\n1,2\n3,"4\n')).toMatchObject({
      reason: expect.stringContaining('a quotation mark is never closed'),
    });
    expect(await refusal(`MID,Amount\n${'1,2\n'.repeat(50)}1,2,3\n`)).toMatchObject({
      line: 52,
      reason: 'has 3 cells where the header has 2',
    });
    expect(await refusal('not a zip', 'xlsx')).toMatchObject({ reason: expect.stringContaining('damaged') });
    expect(await refusal(bomb(), 'xlsx')).toMatchObject({
      reason: expect.stringContaining('unpacks to more'),
    });
  });
});

describe('POST-01 spreadsheets that somebody has made up', () => {
  test('POST-01 what the database cannot keep is left out of the cells', async () => {
    const cells =
      textCells('A1', 'MID', 'B1', 'Note') +
      '</row><row r="2">' +
      textCells('A2', '7_x0000_001', 'B2', '&#xD83D;x&#0;');
    const { rows } = await read(await madeUp(`<row r="1">${cells}</row>`), 'xlsx');
    expect(rows).toMatchObject([{ line: 2, cells: { MID: '7001', Note: '\ufffdx' } }]);
    expect((await read('MID,Note\n1\0,a\0b\n2,c\n')).rows[0]).toMatchObject({
      cells: { MID: '1', Note: 'ab' },
    });
  });

  test('POST-01 rows that no spreadsheet has are refused in words: after the last one, before the first, twice', async () => {
    for (const number of ['999999999999', '-5', '1'])
      expect(
        await refusal(
          await madeUp(
            `<row r="1">${textCells('A1', 'MID', 'B1', 'Note')}</row><row r="${number}">${textCells('A2', '1', 'B2', 'x')}</row>`,
          ),
          'xlsx',
        ),
      ).toMatchObject({ reason: expect.stringMatching(/not numbered in their order|damaged/) });
  });

  test('POST-01 cells far to the right of nothing are not read for long', async () => {
    const rows = Array.from({ length: 4000 }, (_, place) => {
      const line = place + 1;
      return `<row r="${line}">${textCells(`A${line}`, 'MID', `B${line}`, 'Note')}<c r="XFD${line}"/></row>`;
    });
    const path = await written(await madeUp(rows.join('')), 'xlsx');
    const limits = { ...SHEET_LIMITS, cells: 100_000 };
    const all = async () => {
      for await (const row of rawRows(path, 'xlsx', limits)) expect(row.line).toBeLessThan(8);
    };
    await expect(all()).rejects.toThrow('formatted cells far to the right');
  });
});

const textCells = (...pairs: string[]): string =>
  pairs
    .flatMap((place, index) =>
      index % 2 === 0 ? [`<c r="${place}" t="inlineStr"><is><t>${pairs[index + 1]}</t></is></c>`] : [],
    )
    .join('');

/** A spreadsheet with these rows as they are written here, whatever a program would write. */
async function madeUp(rows: string): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(partsWith(rows))) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const partsWith = (rows: string) => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="a" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="a" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
});

/** A zip of one part that unpacks to two hundred times its size and more. */
function bomb(): Buffer {
  const name = Buffer.from('xl/workbook.xml');
  const content = Buffer.alloc(8 * 1024 * 1024, 0x20);
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(content.length, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(content.length, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(30 + name.length + packed.length, 16);
  return Buffer.concat([local, name, packed, central, name, end]);
}
