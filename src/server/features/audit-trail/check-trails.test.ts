import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAudit } from '../../platform/audit/audit.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createTenant } from '../../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { checkTrailOfTenant } from './check-trails.jobs.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('OPS-17 the daily check of an audit trail fails once an event was changed', async () => {
  const tenantId = await createTenant(database.owner);
  await withTenant(database.db, tenantId, async (tx) => {
    for (const subject of ['first', 'second'])
      await recordAudit(tx, { actorId: null, action: 'signed in', subject });
  });
  const deps = { db: database.db, logger: pino({ level: 'silent' }) } as never;
  await checkTrailOfTenant.run(deps, { tenantId });
  await withTenant(database.owner, tenantId, (tx) => sql`delete from audit_heads`.execute(tx));
  await expect(checkTrailOfTenant.run(deps, { tenantId })).rejects.toThrow(
    `The audit trail of tenant ${tenantId} was changed, from event 1 on`,
  );
});
