import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { createFundedDeal, createTenant } from '../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const DEALS = 50;

/** How many rows of the deals and of what belongs to them this transaction has read. */
async function rowsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select sum(seq_tup_read + idx_tup_fetch)::integer as count from pg_stat_xact_user_tables where relname like 'deal%'`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

test('OPS-01 a deal is opened without reading the others, so that the last of an import takes as long as the first', async () => {
  const tenantId = await createTenant(database.owner);
  await withTenant(database.db, tenantId, async (tx) => {
    // More than the few executions after which a session keeps the plan of a statement.
    for (let count = 0; count < DEALS; count += 1) await createFundedDeal(tx, tenantId);
    // The four foreign keys to it.
    expect(await rowsRead(tx)).toBeLessThanOrEqual(4 * DEALS);
  });
});
