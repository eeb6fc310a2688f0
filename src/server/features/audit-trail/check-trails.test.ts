import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordAudit } from '../../platform/audit/audit.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { sitDown } from '../../testing/desk.ts';
import { createTenant } from '../../testing/factories.ts';
import { openTestPortal } from '../../testing/portal.ts';
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

test('DESK-98 the desk says when the trail was checked, and from which event on it was changed', async () => {
  const portal = await openTestPortal();
  try {
    const { tenantId } = portal;
    const ada = await sitDown(portal, 'Ada Vance');
    const owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
    expect(await ada.get('audit/check')).toEqual({ status: 200, checked_at: null, broken_from: null });
    expect(await owen.get('audit/check')).toMatchObject({ status: 403 });
    await withTenant(portal.database.db, tenantId, async (tx) => {
      for (const subject of ['first', 'second', 'third'])
        await recordAudit(tx, { actorId: null, action: 'signed in', subject });
    });
    const deps = { db: portal.database.db, logger: pino({ level: 'silent' }) } as never;
    await checkTrailOfTenant.run(deps, { tenantId });
    const checked = { status: 200, checked_at: expect.stringMatching(/^20\d\d-/) };
    expect(await ada.get('audit/check')).toEqual({ ...checked, broken_from: null });
    const last = await withTenant(portal.database.owner, tenantId, async (tx) => {
      const { sequence } = await tx
        .selectFrom('auditEvents')
        .select('sequence')
        .where('subject', '=', 'second')
        .executeTakeFirstOrThrow();
      await sql`alter table audit_events disable trigger user`.execute(tx);
      await sql`update audit_events set subject = 'another' where sequence = ${sequence}`.execute(tx);
      await sql`alter table audit_events enable trigger user`.execute(tx);
      return sequence;
    });
    await expect(checkTrailOfTenant.run(deps, { tenantId })).rejects.toThrow(/was changed/);
    expect(await ada.get('audit/check')).toEqual({ ...checked, broken_from: Number(last) });
  } finally {
    await portal.close();
  }
});
