import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { createTenant } from '../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { findParticipations } from './found-participations.ts';
import { toParticipationChoice } from './participation-choice.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('TABLE-01 SIMPLE-01 a search is answered by one index alone, under row-level security', async () => {
  const tenantId = await createTenant(database.owner);
  const asked: { text: string; parameters: readonly unknown[] }[] = [];
  const onStatement = (text: string, parameters: readonly unknown[]) => asked.push({ text, parameters });
  const db = openDatabase(database.url, { maxConnections: 1, onStatement });
  const plan = await withTenant(db, tenantId, async (tx) => {
    await findParticipations(tx, toParticipationChoice(tenantId, { syndicateId: 1n, search: 'lumbing 270' }));
    const search = asked.find(({ text }) => text.includes('listed_participations'));
    if (!search) throw new Error('The search has asked for nothing.');
    // Whatever else could answer it is made dear: an expression that is not the index's own would still have to use it.
    for (const way of ['seqscan', 'indexscan', 'bitmapscan'])
      await sql.raw(`set local enable_${way} = off`).execute(tx);
    const { rows } = await tx.executeQuery<Record<string, string>>({
      ...sql`select 1`.compile(tx),
      sql: `explain (verbose) ${search.text}`,
      parameters: search.parameters,
    });
    return rows.map((row) => Object.values(row)[0]).join('\n');
  });
  await db.destroy();
  expect(plan).toContain('Index Only Scan using listed_by_search');
  // The text lies in the index: it is not put together again for each row.
  expect(plan).toContain(
    "strpos((((listed_participations.merchant_key || '\n'::text) || lower(listed_participations.mid))), ",
  );
});
