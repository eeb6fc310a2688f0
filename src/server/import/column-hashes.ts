import { hash } from 'node:crypto';
import { type ColumnHashes, contentHash, type KnownRow, plainly } from './external-ids.ts';
import type { Kind } from './kind.ts';
import { columnsOfOneField } from './stored-fields.ts';

type Row = Readonly<Record<string, unknown>>;

/** 66 bits: enough that two values of one column never get the same one by chance. */
const HASH_LENGTH = 11;

/** Of the columns that the row speaks of. An empty one says something too; one that was left out does not. */
export function columnHashes(row: Row): ColumnHashes {
  const hashes: Record<string, string> = {};
  for (const [column, value] of Object.entries(row)) {
    if (value === undefined || column === 'external_id') continue;
    const digest = hash('sha256', `${column}\n${JSON.stringify(value, plainly)}`, 'base64url');
    hashes[column] = digest.slice(0, HASH_LENGTH);
  }
  return hashes;
}

/**
 * The columns in which a row says something else than when it was imported last. What users have changed in the portal since is kept in the
 * others. Of a row that was imported before column hashes were kept, only the whole can be compared.
 */
export function changedColumns(
  kind: Pick<Kind, 'storedAs'>,
  before: Pick<KnownRow, 'contentHash' | 'columnHashes'>,
  row: Row,
  now = columnHashes(row),
): Set<string> {
  const known = before.columnHashes;
  if (!known && before.contentHash.equals(contentHash(row))) return new Set();
  const changed = new Set(Object.keys(now).filter((column) => known?.[column] !== now[column]));
  for (const columns of columnsOfOneField(kind)) changeTogether(changed, columns, known, row);
  return changed;
}

/**
 * Columns that are stored in one field change together, because what one of them says is only right with the others. An empty one by itself says
 * nothing as long as it is not known to have said something, as when a statement's `file` is followed by a file with an empty `stored_file`.
 */
function changeTogether(
  changed: Set<string>,
  columns: readonly string[],
  known: ColumnHashes | null,
  row: Row,
): void {
  const saysNothing = (column: string) =>
    row[column] === null &&
    (known ? known[column] === undefined : columns.some((other) => row[other] === undefined));
  const isChanged = columns.some((column) => changed.has(column) && !saysNothing(column));
  for (const column of columns)
    if (isChanged && row[column] !== undefined) changed.add(column);
    else changed.delete(column);
}
