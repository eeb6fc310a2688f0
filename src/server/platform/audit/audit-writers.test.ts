import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTenant } from '../../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { withTenant } from '../db/transactions.ts';
import { recordAudit } from './audit.ts';
import { checkChain } from './audit-chain.ts';

let database: TestDatabase;
let tenantId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  tenantId = await createTenant(database.owner);
});
afterAll(() => database.drop());

const record = (subject: string) =>
  withTenant(database.db, tenantId, (tx) => recordAudit(tx, { actorId: null, action: 'signed in', subject }));

test('AUDIT-01 security rule: the server’s role cannot put a backdated event into the trail', async () => {
  await record('first');
  const forged = withTenant(database.db, tenantId, async (tx) => {
    await sql`
      insert into audit_events (tenant_id, sequence, at, actor_id, action, subject, details, previous_hash, hash)
      select tenant_id, sequence + 1, past, null, 'signed in', 'forged', '{}', hash,
        audit_event_hash(hash, sequence + 1, past, null, 'signed in', 'forged', '{}')
      from audit_heads, (select now() - interval '1 year' as past) moment`.execute(tx);
    await sql`update audit_heads h set sequence = e.sequence, hash = e.hash from audit_events e
      where e.tenant_id = h.tenant_id and e.sequence = h.sequence + 1`.execute(tx);
  });
  const outcome = await forged.then(
    () => 'written',
    (error: Error) => error.message,
  );
  const check = await withTenant(database.db, tenantId, (tx) => checkChain(tx, tenantId));
  expect({ outcome, ...check }).toEqual({
    outcome: expect.stringMatching(/permission denied/),
    holding: 1n,
    firstBroken: null,
  });
});

test('AUDIT-01 security rule: the server’s role can insert into, change, delete and truncate no table of the trail', async () => {
  const { rows: tables } = await sql<{ name: string; column: string }>`
    select relname as name, (select attname from pg_attribute where attrelid = rel.oid and attnum = 1) as column
    from pg_class rel where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and relname like 'audit\\_%'
    order by 1`.execute(database.owner);
  expect(tables.map(({ name }) => name)).toEqual(['audit_events', 'audit_heads']);
  for (const { name, column } of tables)
    for (const statement of [
      `insert into ${name} select * from ${name}`,
      `update ${name} set ${column} = ${column}`,
      `delete from ${name}`,
      `truncate ${name}`,
      `select from ${name} for update`,
      `merge into ${name} t using ${name} s on false when not matched then insert values (s.*)`,
      `copy ${name} from stdin`,
    ]) {
      const attempt = withTenant(database.db, tenantId, (tx) => sql.raw(statement).execute(tx));
      await expect(attempt, statement).rejects.toThrow(/permission denied/);
    }
});

test('AUDIT-01 security rule: the function appends for a claimed tenant alone, and is nobody’s but the server’s', async () => {
  const append = sql`select append_to_trail(null, 'signed in', 'x', '{}')`;
  await expect(append.execute(database.db)).rejects.toThrow(/belongs to a tenant/);
  const nobody = withTenant(database.db, crypto.randomUUID(), (tx) => append.execute(tx));
  await expect(nobody).rejects.toThrow(/foreign key/);
});

/** Moves the last event of the trail, with its head, to another time, as though the clock had been wrong. */
const setLastEvent = (hours: number) =>
  withTenant(database.owner, tenantId, async (tx) => {
    await sql`alter table audit_events disable trigger append_only`.execute(tx);
    await sql`
      update audit_events e set at = e.at + make_interval(hours => ${hours}),
        hash = audit_event_hash(previous_hash, e.sequence, e.at + make_interval(hours => ${hours}), actor_id, action, subject,
          details, address)
      from audit_heads h where h.tenant_id = e.tenant_id and h.sequence = e.sequence`.execute(tx);
    await sql`update audit_heads h set hash = e.hash, at = e.at from audit_events e
      where h.tenant_id = e.tenant_id and h.sequence = e.sequence`.execute(tx);
    await sql`alter table audit_events enable trigger append_only`.execute(tx);
  });
const verify = () => withTenant(database.db, tenantId, (tx) => checkChain(tx, tenantId));

test('AUDIT-01 time rises along the chain: a clock that is set back repeats a time, and an event in the past shows', async () => {
  await record('before the clock is set back');
  await setLastEvent(1);
  await record('after it');
  const { rows } = await withTenant(database.db, tenantId, (tx) =>
    sql<{
      gap: number;
    }>`select extract(epoch from at - lag(at) over (order by sequence))::float8 as gap from audit_events
      order by sequence desc limit 1`.execute(tx),
  );
  expect(rows[0]?.gap).toBe(0);
  const { holding, firstBroken } = await verify();
  expect(firstBroken).toBeNull();
  await record('last');
  await setLastEvent(-2);
  expect(await verify()).toEqual({ holding, firstBroken: holding + 1n });
});

test('AUDIT-01 events of the previous version still hold, and none of them follows one of this version', async () => {
  const id = await createTenant(database.owner);
  const older = (at: string) =>
    withTenant(database.owner, id, async (tx) => {
      await sql`insert into audit_heads (tenant_id, sequence, hash) values (${id}, 0, '\\x') on conflict do nothing`.execute(
        tx,
      );
      await sql`
        insert into audit_events (tenant_id, sequence, at, action, subject, previous_hash, hash)
        select tenant_id, sequence + 1, ${at}::timestamptz, 'signed in', 'older', hash,
          audit_event_hash(hash, sequence + 1, ${at}::timestamptz, null, 'signed in', 'older', '{}') from audit_heads`.execute(
        tx,
      );
      await sql`update audit_heads h set sequence = e.sequence, hash = e.hash from audit_events e
        where e.tenant_id = h.tenant_id and e.sequence = h.sequence + 1`.execute(tx);
    });
  const check = () => withTenant(database.db, id, (tx) => checkChain(tx, id));
  await older('2026-11-02 10:00:01Z');
  // Two writers took their time before one of them waited for the other.
  await older('2026-11-02 10:00:00Z');
  await withTenant(database.db, id, (tx) =>
    recordAudit(tx, { actorId: null, action: 'signed in', subject: 'newer', address: '203.0.113.7' }),
  );
  expect(await check()).toEqual({ holding: 3n, firstBroken: null });
  await older('2026-11-02 10:00:02Z');
  expect(await check()).toEqual({ holding: 3n, firstBroken: 4n });
});

test('AUDIT-02 the source address is part of what the hash covers', async () => {
  const id = await createTenant(database.owner);
  await withTenant(database.db, id, (tx) =>
    recordAudit(tx, { actorId: null, action: 'signed in', subject: 'x', address: '2001:db8::7' }),
  );
  const found = await withTenant(database.owner, id, async (tx) => {
    await sql`alter table audit_events disable trigger append_only`.execute(tx);
    await sql`update audit_events set address = '2001:db8::8'`.execute(tx);
    await sql`alter table audit_events enable trigger append_only`.execute(tx);
    return checkChain(tx, id);
  });
  expect(found).toEqual({ holding: 0n, firstBroken: 1n });
});
