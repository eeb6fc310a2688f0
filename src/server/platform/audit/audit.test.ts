import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTenant } from '../../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { Tx } from '../db/database.ts';
import { claim, withTenant } from '../db/transactions.ts';
import { recordAudit } from './audit.ts';
import { checkChain, readHead } from './audit-chain.ts';

let database: TestDatabase;
let tenantId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  tenantId = await createTenant(database.owner);
});
afterAll(() => database.drop());

const record = (subject: string, id = tenantId) =>
  withTenant(database.db, id, (tx) => recordAudit(tx, { actorId: null, action: 'signed in', subject }));

test('OPS-04 events written at the same time form one unbroken chain', async () => {
  await Promise.all(Array.from({ length: 30 }, (_, index) => record(`event ${index}`)));
  await withTenant(database.db, tenantId, async (tx) => {
    const events = await tx.selectFrom('auditEvents').select('sequence').orderBy('sequence').execute();
    expect(events.map((event) => event.sequence)).toEqual(
      Array.from({ length: 30 }, (_, index) => BigInt(index + 1)),
    );
    expect(await checkChain(tx, tenantId)).toEqual({ holding: 30n, firstBroken: null });
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

/** What somebody did who got past rights and triggers, and what the check then says, in a tenant of its own. */
async function checkAfter(...changes: RawBuilder<unknown>[]) {
  const id = await createTenant(database.owner);
  for (let index = 1; index <= 9; index += 1) await record(`event ${index}`, id);
  return withTenant(database.owner, id, async (tx) => {
    const kept = await readHead(tx, id);
    const eighth = await tx
      .selectFrom('auditEvents')
      .select(['sequence', 'hash'])
      .where('sequence', '=', 8n)
      .executeTakeFirstOrThrow();
    await sql`alter table audit_events disable trigger append_only`.execute(tx);
    for (const change of changes) await change.execute(tx);
    await sql`alter table audit_events enable trigger append_only`.execute(tx);
    if (!kept) throw new Error('Nine events were written.');
    return {
      whole: await checkChain(tx, id),
      since: await checkChain(tx, id, eighth),
      kept: await checkChain(tx, id, kept),
    };
  });
}

const broken = (at: bigint) => ({ holding: at - 1n, firstBroken: at });

test('OPS-04 an event changed, taken out, cut off or moved behind the triggers’ back shows, with its number', async () => {
  const found = async (...changes: RawBuilder<unknown>[]) => (await checkAfter(...changes)).whole;
  expect(await found()).toEqual({ holding: 9n, firstBroken: null });
  for (const change of [
    sql`update audit_events set subject = 'forged' where sequence = 4`,
    sql`update audit_events set details = '{"rows": 1}' where sequence = 4`,
    sql`update audit_events set at = at + interval '1 second' where sequence = 4`,
    sql`update audit_events set actor_id = null, action = 'signed out' where sequence = 4`,
    sql`delete from audit_events where sequence = 4`,
  ])
    expect(await found(change)).toEqual(broken(4n));
  expect(await found(sql`delete from audit_events where sequence = 9`)).toEqual({
    holding: 8n,
    firstBroken: 9n,
  });
  expect(await found(sql`delete from audit_events where sequence > 5`)).toEqual({
    holding: 5n,
    firstBroken: 6n,
  });
  expect(await found(sql`delete from audit_events`)).toEqual({ holding: 0n, firstBroken: 1n });
  expect(
    await found(
      sql`update audit_events set sequence = 100 where sequence = 4`,
      sql`update audit_events set sequence = 4 where sequence = 5`,
      sql`update audit_events set sequence = 5 where sequence = 100`,
    ),
  ).toEqual(broken(4n));
  expect(await found(sql`update audit_heads set sequence = 7`)).toMatchObject({ firstBroken: 8n });
  expect(await found(sql`update audit_heads set hash = decode('00', 'hex')`)).toMatchObject({
    firstBroken: 9n,
  });
  expect(await found(sql`delete from audit_heads`)).toMatchObject({ firstBroken: 1n });
});

test('OPS-04 a chain written anew together with its head shows against a head that was kept elsewhere', async () => {
  const rewritten = await checkAfter(
    sql`delete from audit_events where sequence > 6`,
    sql`update audit_heads set sequence = 6, hash = (select hash from audit_events where audit_events.sequence = 6)`,
    sql`select append_audit_event(null, 'signed in', 'another history', '{}')`,
    sql`select append_audit_event(null, 'signed in', 'event 8', '{}')`,
    sql`select append_audit_event(null, 'signed in', 'event 9', '{}')`,
  );
  expect(rewritten.whole).toEqual({ holding: 9n, firstBroken: null });
  expect(rewritten.kept).toEqual({ holding: 0n, firstBroken: 9n });
  expect(rewritten.since).toEqual({ holding: 0n, firstBroken: 8n });
  expect(await checkAfter()).toMatchObject({
    since: { holding: 1n, firstBroken: null },
    kept: { holding: 0n, firstBroken: null },
  });
});

test('OPS-04 ten writers at one tenant’s trail do not stop each other', { timeout: 60_000 }, async () => {
  const id = await createTenant(database.owner);
  await Promise.all(
    Array.from({ length: 10 }, async (_, writer) => {
      for (let index = 0; index < 50; index += 1) await record(`writer ${writer} event ${index}`, id);
    }),
  );
  await withTenant(database.db, id, async (tx) =>
    expect(await checkChain(tx, id)).toEqual({ holding: 500n, firstBroken: null }),
  );
});

/** Appends so many events with one statement. Gives the milliseconds it took. */
async function appendMany(tx: Tx, count: number): Promise<number> {
  const started = performance.now();
  await sql`
    select append_to_trail(null, 'signed in', 'event ' || n, '{}') from generate_series(1, ${count}::integer) n`.execute(
    tx,
  );
  return performance.now() - started;
}

test('OPS-04 the ten thousandth event of a transaction takes no longer than the first', async () => {
  const id = await createTenant(database.owner);
  await withTenant(database.db, id, async (tx) => {
    const first = await appendMany(tx, 2000);
    await appendMany(tx, 6000);
    expect(await appendMany(tx, 2000)).toBeLessThan(3 * first);
    expect(await checkChain(tx, id)).toEqual({ holding: 10_000n, firstBroken: null });
  });
});

test('OPS-04 a transaction that takes events back, or writes to two trails in turn, leaves both unbroken', async () => {
  const [one, other] = [await createTenant(database.owner), await createTenant(database.owner)];
  await withTenant(database.db, one, async (tx) => {
    for (let round = 0; round < 3; round += 1) {
      for (const tenantId of [one, other]) {
        await claim(tx, { tenantId });
        await appendMany(tx, 2);
        await sql`savepoint before`.execute(tx);
        await appendMany(tx, 3);
        await sql`rollback to savepoint before`.execute(tx);
        await appendMany(tx, 1);
      }
    }
  });
  for (const id of [one, other])
    await withTenant(database.db, id, async (tx) =>
      expect(await checkChain(tx, id)).toEqual({ holding: 9n, firstBroken: null }),
    );
});
