import { hash } from 'node:crypto';
import { type ColumnHashes, contentHash, type KnownRow, plainly } from './external-ids.ts';

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
  before: Pick<KnownRow, 'contentHash' | 'columnHashes'>,
  row: Row,
  now = columnHashes(row),
): Set<string> {
  const known = before.columnHashes;
  if (!known && before.contentHash.equals(contentHash(row))) return new Set();
  return new Set(Object.keys(now).filter((column) => known?.[column] !== now[column]));
}
