import { StringDecoder } from 'node:string_decoder';
import { beginningOf } from '../../../shared/domain/beginning-of.ts';
import { type Problem, UnreadableError } from './problem.ts';
import type { ReadRecord } from './read-csv.ts';
import { requireUtf8 } from './utf8.ts';

const MAX_LINE_LENGTH = 1024 * 1024;

/**
 * Reads the rows of a file with one JSON object on each line. Numbers, booleans and lists become the text that a CSV file
 * would contain.
 */
export async function* readNdjson(
  bytes: AsyncIterable<Buffer>,
  columns: readonly string[],
): AsyncGenerator<ReadRecord> {
  let line = 0;
  for await (const text of lines(requireUtf8(bytes))) {
    line += 1;
    const content = line === 1 ? text.replace(/^\uFEFF/, '') : text;
    if (content.trim() !== '') yield toRecord(line, content, columns);
  }
}

async function* lines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  let line = 1;
  const decoder = new StringDecoder('utf8');
  for await (const chunk of chunks) {
    const parts = (rest + decoder.write(chunk)).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      line += 1;
      yield part;
    }
    if (rest.length > MAX_LINE_LENGTH)
      throw new UnreadableError({
        line,
        column: '',
        reason: 'is longer than a row can be; the rest cannot be read',
      });
  }
  if (rest !== '') yield rest;
}

function toRecord(line: number, content: string, columns: readonly string[]): ReadRecord {
  const value = parseObject(content);
  if (value === null) return { problems: [{ line, column: '', reason: 'is not a JSON object' }] };
  const cells: Record<string, string> = Object.create(null);
  const problems: Problem[] = [];
  for (const [column, cell] of Object.entries(value)) {
    const text = toText(cell);
    if (!columns.includes(column))
      problems.push({
        line,
        column: beginningOf(column, 100),
        reason: `is not a column; there are ${columns.join(', ')}`,
      });
    else if (text === null)
      problems.push({ line, column, reason: 'is neither text, a number, a flag nor a list' });
    else cells[column] = text.trim();
  }
  return problems.length > 0 ? { problems } : { line, cells };
}

/** The reviver's third argument, which contains the source text, is not in TypeScript's types yet. */
const parseJson = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

/** Numbers stay text as written, because parsing a long one would lose digits. */
function parseObject(content: string): object | null {
  try {
    const value: unknown = parseJson(content, (_key, part, { source }) =>
      typeof part === 'number' ? source : part,
    );
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function toText(cell: unknown): string | null {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'boolean') return String(cell);
  if (Array.isArray(cell) && cell.every((part) => typeof part === 'string')) return cell.join(' ');
  return null;
}
