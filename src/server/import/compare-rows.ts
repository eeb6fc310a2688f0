import { changedColumns, columnHashes } from './column-hashes.ts';
import { contentHash, type ImportedRow, type KnownRow } from './external-ids.ts';
import type { Kind, RowContext } from './kind.ts';

type Row = Record<string, unknown>;

interface Comparison {
  /** The columns that say something else than last time; none for an unchanged row. */
  changed: ReadonlySet<string>;
  /** What the next import is to compare with. */
  hashes: Omit<ImportedRow, 'id'>;
  /** True when that is stored already. */
  isStored: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/** Compares a row with what was imported last under its external id. */
export function compareRow(work: RowContext, kind: Kind, row: Row, before: KnownRow | undefined): Comparison {
  const externalId = String(row['external_id']);
  if (kind.contentHashes) {
    const [hash, ...others] = kind.contentHashes(work, row);
    const hashes = { externalId, contentHash: hash, columnHashes: null };
    if (before?.contentHash.equals(hash)) return { changed: NONE, hashes, isStored: true };
    if (before && others.some((other) => before.contentHash.equals(other)))
      return { changed: NONE, hashes, isStored: false };
    return { changed: new Set(Object.keys(columnHashes(row))), hashes, isStored: false };
  }
  const now = columnHashes(row);
  const changed = before ? changedColumns(kind, before, row, now) : NONE;
  return {
    changed,
    // Columns that the row leaves out still say what they said before.
    hashes: {
      externalId,
      contentHash: contentHash(row),
      columnHashes: { ...before?.columnHashes, ...now },
    },
    isStored: changed.size === 0 && before?.columnHashes != null,
  };
}
