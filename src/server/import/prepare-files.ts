import type { Database } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { changedColumns } from './column-hashes.ts';
import { keyOf, readExternalIds } from './external-ids.ts';
import { createFindings } from './findings.ts';
import type { Kind } from './kind.ts';
import { readRows } from './read-rows.ts';
import type { Source } from './source.ts';
import type { StatementFiles } from './statement-files.ts';

const BATCH_SIZE = 500;

interface Place {
  tenantId: string;
  files: StatementFiles;
}

/**
 * Has the files scanned and stored that the rows of a source name, before the transaction that takes the rows: it must not wait for
 * the scanner and the storage. Rows that are known to say the same again need none. What is wrong with a row is told by whoever takes it.
 */
export async function prepareFiles(
  db: Database,
  { tenantId, files }: Place,
  source: Source,
  kind: Kind,
): Promise<void> {
  if (!kind.fileOf) return;
  for await (const batch of readRows(source, kind, createFindings(), BATCH_SIZE)) {
    const rows = batch.map(({ row }) => ({ row, externalId: String(row['external_id']) }));
    const references = rows.map(({ externalId }) => ({ kind: kind.name, externalId }));
    const known = await withTenant(db, tenantId, (tx) => readExternalIds(tx, tenantId, references), {
      readOnly: true,
    });
    for (const { row, externalId } of rows) {
      const before = known.get(keyOf({ kind: kind.name, externalId }));
      const changed = before && changedColumns(kind, before, row);
      const told = Object.entries(row).filter(([column]) => !changed || changed.has(column));
      await files.prepare(db, kind.fileOf(Object.fromEntries(told)));
    }
  }
}
