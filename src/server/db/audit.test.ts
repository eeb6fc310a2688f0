import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTenant } from '../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { recordAudit } from './audit.ts';
import type { Tx } from './database.ts';
import { withTenant } from './transactions.ts';

let database: TestDatabase;
let tenantId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  tenantId = await createTenant(database.owner);
});
afterAll(() => database.drop());

const record = (subject: string) =>
  withTenant(database.db, tenantId, (tx) => recordAudit(tx, { actorId: null, action: 'signed in', subject }));

const firstBroken = async (tx: Tx) => {
  const { rows } = await sql<{ broken: bigint | null }>`select first_broken_audit_event() as broken`.execute(
    tx,
  );
  return rows[0]?.broken;
};

test('OPS-04 events written at the same time form one unbroken chain', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, index) => record(`event ${index}`)));
  await withTenant(database.db, tenantId, async (tx) => {
    const events = await tx.selectFrom('auditEvents').select('sequence').orderBy('sequence').execute();
    expect(events.map((event) => event.sequence)).toEqual(
      Array.from({ length: 30 }, (_, index) => BigInt(index + 1)),
    );
    expect(await firstBroken(tx)).toBeNull();
  });
});

test('OPS-04 an event can be neither changed nor deleted, by the server or by the owner', async () => {
  await record('kept');
  await expect(
    withTenant(database.db, tenantId, (tx) => tx.deleteFrom('auditEvents').execute()),
  ).rejects.toThrow(/denied/);
  for (const change of [
    sql`update audit_events set subject = 'x'`,
    sql`delete from audit_events`,
    sql`truncate audit_events`,
  ]) {
    await expect(withTenant(database.owner, tenantId, (tx) => change.execute(tx))).rejects.toThrow(
      /append-only/,
    );
  }
});

test('OPS-04 events cut off at the end of the chain show as well', async () => {
  await Promise.all(['last but one', 'last'].map(record));
  await withTenant(database.owner, tenantId, async (tx) => {
    await sql`alter table audit_events disable trigger append_only`.execute(tx);
    const { rows } = await sql<{ sequence: bigint }>`
      delete from audit_events where sequence = (select max(sequence) from audit_events) returning sequence`.execute(
      tx,
    );
    expect(await firstBroken(tx)).toBe(rows[0]?.sequence);
    throw new Error('undo');
  }).catch((error) => expect(error.message).toBe('undo'));
});

test('OPS-04 an event altered behind the triggers’ back shows in the chain', async () => {
  await Promise.all(['first', 'second', 'third'].map(record));
  await withTenant(database.owner, tenantId, async (tx) => {
    await sql`alter table audit_events disable trigger append_only`.execute(tx);
    const { rows } = await sql<{ sequence: bigint }>`
      update audit_events set subject = 'forged' where subject = 'second' returning sequence`.execute(tx);
    expect(await firstBroken(tx)).toBe(rows[0]?.sequence);
  });
});
