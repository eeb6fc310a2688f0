import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { commandLineOn } from '../../testing/command-line.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { createTenant } from '../../testing/factories.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let ada: AtDesk;
let theo: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  ada = await sitDown(portal, 'Ada Vance');
  theo = await sitDown(portal, 'Theo Grant');
});
afterAll(() => portal.close());

const call = async (token: unknown, path = 'token', init: RequestInit = {}) =>
  (
    await portal.app.fetch(`/api/operator/v1/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
  ).status;
const issue = (desk: AtDesk, body: object) =>
  desk.post('service_tokens', { name: crypto.randomUUID(), scopes: ['book'], days: 30, ...body });
const listed = async (desk: AtDesk, id: unknown) =>
  ((await desk.get('service_tokens'))['tokens'] as { token_id: number }[]).find(
    ({ token_id }) => token_id === id,
  );
const approvalOf = async (id: unknown) => {
  const { approvals } = (await theo.get('approvals')) as unknown as {
    approvals: { approval_id: number; kind: string; subject_id: number }[];
  };
  return approvals.find(({ kind, subject_id }) => kind === 'use service token' && subject_id === id);
};

test('DESK-95 a token is shown once, works for its scopes alone, and is listed with who issued it and its use', async () => {
  const { token_id: id, token, is_waiting } = await issue(ada, { name: 'reporting' });
  expect(is_waiting).toBe(false);
  expect(token).toMatch(/^portal_[\w-]{64}$/);
  expect(await call(token)).toBe(200);
  expect(await call(token, 'settings')).toBe(403);
  expect(await listed(theo, id)).toMatchObject({
    name: 'reporting',
    scopes: ['book'],
    state: 'valid',
    issued_by: 'Ada Vance',
    last_used_at: expect.stringMatching(/^20\d\d-/),
  });
  expect(JSON.stringify(await ada.get('service_tokens'))).not.toContain(String(token).slice(7));
  expect(await issue(ada, { name: 'reporting' })).toMatchObject({ status: 409, code: 'token_name_taken' });
});

test('DESK-95 the token itself is nowhere in the database, only its hash', async () => {
  const { token } = await issue(ada, {});
  const secret = String(token).slice('portal_'.length);
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    portal.database.owner,
  );
  const holding = [];
  for (const { name } of rows) {
    const found = await withTenant(portal.database.owner, portal.tenantId, (tx) =>
      sql`select 1 from ${sql.table(name)} t where t::text like ${`%${secret}%`} limit 1`.execute(tx),
    );
    if (found.rows.length > 0) holding.push(name);
  }
  expect(rows.length).toBeGreaterThan(50);
  expect(holding).toEqual([]);
});

test('DESK-96 a token with which a system could change people, money or settings counts once a second person has approved it', async () => {
  expect(await issue(ada, { scopes: ['users'] })).toMatchObject({ status: 422, code: 'setting_invalid' });
  for (const scope of ['cash', 'import', 'payout-accounts', 'post', 'settings', 'users']) {
    const asked = { scopes: ['book', scope], days: 10, reason: 'For the new system' };
    const { token_id: id, token, is_waiting } = await issue(ada, asked);
    expect(is_waiting).toBe(true);
    expect(await call(token)).toBe(401);
    expect(await listed(ada, id)).toMatchObject({
      state: 'waiting',
      expires_at: null,
      days_once_approved: 10,
    });
    const { approval_id } = (await approvalOf(id)) ?? {};
    expect(await ada.post(`approvals/${approval_id}/approve`)).toMatchObject({ code: 'own_approval' });
    expect(await call(token)).toBe(401);
    expect((await theo.post(`approvals/${approval_id}/approve`)).status).toBe(200);
    expect(await call(token)).toBe(200);
    expect(await listed(ada, id)).toMatchObject({ state: 'valid', issued_by: 'Ada Vance' });
  }
});

test('DESK-96 a token that was revoked while it waited is not approved', async () => {
  const { token_id: id, token } = await issue(ada, { scopes: ['post'], reason: 'A test' });
  const { approval_id } = (await approvalOf(id)) ?? {};
  expect((await ada.post(`service_tokens/${id}/revoke`, { reason: 'Not needed' })).status).toBe(200);
  expect(await theo.post(`approvals/${approval_id}/approve`)).toMatchObject({ code: 'approval_settled' });
  expect(await call(token)).toBe(401);
});

test('DESK-96 nobody gives a scope for what they may not do themselves', async () => {
  const rita = await sitDown(portal, 'Rita Cole', { permissions: ['view-desk', 'change-settings'] });
  expect((await rita.get('service_tokens'))['given_scopes']).toEqual(['book', 'settings']);
  expect(await issue(rita, { scopes: ['book', 'audit'] })).toMatchObject({
    status: 403,
    code: 'permission_not_yours',
  });
});

test('DESK-95 a token is revoked with a reason, once; another funder’s is not found', async () => {
  const { token_id: id, token } = await issue(ada, {});
  expect((await theo.post(`service_tokens/${id}/revoke`, { reason: 'Leaked' })).status).toBe(200);
  expect(await call(token)).toBe(401);
  expect(await theo.post(`service_tokens/${id}/revoke`, { reason: 'Leaked' })).toMatchObject({
    code: 'token_over',
  });
  const trail = await trailOf(portal.database, portal.tenantId, `service token ${id}`);
  expect(trail.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['service token issued', ada.userId],
    ['service token revoked', theo.userId],
  ]);
  expect(trail[1]?.details).toMatchObject({ reason: 'Leaked' });
  const elsewhere = await createTenant(portal.database.owner);
  const stranger = await sitDown({ ...portal, tenantId: elsewhere }, 'Eve Stone');
  expect(await stranger.post(`service_tokens/${id}/revoke`, { reason: 'Mine' })).toMatchObject({
    status: 404,
  });
});

test('DESK-95 a token gets no token, and one that a command issued says so', async () => {
  const { token } = await issue(ada, { scopes: ['audit'] });
  const body = JSON.stringify({ name: 'more', scopes: ['book'], days: 1 });
  const { status } = await portal.app.fetch('/api/desk/v1/service_tokens', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'x-tenant': portal.tenantId,
      'content-type': 'application/json',
    },
    body,
  });
  expect(status).toBe(401);
  await commandLineOn(portal.database)(
    ...['token', 'add', '--tenant', portal.slug, '--name', 'by command', '--scopes', 'book'],
  );
  const { tokens } = (await ada.get('service_tokens')) as unknown as { tokens: { issued_by: string }[] };
  expect(tokens[0]).toMatchObject({
    name: 'by command',
    issued_by: expect.stringMatching(/^command line: ./),
  });
});

test('DESK-159 a permission that is taken away ends the tokens that stand for it, also those that wait, and no others', async () => {
  const mark = await sitDown(portal, 'Mark Bell');
  const { token_id: plain, token: ofBook } = await issue(mark, {});
  const { token_id: audit, token: ofAudit } = await issue(mark, { scopes: ['audit', 'book'] });
  const { token_id: waiting } = await issue(mark, { scopes: ['users'], reason: 'For HR' });
  const { token: ofAda } = await issue(ada, { scopes: ['audit'] });
  const permit = (body: object) => ada.put(`people/${mark.userId}/permissions`, body);
  expect((await permit({ can_view_audit: false })).status).toBe(200);
  for (const [token, status] of [
    [ofBook, 200],
    [ofAudit, 401],
    [ofAda, 200],
  ])
    expect(await call(token)).toBe(status);
  const [revoked] = (await trailOf(portal.database, portal.tenantId, `service token ${audit}`)).slice(-1);
  expect(revoked).toMatchObject({
    action: 'service token revoked',
    actorId: ada.userId,
    details: { reason: 'Whoever issued it lost a permission that it stands for.' },
  });
  expect(await listed(ada, waiting)).toMatchObject({ state: 'waiting' });
  // Another role takes away what the role before had.
  expect((await permit({ role: 'servicing' })).status).toBe(200);
  expect(await listed(ada, waiting)).toMatchObject({ state: 'revoked' });
  expect(await listed(ada, plain)).toMatchObject({ state: 'valid' });
});

test('DESK-159 the tokens that somebody issued end when they are closed, also those that wait, and no others', async () => {
  const lou = await sitDown(portal, 'Lou Park');
  const { token_id: plain, token } = await issue(lou, {});
  const { token_id: waiting } = await issue(lou, { scopes: ['users'], reason: 'For the new system' });
  const { token_id: approved, token: strong } = await issue(lou, { scopes: ['users'], reason: 'For HR' });
  expect((await theo.post(`approvals/${(await approvalOf(approved))?.approval_id}/approve`)).status).toBe(
    200,
  );
  const { token_id: others, token: ofAda } = await issue(ada, {});
  for (const each of [token, strong, ofAda]) expect(await call(each)).toBe(200);
  // Whoever approved one has not issued it.
  expect(await ada.post(`people/${lou.userId}/close`)).toMatchObject({ status: 200, revoked_tokens: 3 });
  for (const each of [token, strong]) expect(await call(each)).toBe(401);
  expect(await call(ofAda)).toBe(200);
  for (const id of [plain, waiting, approved])
    expect(await listed(ada, id)).toMatchObject({ state: 'revoked' });
  expect(await listed(ada, others)).toMatchObject({ state: 'valid' });
  const [revoked] = (await trailOf(portal.database, portal.tenantId, `service token ${plain}`)).slice(-1);
  expect(revoked).toMatchObject({
    action: 'service token revoked',
    actorId: ada.userId,
    details: { reason: 'Whoever issued it was closed.' },
  });
  expect(await theo.post(`approvals/${(await approvalOf(waiting))?.approval_id}/approve`)).toMatchObject({
    code: 'asker_lost_permission',
  });
});
