import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { closingXml, MAX_ROWS, openingXml, type Row, rowWriter, type Sheet, sheetEntry } from './sheet.ts';
import { STYLES_XML } from './styles.ts';

const CHUNK_LENGTH = 64 * 1024;
// Takes 40 % of the default level's time and produces 15 % more bytes.
const COMPRESSION_LEVEL = 3;

/**
 * A workbook as a stream of bytes. Memory does not grow with the number of rows, because rows are fetched as the reader
 * consumes the bytes. A sheet with more rows than the limit continues in another worksheet. Destroying the stream ends
 * the source of the rows before the stream emits `close`.
 */
export const workbookStream = (sheets: readonly Sheet[], mostRows = MAX_ROWS): Readable =>
  Readable.from(workbookBytes(sheets, mostRows), { objectMode: false });

async function* workbookBytes(sheets: readonly Sheet[], mostRows: number): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const written = writeParts(zip, output, sheets, mostRows);
  written.catch((error: unknown) => output.destroy(error as Error));
  try {
    yield* output;
  } finally {
    output.destroy();
    await written.catch(() => undefined);
  }
}

async function writeParts(
  zip: ZipFile,
  output: Readable,
  sheets: readonly Sheet[],
  mostRows: number,
): Promise<void> {
  let current: Readable | undefined;
  output.once('close', () => current?.destroy());
  const addPart = async (path: string, parts: AsyncIterable<string>) => {
    current = Readable.from(parts, { objectMode: false });
    // Whatever is added to a closed zip file would never be read.
    if (output.destroyed) current.destroy();
    else zip.addReadStream(current, path, { compressionLevel: COMPRESSION_LEVEL });
    await finished(current);
  };
  const names: string[] = [];
  for (const sheet of sheets) {
    const rows = rowsOf(sheet);
    try {
      for (let part = 1, isDone = false; !isDone; part += 1) {
        names.push(part === 1 ? sheet.name : `${sheet.name} ${part}`);
        await addPart(`xl/worksheets/sheet${names.length}.xml`, sheetXml(sheet, rows, mostRows));
        isDone = rows.isDone();
      }
    } finally {
      await rows.end();
    }
  }
  for (const [path, text] of Object.entries(framePartsOf(names))) zip.addBuffer(Buffer.from(text), path);
  zip.end();
}

/** The rows of a sheet across however many worksheets it takes, followed by the total. */
function rowsOf(sheet: Sheet) {
  const batches =
    Symbol.asyncIterator in sheet.rows ? sheet.rows[Symbol.asyncIterator]() : sheet.rows[Symbol.iterator]();
  let batch: readonly Row[] = [];
  let place = 0;
  let isOver = false;
  return {
    async next(): Promise<Row | null> {
      while (place === batch.length && !isOver) {
        const result = await batches.next();
        isOver = result.done === true;
        batch = isOver ? [] : (result.value as readonly Row[]);
        place = 0;
      }
      if (isOver) return null;
      place += 1;
      return batch[place - 1] ?? null;
    },
    isDone: () => isOver,
    async end() {
      await batches.return?.();
    },
  };
}

async function* sheetXml(
  { columns, total }: Sheet,
  rows: ReturnType<typeof rowsOf>,
  mostRows: number,
): AsyncGenerator<string> {
  const writer = rowWriter(columns);
  // The last row of a worksheet is reserved for the total.
  const lastPlace = mostRows - 1;
  let number = 1;
  let chunk = openingXml(columns);
  while (number < lastPlace) {
    const row = await rows.next();
    if (!row) break;
    number += 1;
    chunk += writer.row(number, row);
    if (chunk.length >= CHUNK_LENGTH) {
      yield chunk;
      chunk = '';
    }
  }
  const lastRow = number;
  if (rows.isDone() && total) chunk += writer.total(number + 1, total());
  yield chunk + closingXml(columns, lastRow);
}

const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`;
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The files that make worksheets a workbook. They are written last, when the number of worksheets is known. */
function framePartsOf(names: readonly string[]): Record<string, string> {
  const numbers = names.map((_, index) => index + 1);
  const styles = names.length + 1;
  return {
    'xl/styles.xml': STYLES_XML,
    'xl/workbook.xml': xml(
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"><sheets>${names.map((name, index) => sheetEntry(name, index + 1)).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((number) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`).join('')}<Relationship Id="rId${styles}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ),
    '_rels/.rels': xml(
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    '[Content_Types].xml': xml(
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${numbers.map((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPE}.worksheet+xml"/>`).join('')}</Types>`,
    ),
  };
}
