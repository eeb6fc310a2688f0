import { readFile } from 'node:fs/promises';
import { findEncoding, toUtf8 } from '../platform/records/encoding.ts';
import { UnreadableError } from '../platform/records/problem.ts';
import { csvRecords } from '../platform/records/read-csv.ts';
import { UnfitFile } from '../stored-files/file-checks/verdict.ts';
import { readArchive } from '../stored-files/file-checks/zip-archive.ts';
import { readBytes } from './file-bytes.ts';
import { findDelimiter } from './find-delimiter.ts';
import { SHEET_LIMITS, type SheetFormat, type SheetLimits } from './sheet-limits.ts';

/** A row as it stands in the file, every cell as text: a date as `2026-11-13`, a number as its digits. */
export interface RawRow {
  /** As the spreadsheet numbers its rows, or an editor its lines; from 1. */
  line: number;
  cells: string[];
}

/** The rows of a csv file, or of the first sheet of an xlsx file. What is too large or cannot be read is an UnreadableError. */
export async function* rawRows(
  path: string,
  format: SheetFormat,
  limits: SheetLimits = SHEET_LIMITS,
): AsyncGenerator<RawRow> {
  let count = 0;
  let reached = 0;
  for await (const read of format === 'csv' ? csvRows(path) : xlsxRows(path, limits)) {
    const row = { line: read.line, cells: read.cells.map(storable) };
    count += 1;
    // Lines are told apart by their numbers.
    if (!(row.line > reached && row.line <= LAST_LINE))
      throw unreadable(
        Math.max(1, reached),
        'the rows after this one are not numbered in their order; save the file anew',
      );
    reached = row.line;
    if (count > limits.rows)
      throw unreadable(
        row.line,
        `the file has more than ${limits.rows.toLocaleString('en-US')} rows; split it`,
      );
    if (row.cells.length > limits.columns)
      throw unreadable(row.line, `has more than ${limits.columns} columns`);
    if (row.cells.some((cell) => cell.length > limits.cell))
      throw unreadable(row.line, `has a cell of more than ${limits.cell} characters`);
    yield row;
  }
}

/** More than any file has. A spreadsheet has no row after 1,048,576, but a csv file may have line breaks inside of cells. */
const LAST_LINE = 100_000_000;

/** Text that the database can keep: neither with a NUL nor with half of a character. */
const storable = (cell: string): string => cell.replaceAll('\0', '').toWellFormed();

const unreadable = (line: number, reason: string) => new UnreadableError({ line, column: '', reason });

async function* csvRows(path: string): AsyncGenerator<RawRow> {
  const { encoding } = await findEncoding(readBytes(path));
  const text = () => toUtf8(readBytes(path), encoding);
  const delimiter = await findDelimiter(text());
  for await (const { line, record } of csvRecords(text(), delimiter)) yield { line, cells: record };
}

/** The archive's own directory tells how large it unpacks; a zip bomb is refused before anything of it is unpacked. */
async function* xlsxRows(path: string, limits: SheetLimits): AsyncGenerator<RawRow> {
  // Only what reads one loads them: a reader is started for each file.
  const { HucreError } = await import('hucre');
  const { streamXlsxRows } = await import('hucre/xlsx');
  const bytes = await readFile(path);
  let cellCount = 0;
  try {
    readArchive(bytes);
    for await (const { index, values } of streamXlsxRows(bytes)) {
      cellCount += values.length;
      if (cellCount > limits.cells)
        throw unreadable(
          index + 1,
          'the spreadsheet has formatted cells far to the right; delete the empty columns and save it anew',
        );
      if (values.length > limits.columns) values.length = lastFilled(values) + 1;
      yield { line: index + 1, cells: values.map(cellText) };
    }
  } catch (error) {
    if (error instanceof UnfitFile)
      throw unreadable(
        1,
        error.refusal === 'unpacks_too_large'
          ? 'the spreadsheet unpacks to more than can be read; save it anew, with this sheet alone'
          : 'the spreadsheet is damaged or locked with a password',
      );
    if (error instanceof HucreError)
      throw unreadable(1, 'the spreadsheet is damaged or locked with a password');
    throw error;
  }
}

/** A spreadsheet program may format cells to the right that hold nothing. */
const lastFilled = (values: readonly unknown[]) =>
  values.findLastIndex((value) => value !== null && value !== undefined && value !== '');

/** A spreadsheet calculates with 15 digits; what a sum of cents has beyond them is noise. */
const DIGITS = 15;

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : dateText(value.toISOString());
  if (typeof value === 'number') return numberText(value);
  return String(value).trim();
}

const dateText = (iso: string) => (iso.slice(11, 19) === '00:00:00' ? iso.slice(0, 10) : iso.slice(0, 19));

function numberText(value: number): string {
  const rounded = Number(value.toPrecision(DIGITS));
  const text = String(rounded);
  if (!text.includes('e')) return text;
  return Math.abs(rounded) >= 1 ? BigInt(Math.round(rounded)).toString() : rounded.toFixed(DIGITS);
}
