import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { type Columns, requireColumns, withDelimiter } from './csv-header.ts';
import { type Problem, UnreadableError } from './problem.ts';
import { requireUtf8 } from './utf8.ts';

/** The cells of a row as text, by column. */
export interface TextRecord {
  line: number;
  cells: Record<string, string>;
}

export type ReadRecord = TextRecord | { problems: Problem[] };

/** A longer record means a quotation mark that was never closed, or an attack. */
const MAX_RECORD_SIZE = 1024 * 1024;

/**
 * Reads the rows of a CSV file with a header. A row that does not match the header is a problem; a file that cannot be
 * parsed further is an error.
 */
export async function* readCsv(bytes: AsyncIterable<Buffer>, columns: Columns): AsyncGenerator<ReadRecord> {
  const { delimiter, bytes: text } = await withDelimiter(requireUtf8(bytes), columns);
  let header: string[] | undefined;
  for await (const { line, record } of csvRecords(text, delimiter)) {
    if (!header) {
      header = record;
      requireColumns(header, columns, line);
    } else if (record.length === header.length) {
      yield { line, cells: toCells(header, record) };
    } else {
      const reason = `has ${record.length} fields where the header has ${header.length}`;
      yield { problems: [{ line, column: '', reason }] };
    }
  }
  if (!header) throw new UnreadableError({ line: 1, column: '', reason: 'there is no header' });
}

/** The rows of a CSV file as they stand, each with the line on which it begins. Empty lines are left out. */
export async function* csvRecords(
  text: AsyncIterable<Buffer>,
  delimiter: string,
): AsyncGenerator<{ line: number; record: string[] }> {
  const parser = parse({
    bom: true,
    delimiter,
    // Spreadsheets end the header and the rows differently when a file was pasted together.
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    max_record_size: MAX_RECORD_SIZE,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  });
  const checked = Readable.from(text);
  checked.on('error', (error) => parser.destroy(error));
  checked.pipe(parser);
  // The parser counts a CRLF inside quotation marks as two lines.
  let countedTwice = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const breaks = breaksIn(record);
      countedTwice += breaks.ofTwoCharacters;
      yield { line: info.lines - countedTwice - breaks.all, record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(error['lines'] ?? 1);
    throw new UnreadableError({ line, column: '', reason: wordsFor(error) });
  } finally {
    checked.destroy();
  }
}

/** Counts the line breaks inside a row's cells, because the parser reports the line on which a row ends. */
function breaksIn(record: readonly string[]): { all: number; ofTwoCharacters: number } {
  const breaks = { all: 0, ofTwoCharacters: 0 };
  for (const cell of record) {
    if (!cell.includes('\n')) continue;
    breaks.all += cell.split('\n').length - 1;
    breaks.ofTwoCharacters += cell.split('\r\n').length - 1;
  }
  return breaks;
}

function toCells(header: readonly string[], record: readonly string[]): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [index, name] of header.entries()) cells[name] = record[index] ?? '';
  return cells;
}

const wordsFor = ({ code, message }: CsvError): string => {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quotation mark is never closed; the rest cannot be read';
  if (code === 'CSV_MAX_RECORD_SIZE') return 'is longer than a row can be; the rest cannot be read';
  if (code === 'CSV_INVALID_CLOSING_QUOTE' || code === 'INVALID_OPENING_QUOTE')
    return 'a quotation mark stands where none can; the rest cannot be read';
  return message;
};
