import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withTenant } from '../platform/db/transactions.ts';
import { trailOf } from '../testing/audit-trail.ts';
import { createFundedDeal, createSyndicate, createTenant } from '../testing/factories.ts';
import { operatorOf } from '../testing/operator.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../testing/portal.ts';
import { asMember, postAsMember, postJson, signInAs, solveCaptcha } from '../testing/test-app.ts';
import { startTestWorker } from '../testing/test-worker.ts';

const PLAIN = 'plain@northgate.example';
const HOST = 'portal.refusals.test';
let portal: TestPortal;
let token: string;
let userId: bigint;
let otherSyndicate: bigint;
let otherTenant: string;
let publicId: string;

beforeAll(async () => {
  portal = await openTestPortal({ trustedProxies: ['127.0.0.1'] });
  const { app, database, tenantId } = portal;
  userId = await portal.addInvestor(PLAIN);
  otherTenant = await createTenant(database.owner);
  await withTenant(database.owner, tenantId, async (tx) => {
    otherSyndicate = await createSyndicate(tx, tenantId);
    await tx.insertInto('tenantHosts').values({ tenantId, host: HOST, isMain: true }).execute();
    const dealId = await createFundedDeal(tx, tenantId);
    ({ publicId } = await tx
      .selectFrom('deals')
      .select('publicId')
      .where('id', '=', dealId)
      .executeTakeFirstOrThrow());
  });
  token = (await signInAs(app, PLAIN, PASSWORD)).accessToken;
});
afterAll(() => portal.close());

const refusals = async (tenantId = portal.tenantId) =>
  (await trailOf(portal.database, tenantId)).filter(({ action }) => action === 'access refused');
const get = (path: string, tenantId = portal.tenantId) => portal.app.fetch(path, asMember(token, tenantId));
const post = (path: string, body: object) =>
  portal.app.fetch(path, postAsMember(body, token, portal.tenantId));

/** Moves what is recorded into the past, so that the next refusal is recorded as a new event. */
const letTimePass = () =>
  withTenant(portal.database.owner, portal.tenantId, async (tx) => {
    await sql`alter table audit_events disable trigger append_only`.execute(tx);
    await sql`update audit_events set at = at - interval '1 hour'`.execute(tx);
    await sql`alter table audit_events enable trigger append_only`.execute(tx);
  });
beforeEach(letTimePass);

interface Look {
  name: string;
  look: () => Promise<Response>;
  code: string;
  subject: string;
  details?: Record<string, unknown>;
}

const LOOKS: Look[] = [
  {
    name: 'another syndicate’s book',
    look: () => get(`/api/payouts/syndication_sums/${otherSyndicate}`),
    code: 'switch_not_allowed',
    subject: 'GET /api/payouts/syndication_sums/:syndication_id',
  },
  {
    name: 'a deal’s file without the permission',
    look: () => get(`/api/company/get_company/${publicId}`),
    code: 'not_found',
    subject: 'GET /api/company/get_company/:contract_MID',
  },
  {
    name: 'somebody else’s profile',
    look: () => get(`/api/getPortalUserProfile/${userId + 1n}`),
    code: 'not_found',
    subject: 'GET /api/getPortalUserProfile/:user_id',
  },
  {
    name: 'a change of another syndicate’s bank account',
    look: () => post('/api/syndicate/bank_change/cancel', { syndicate_id: Number(otherSyndicate) }),
    code: 'profile_not_yours',
    subject: 'POST /api/syndicate/bank_change/cancel',
  },
];

test.each(LOOKS)(
  'AUDIT-03 security rule: a refused look at $name leaves one event, with who and what',
  async ({ look, code, subject }) => {
    const before = (await refusals()).length;
    for (let times = 0; times < 3; times += 1) {
      const answer = await look();
      expect(await answer.json()).toMatchObject({ code });
    }
    const events = (await refusals()).slice(before);
    expect(events).toEqual([
      expect.objectContaining({
        actorId: userId,
        subject,
        details: expect.objectContaining({ code, session: expect.any(String) }),
      }),
    ]);
  },
);

test('AUDIT-03 security rule: a look into another tenant is in that tenant’s trail, with whose session it was', async () => {
  const answer = await get(`/api/payouts/syndication_sums/${portal.syndicateId}`, otherTenant);
  expect(await answer.json()).toMatchObject({ code: 'tenant_not_allowed' });
  expect(await refusals(otherTenant)).toMatchObject([
    {
      actorId: userId,
      details: { code: 'tenant_not_allowed', syndicateId: String(portal.syndicateId) },
    },
  ]);
  expect((await get('/api/payouts/syndication_sums/1', crypto.randomUUID())).status).toBe(403);
});

test('AUDIT-03 security rule: a service token beyond its scope is in the trail, and a password is never', async () => {
  const operator = await operatorOf(portal, ['links']);
  expect((await operator.get('users')).status).toBe(403);
  expect((await refusals()).at(-1)).toMatchObject({
    subject: 'GET /api/operator/v1/users',
    details: { code: 'scope_missing', operator: expect.stringContaining('service token') },
  });
  const secret = 'a password that nobody may read';
  await post('/api/syndicate/bank_account/reveal', {
    syndicate_id: Number(otherSyndicate),
    password: secret,
  });
  const all = JSON.stringify((await refusals()).map(({ details }) => details));
  expect(all).toContain(`"syndicateId":"${otherSyndicate}"`);
  expect(all).not.toContain(secret);
});

test('AUDIT-03 security rule: refusals cannot fill the trail', async () => {
  const { database, tenantId } = portal;
  const subject = 'GET /api/payouts/syndication_sums/:syndication_id';
  await withTenant(database.db, tenantId, (tx) =>
    sql`select append_to_trail(${userId}::bigint, 'access refused', ${subject}, jsonb_build_object('session', n::text))
      from generate_series(1, 100) n`.execute(tx),
  );
  const before = (await refusals()).length;
  expect((await get(`/api/payouts/syndication_sums/${otherSyndicate}`)).status).toBe(403);
  expect(await refusals()).toHaveLength(before);
});

test('AUDIT-03 security rule: a stranger’s refusals do not keep those of others out of the trail', async () => {
  const { app, database, tenantId } = portal;
  const path = `/api/payouts/syndication_sums/${otherSyndicate}`;
  const email = 'second@northgate.example';
  await portal.addInvestor(email);
  const second = (await signInAs(app, email, PASSWORD)).accessToken;
  await withTenant(database.db, tenantId, (tx) =>
    sql`select append_to_trail(${userId}::bigint, 'access refused', 'GET /api/payouts/syndication_sums/:syndication_id', jsonb_build_object('session', n::text))
      from generate_series(1, 100) n`.execute(tx),
  );
  const before = (await refusals()).length;
  expect((await get(path)).status).toBe(403);
  expect(await refusals()).toHaveLength(before);
  expect((await app.fetch(path, asMember(second, tenantId))).status).toBe(403);
  expect(await refusals()).toHaveLength(before + 1);
});

test('AUDIT-03 what the browser is to do first, and a call without a session, are no refused looks', async () => {
  const before = (await refusals()).length;
  expect((await portal.app.fetch('/api/payouts/syndication_sums/1')).status).toBe(401);
  expect(await refusals()).toHaveLength(before);
});

test('AUDIT-02 AUDIT-03 security rule: a sign-in under a name that nobody has is in the trail of the site’s tenant, with its address and without the name', async () => {
  const typed = 'my password typed here';
  const tryAt = async (host: string | null, name: string) => {
    const at = host === null ? {} : { 'x-forwarded-host': host, origin: `http://${host}` };
    const recaptcha = await solveCaptcha(portal.app);
    const credentials = { grant_type: 'password', username: name, password: 'x', recaptcha };
    const init = postJson(credentials, { ...at, 'x-forwarded-for': '203.0.113.7' });
    expect((await portal.app.fetch('/api/non-tenant/oauth/token', init)).status).toBe(401);
  };
  const unknown = () =>
    withTenant(portal.database.db, portal.tenantId, (tx) =>
      tx
        .selectFrom('auditEvents')
        .selectAll()
        .where('subject', '=', 'unknown name')
        .orderBy('sequence')
        .execute(),
    );
  const logged: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const worker = await startTestWorker(portal.database, { logger: logger as FastifyBaseLogger });
  try {
    await tryAt(null, typed);
    await tryAt(HOST, typed);
    await tryAt(HOST, 'another name');
    await tryAt(HOST, typed);
    for (let waited = 0; (await unknown()).length < 3 && waited < 50; waited += 1) await setTimeout(100);
  } finally {
    await worker.stop();
  }
  const events = await unknown();
  const hashes = events.map(({ details }) => (details as { nameHash: string }).nameHash);
  expect(events).toMatchObject(
    Array.from({ length: 3 }, () => ({ action: 'sign-in failed', actorId: null, address: '203.0.113.7' })),
  );
  expect(new Set(hashes).size).toBe(2);
  expect(
    JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain('password typed');
  expect(logged.filter((line) => line.includes('unknown name'))).toHaveLength(4);
  expect(logged.join()).not.toContain('password typed');
});
