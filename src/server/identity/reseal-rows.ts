import type { Database, Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';

const BATCH = 100;

interface SealedRows<Row> {
  /** Some that another key sealed, locked; none when all are done. */
  read(tx: Tx, most: number): Promise<Row[]>;
  /** Seals one with the key that new values get. */
  write(tx: Tx, row: Row): Promise<unknown>;
}

/** Seals a tenant's rows anew, each batch in a transaction of its own: no lock is held for long. Gives how many there were. */
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
