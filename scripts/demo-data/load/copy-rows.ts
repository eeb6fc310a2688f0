import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Book, TableName } from '../book.ts';

const CHUNK_LENGTH = 256 * 1024;
const NEEDS_ESCAPE = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Streams a book's rows into their tables and counts them. The first row of a table determines its columns. */
export async function copyBook(client: pg.Client, book: Book, counts: Map<string, number>): Promise<void> {
  for (const [table, rows] of Object.entries(book) as [TableName, Iterable<object>][]) {
    const name = snakeCase(table);
    const copied = await copyRows(client, name, rows);
    counts.set(name, (counts.get(name) ?? 0) + copied);
  }
}

async function copyRows(client: pg.Client, table: string, rows: Iterable<object>): Promise<number> {
  const iterator = rows[Symbol.iterator]();
  const first = iterator.next();
  if (first.done) return 0;
  const keys = Object.keys(first.value);
  let count = 0;
  function* text() {
    let chunk = '';
    for (let row = first; !row.done; row = iterator.next()) {
      chunk += copyLine(row.value, keys);
      count += 1;
      if (chunk.length >= CHUNK_LENGTH) {
        yield chunk;
        chunk = '';
      }
    }
    yield chunk;
  }
  const target = client.query(copyFrom(`copy ${table} (${keys.map(snakeCase).join(', ')}) from stdin`));
  await pipeline(Readable.from(text()), target);
  return count;
}

/** A row in the text format of COPY. */
export function copyLine(row: object, keys: readonly string[]): string {
  let line = '';
  for (const key of keys) {
    const value = (row as Record<string, unknown>)[key];
    if (value === undefined) throw new TypeError(`A row has no ${key}: ${Object.keys(row).join(', ')}`);
    line += line === '' ? field(value) : `\t${field(value)}`;
  }
  return `${line}\n`;
}

function field(value: unknown): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
  if (Array.isArray(value)) return escapeText(`{${value.map(element).join(',')}}`);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  throw new TypeError(`Not a value that COPY can be given: ${typeof value}`);
}

function element(value: unknown): string {
  return `"${String(value).replace(/["\\]/g, '\\$&')}"`;
}

function escapeText(text: string): string {
  return NEEDS_ESCAPE.test(text)
    ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character)
    : text;
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
