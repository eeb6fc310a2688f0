import type { Database, Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';

const BATCH = 100;

interface SealedRows<Row> {
  /** Reads and locks some rows that an older key encrypted; an empty list when all are done. */
  read(tx: Tx, most: number): Promise<Row[]>;
  /** Encrypts one row with the current key. */
  write(tx: Tx, row: Row): Promise<unknown>;
}

/**
 * Re-encrypts a tenant's rows, each batch in its own transaction so that no lock is held for long. Returns their number.
 */
export async function resealRows<Row>(
  db: Database,
  tenantId: string,
  { read, write }: SealedRows<Row>,
): Promise<number> {
  let count = 0;
  for (;;) {
    const done = await withTenant(db, tenantId, async (tx) => {
      const rows = await read(tx, BATCH);
      for (const row of rows) await write(tx, row);
      return rows.length;
    });
    if (done === 0) return count;
    count += done;
  }
}
