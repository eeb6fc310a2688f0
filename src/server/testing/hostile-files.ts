import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { ZipFile } from 'yazl';
import { pdfOf, photo } from './sample-files.ts';

/** Files that cost their reader as much as their kind allows. Each is made when it is asked for, and none is kept. */
export interface HostileFile {
  what: string;
  name: string;
  make(): Promise<Buffer>;
  /** One that CI tries too; the others take minutes. */
  isQuick?: boolean;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
const relationships = (...inside: string[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside.join('')}</Relationships>`;
const HEADER = ['Deal ID', 'Payment Date', 'Amount']
  .map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`)
  .join('');

interface Book {
  rows?: Iterable<string>;
  shared?: Iterable<string>;
  styles?: Iterable<string>;
  sheets?: number;
  more?: Readonly<Record<string, Buffer>>;
}

/** A spreadsheet of payments whose rows, texts or styles are the given ones. */
async function book({ rows = [], shared = [], styles = [], sheets = 1, more = {} }: Book): Promise<Buffer> {
  const zip = new ZipFile();
  const add = (name: string, parts: Iterable<string>) =>
    zip.addReadStream(Readable.from(inBlocks(parts)), name);
  const named = Array.from(
    { length: sheets },
    (_, index) => `<sheet name="Sheet ${index}" sheetId="${index + 1}" r:id="rId1"/>`,
  );
  add('[Content_Types].xml', [
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
  ]);
  add('_rels/.rels', [relationships(relationship('rId1', 'officeDocument', 'xl/workbook.xml'))]);
  add('xl/_rels/workbook.xml.rels', [
    relationships(
      relationship('rId1', 'worksheet', 'worksheets/sheet1.xml'),
      relationship('rId2', 'sharedStrings', 'sharedStrings.xml'),
      relationship('rId3', 'styles', 'styles.xml'),
    ),
  ]);
  add('xl/workbook.xml', [
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>`,
    ...named,
    '</sheets></workbook>',
  ]);
  add(
    'xl/worksheets/sheet1.xml',
    around(
      `<worksheet xmlns="${MAIN}"><sheetData><row r="1">${HEADER}</row>`,
      rows,
      '</sheetData></worksheet>',
    ),
  );
  add('xl/sharedStrings.xml', around(`<sst xmlns="${MAIN}">`, shared, '</sst>'));
  add('xl/styles.xml', around(`<styleSheet xmlns="${MAIN}"><cellXfs>`, styles, '</cellXfs></styleSheet>'));
  for (const [name, bytes] of Object.entries(more)) zip.addBuffer(bytes, name);
  zip.end();
  return buffer(zip.outputStream);
}

function* around(begin: string, parts: Iterable<string>, end: string): Generator<string> {
  yield begin;
  yield* parts;
  yield end;
}

/** Millions of small parts would be written one by one. */
function* inBlocks(parts: Iterable<string>): Generator<Buffer> {
  let block: string[] = [];
  for (const part of parts) {
    block.push(part);
    if (block.length < 10_000) continue;
    yield Buffer.from(block.join(''));
    block = [];
  }
  yield Buffer.from(block.join(''));
}

function* times(count: number, part: (nth: number) => string): Generator<string> {
  for (let nth = 0; nth < count; nth += 1) yield part(nth);
}

/** So that it does not pack as well as what is refused for that alone. */
const digits = (nth: number) => String((nth * 2_654_435_761) % 4_294_967_296);
const csv = (header: string, count: number, row: string) => Buffer.from(`${header}\n${row.repeat(count)}`);
const commas = (count: number) =>
  csv(Array.from({ length: 200 }, (_, nth) => `Column ${nth} x`).join(), count, `1${','.repeat(199)}\n`);

const PAGES = '<< /Type /Pages /Kids [] /Count 0 >>';
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const stream = (dictionary: string, content: Buffer) =>
  `<< ${dictionary} /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`;

/** A PDF of version 1.5 with a stream of packed objects, and the table that finds them in it. */
export function packedPdf(objects: readonly string[], plain: readonly string[] = []): Buffer {
  const first = objects.map((_, index) => index + 1);
  let at = 0;
  const places = objects.map((object, index) => {
    const place = `${first[index]} ${at}`;
    at += object.length + 1;
    return place;
  });
  const head = `${places.join(' ')} `;
  const packed = deflateSync(Buffer.from(head + objects.join('\n'), 'latin1'));
  const streams = [
    stream(`/Type /ObjStm /N ${objects.length} /First ${head.length} /Filter /FlateDecode`, packed),
    ...plain,
  ];
  let text = '%PDF-1.5\n';
  const starts = streams.map((one, index) => {
    const start = text.length;
    text += `${objects.length + 1 + index} 0 obj\n${one}\nendobj\n`;
    return start;
  });
  const row = (kind: number, where: number, which: number) => {
    const bytes = Buffer.alloc(9);
    bytes.writeUInt8(kind, 0);
    bytes.writeUInt32BE(where, 1);
    bytes.writeUInt32BE(which, 5);
    return bytes;
  };
  const size = objects.length + streams.length + 2;
  const table = Buffer.concat([
    row(0, 0, 65_535),
    ...objects.map((_, index) => row(2, objects.length + 1, index)),
    ...starts.map((start) => row(1, start, 0)),
    row(1, text.length, 0),
  ]);
  const end = stream(
    `/Type /XRef /Size ${size} /W [1 4 4] /Root 1 0 R /Filter /FlateDecode`,
    deflateSync(table),
  );
  return Buffer.from(
    `${text}${size - 1} 0 obj\n${end}\nendobj\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}

const oneColor = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0b6b5d' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer();
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 15, progressive: true })
    .toBuffer();

export const HOSTILE_SHEETS: readonly HostileFile[] = [
  {
    what: 'millions of shared texts',
    name: 'shared.xlsx',
    make: () => book({ shared: times(6_500_000, (nth) => `<si><t>${nth.toString(36)}</t></si>`) }),
    isQuick: true,
  },
  { what: 'a table of commas', name: 'commas.csv', make: async () => commas(104_000), isQuick: true },
  { what: '10,000 sheets', name: 'sheets.xlsx', make: () => book({ sheets: 10_000 }) },
  {
    what: 'a spreadsheet in a spreadsheet',
    name: 'nested.xlsx',
    make: async () => book({ more: { 'xl/embeddings/inner.xlsx': await book({}) } }),
  },
  {
    what: 'a gigabyte, unpacked',
    name: 'gigabyte.xlsx',
    make: () => book({ rows: times(1_000_000, (nth) => `<row r="${nth + 2}">${' '.repeat(1_000)}</row>`) }),
  },
  {
    what: 'a million styles',
    name: 'styles.xlsx',
    make: () =>
      book({ styles: times(1_000_000, (nth) => `<xf numFmtId="${nth}" fontId="${digits(nth)}"/>`) }),
  },
  {
    what: 'elements within elements',
    name: 'deep.xlsx',
    make: () => book({ rows: times(2_000_000, (nth) => `<a${digits(nth)}>`) }),
  },
  {
    what: 'one cell of 40 MB',
    name: 'cell.xlsx',
    make: () =>
      book({
        rows: around('<row r="2"><c t="inlineStr"><is><t>', times(4_000_000, digits), '</t></is></c></row>'),
      }),
  },
  {
    what: 'a column far to the right',
    name: 'column.xlsx',
    make: () => book({ rows: ['<row r="2"><c r="ZZZZZZ2"><v>1</v></c></row>'] }),
  },
  {
    what: 'the last row of all',
    name: 'row.xlsx',
    make: () => book({ rows: ['<row r="2000000000"><c r="A2000000000"><v>1</v></c></row>'] }),
  },
  {
    what: 'a cell at the right end of each row',
    name: 'wide.xlsx',
    make: () =>
      book({
        rows: times(
          240_000,
          (nth) => `<row r="${nth + 2}"><c r="XFD${nth + 2}"><v>${digits(nth)}</v></c></row>`,
        ),
      }),
  },
  {
    what: 'half a spreadsheet',
    name: 'half.xlsx',
    make: async () =>
      (await book({ shared: times(200_000, (nth) => `<si><t>${digits(nth)}</t></si>`) })).subarray(
        0,
        500_000,
      ),
  },
  {
    what: 'a text that never ends',
    name: 'open.csv',
    make: async () => csv('Deal ID,Payment Date,Amount', 1_000_000, '"never closed, \n'),
  },
  {
    what: 'one line of 20 MB',
    name: 'line.csv',
    make: async () => Buffer.from(`Deal ID,Payment Date,Amount\n${'x,'.repeat(10_000_000)}`),
  },
  {
    what: 'ten million lines',
    name: 'lines.csv',
    make: async () => csv('Deal ID,Payment Date,Amount', 10_000_000, '1\n'),
  },
];

export const HOSTILE_DOCUMENTS: readonly HostileFile[] = [
  {
    what: 'a PDF of a million packed objects',
    name: 'objects.pdf',
    make: async () => packedPdf([CATALOG, PAGES, ...times(1_000_000, (nth) => `<< /N (${digits(nth)}) >>`)]),
    isQuick: true,
  },
  {
    what: 'a PDF of arrays within arrays',
    name: 'arrays.pdf',
    make: async () => pdfOf([CATALOG, PAGES, '['.repeat(5_000_000)]),
    isQuick: true,
  },
  {
    what: 'a PDF whose pages lead in a circle',
    name: 'circle.pdf',
    make: async () =>
      pdfOf([
        '<< /Type /Catalog /Pages 2 0 R /OpenAction 3 0 R >>',
        '<< /Type /Pages /Kids [2 0 R] /Count 1 >>',
        '4 0 R',
        '3 0 R',
      ]),
  },
  {
    what: 'a PDF whose packed objects unpack to 2 GB',
    name: 'bomb.pdf',
    make: async () => {
      const packed = deflateSync(Buffer.alloc(1_000_000_000, ' '));
      const twice = deflateSync(packed);
      return packedPdf(
        [CATALOG, PAGES],
        [
          stream('/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode]', twice),
          stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', packed),
        ],
      );
    },
  },
  { what: 'half a PDF', name: 'half.pdf', make: async () => packedPdf([CATALOG, PAGES]).subarray(0, 120) },
  { what: 'a picture of one color', name: 'plain.png', make: () => oneColor(8_000, 8_000), isQuick: true },
  {
    what: 'a picture of more pixels than any camera takes',
    name: 'large.png',
    make: () => oneColor(30_000, 30_000),
  },
  { what: 'a photograph of noise', name: 'noise.jpg', make: () => noise(7_900, 7_900) },
  {
    what: 'half a picture',
    name: 'half.png',
    make: async () => (await photo('png', 4_000, 4_000)).subarray(0, 5_000),
  },
];
