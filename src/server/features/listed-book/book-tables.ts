import { type BookTable, LISTED } from '../../../shared/contract/operator-book.ts';
import {
  type BookFilter,
  type BookPage,
  listDeals,
  listParticipations,
  listPayments,
  listSyndicates,
} from '../../book/listed-book.queries.ts';
import type { Tx } from '../../platform/db/database.ts';
import { encoderOf } from '../../platform/http/wire-encoder.ts';
import { csvCell } from '../../platform/records/csv-cell.ts';

export const PAGE_LENGTH = 100;
export const MAX_PAGE_LENGTH = 1000;

const LISTS = {
  deals: listDeals,
  participations: listParticipations,
  payments: listPayments,
  syndicates: listSyndicates,
} as const;

type Listed<T extends BookTable> = Awaited<ReturnType<(typeof LISTS)[T]>>[number];

interface ListedPage<T extends BookTable> {
  rows: Listed<T>[];
  /** The id after which the next page begins; null when there is none. */
  next: bigint | null;
}

export async function readBookPage<T extends BookTable>(
  tx: Tx,
  tenantId: string,
  table: T,
  filter: BookFilter,
  { after, limit }: BookPage,
): Promise<ListedPage<T>> {
  // One row more shows whether there is another page.
  const found = (await LISTS[table](tx, tenantId, filter, { after, limit: limit + 1 })) as Listed<T>[];
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

type Written = Record<string, string | number | boolean | null>;

/** Rows as programs get them: the names and values of the contract. */
export function writeRows<T extends BookTable>(table: T, rows: readonly Listed<T>[]): Written[] {
  const encode = encoderOf(LISTED[table]);
  return rows.map((row) => encode(row) as Written);
}

/** The names of a table's columns, in order. */
export const columnsOf = (table: BookTable): string[] => Object.keys(LISTED[table].def.in.shape);

const AMOUNT = /^-?\d+(\.\d+)?$/;

/** A number stays a number, also a negative one, which a spreadsheet would not take for a formula. */
const written = (value: Written[string] | undefined): string => {
  const text = value === null || value === undefined ? '' : String(value);
  return AMOUNT.test(text) && typeof value !== 'boolean' ? text : text === '' ? '' : csvCell(text);
};

export const csvLine = (cells: readonly (Written[string] | undefined)[]): string =>
  `${cells.map(written).join(',')}\r\n`;

export const BOOK_FORMATS = {
  csv: { contentType: 'text/csv; charset=utf-8' },
  ndjson: { contentType: 'application/x-ndjson; charset=utf-8' },
} as const;

export type BookFormat = keyof typeof BOOK_FORMATS;

/** All chosen rows as text, page by page, in the caller's transaction. */
export async function* exportBookTable(
  tx: Tx,
  tenantId: string,
  table: BookTable,
  filter: BookFilter,
  format: BookFormat,
): AsyncGenerator<string> {
  const columns = columnsOf(table);
  if (format === 'csv') yield `${columns.join(',')}\r\n`;
  let after: bigint | undefined;
  do {
    const { rows, next } = await readBookPage(tx, tenantId, table, filter, { after, limit: MAX_PAGE_LENGTH });
    yield writeRows(table, rows)
      .map((row) =>
        format === 'csv' ? csvLine(columns.map((column) => row[column])) : `${JSON.stringify(row)}\n`,
      )
      .join('');
    after = next ?? undefined;
  } while (after !== undefined);
}
