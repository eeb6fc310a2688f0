import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contract } from '../../../shared/contract/all.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createMembership, createSyndicate, createTenant } from '../../testing/factories.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { createVisitor, type Visitor } from '../../testing/second-factor.ts';
import { asMember } from '../../testing/test-app.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ trustedProxies: ['127.0.0.1'] });
});
afterAll(() => portal.close());
beforeEach(() => setRequired(portal.tenantId, false));

const setRequired = (tenantId: string, requiresSecondFactor: boolean) =>
  withTenant(portal.database.owner, tenantId, (tx) =>
    tx.updateTable('tenants').set({ requiresSecondFactor }).where('id', '=', tenantId).execute(),
  );

const BASE = '/user/second-factor';
const remove = (visitor: Visitor) => visitor.post(`${BASE}/totp/remove`, { password: PASSWORD });

test('LOGIN-15 where the tenant requires it, nothing but the way to a second factor is open without one', async () => {
  const visitor = await createVisitor(portal, 'required');
  await setRequired(portal.tenantId, true);
  const closed = [
    () => visitor.get(`/api/payouts/syndication_sums/${portal.syndicateId}`),
    () => visitor.get('/user/sessions'),
    () => visitor.post('/user/sessions/end', { which: 'others', password: PASSWORD }),
    () => visitor.post(`${BASE}/recovery-codes`, { password: PASSWORD }),
  ];
  for (const call of closed) {
    const response = await call();
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'second_factor_required' });
  }
  expect((await visitor.get(`/api/getPortalUserProfile/${visitor.userId}`)).status).toBe(200);
  expect((await visitor.post('/user/activity', {})).status).toBe(200);
  expect(await (await visitor.get(BASE)).json()).toMatchObject({ is_required: true, totp: false });
  const change = { user_id: Number(visitor.userId), password: PASSWORD, oldpassword: 'not it' };
  expect((await visitor.post('/api/updateSyndicateUserPwd', change)).status).toBe(422);
  await visitor.addTotp();
  for (const call of closed.slice(0, 3)) expect((await call()).status).toBe(200);
});

test('LOGIN-15 what is open before a second factor is exactly the profile, the password, being there and the way to one', () => {
  const endpoints = Object.values(contract).flatMap((feature): [string, Endpoint][] =>
    Object.entries(feature),
  );
  const open = endpoints.filter(([, endpoint]) => endpoint.openBefore?.includes('second factor'));
  expect(open.map(([name]) => name).sort()).toEqual([
    'changePassword',
    'confirmTotp',
    'finishPasskey',
    'guestAccess',
    'portalUserProfile',
    'reportActivity',
    'secondFactorState',
    'startPasskey',
    'startTotp',
  ]);
});

test('LOGIN-15 a passkey does as well, and another tenant that requires nothing stays open', async () => {
  const visitor = await createVisitor(portal, 'either');
  await setRequired(portal.tenantId, true);
  const other = await joinAnotherTenant(visitor);
  const sums = (tenantId: string, syndicateId: bigint) =>
    portal.app.fetch(`/api/payouts/syndication_sums/${syndicateId}`, asMember(visitor.accessToken, tenantId));
  expect((await sums(other.tenantId, other.syndicateId)).status).toBe(200);
  expect((await sums(portal.tenantId, portal.syndicateId)).status).toBe(403);
  await visitor.addPasskey();
  expect((await sums(portal.tenantId, portal.syndicateId)).status).toBe(200);
});

async function joinAnotherTenant({ userId }: Visitor) {
  const { owner } = portal.database;
  const tenantId = await createTenant(owner);
  const syndicateId = await withTenant(owner, tenantId, (tx) => createSyndicate(tx, tenantId));
  await withTenant(owner, tenantId, (tx) => createMembership(tx, tenantId, userId, { syndicateId }));
  return { tenantId, syndicateId };
}

test('LOGIN-15 the last factor stays while any of the user’s tenants requires one; another may go', async () => {
  const visitor = await createVisitor(portal, 'last');
  const other = await joinAnotherTenant(visitor);
  await visitor.addTotp();
  await setRequired(portal.tenantId, true);
  for (const tenantId of [portal.tenantId, other.tenantId]) {
    const response = await visitor.post(`${BASE}/totp/remove`, { password: PASSWORD }, tenantId);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: 'second_factor_is_last' });
  }
  const { id } = (await visitor.addPasskey()).authenticator;
  expect((await remove(visitor)).status).toBe(200);
  const removePasskey = () => visitor.post(`${BASE}/passkeys/remove`, { id, password: PASSWORD });
  expect((await removePasskey()).status).toBe(409);
  expect(await (await visitor.get(BASE)).json()).toMatchObject({ totp: false, passkeys: [{ id }] });
  await setRequired(portal.tenantId, false);
  expect((await removePasskey()).status).toBe(200);
});

test('LOGIN-15 of two factors removed at once, one stays where one is required', async () => {
  const visitor = await createVisitor(portal, 'both');
  await visitor.addTotp();
  const { id } = (await visitor.addPasskey()).authenticator;
  await setRequired(portal.tenantId, true);
  const removals = () => [
    remove(visitor),
    visitor.post(`${BASE}/passkeys/remove`, { id, password: PASSWORD }),
  ];
  // The lock on the audit trail keeps either request from finishing before the other has begun.
  const responses = await withTenant(portal.database.owner, portal.tenantId, async (tx) => {
    await tx.selectFrom('auditHeads').select('sequence').forUpdate().execute();
    const pending = Promise.all(removals());
    await setTimeout(1000);
    return { pending };
  });
  expect((await responses.pending).map((response) => response.status).sort()).toEqual([200, 409]);
});

test('LOGIN-15 without a requirement the last factor goes, its recovery codes with it, and the password is enough again', async () => {
  const visitor = await createVisitor(portal, 'leaving');
  await visitor.addTotp();
  expect((await visitor.post(`${BASE}/totp/remove`, { password: 'wrong' })).status).toBe(422);
  expect((await remove(visitor)).status).toBe(200);
  expect(await (await visitor.get(BASE)).json()).toEqual({
    is_required: false,
    totp: false,
    passkeys: [],
    recovery_codes_left: 0,
  });
  expect(await (await visitor.enterPassword()).json()).toHaveProperty('access_token');
  expect((await remove(visitor)).status).toBe(404);
  const renewed = await visitor.post(`${BASE}/recovery-codes`, { password: PASSWORD });
  expect(await renewed.json()).toMatchObject({ code: 'second_factor_missing' });
});

test('LOGIN-15 another’s passkey cannot be removed', async () => {
  const [mine, theirs] = [await createVisitor(portal, 'mine'), await createVisitor(portal, 'theirs')];
  const { id } = (await theirs.addPasskey()).authenticator;
  expect((await mine.post(`${BASE}/passkeys/remove`, { id, password: PASSWORD })).status).toBe(404);
  expect(await (await theirs.get(BASE)).json()).toMatchObject({ passkeys: [{ id }] });
});
