import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withTenant } from '../../../platform/db/transactions.ts';
import { trailOf } from '../../../testing/audit-trail.ts';
import { createMembership, createTenant, createUser } from '../../../testing/factories.ts';
import { openSignOnPortal, type SignOnPortal } from '../../../testing/sign-on.ts';

let portal: SignOnPortal;
beforeAll(async () => {
  portal = await openSignOnPortal();
  await portal.addStaff('ana@harbor.example');
});
afterAll(() => portal.close());
beforeEach(() => {
  portal.provider.idTokenSeconds = 300;
});

const ANA = { email: 'ana@harbor.example' };
const EXPIRED = '/login?sso=sso_expired';
const FAILED = '/login?sso=sso_failed';
const NOT_INVITED = '/login?sso=sso_not_invited';

/** Where it failed, as the operator finds it in the trail. */
const lastFailure = async () =>
  (await trailOf(portal.database, portal.tenantId, 'single sign-on'))
    .filter(({ action }) => action === 'sign-in failed')
    .at(-1)?.details;

const changeAttempts = (values: { nonce?: string; expiresAt?: Date }) =>
  withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx.updateTable('singleSignOnAttempts').set(values).execute(),
  );

async function refused(path: string, cookie: string): Promise<string> {
  const { location, cookies } = await portal.visit(path, cookie);
  expect(cookies.has('__Host-session')).toBe(false);
  return location;
}

test('DESK-12 an answer counts once, with its own state, in the browser that began it', async () => {
  const { path, cookie } = await portal.answer(ANA);
  const other = await portal.begin();
  const [base, query] = path.split('?');
  const altered = new URLSearchParams(query);
  altered.delete('state');
  expect(await refused(`${base}?${altered}`, cookie)).toBe(EXPIRED);
  altered.set('state', new URL(other.location).searchParams.get('state') ?? '');
  expect(await refused(`${base}?${altered}`, cookie)).toBe(EXPIRED);
  altered.set('state', 'made-up');
  expect(await refused(`${base}?${altered}`, cookie)).toBe(EXPIRED);
  expect(await refused(path, '')).toBe(EXPIRED);
  expect(await refused(path, other.cookie)).toBe(EXPIRED);
  expect((await portal.visit(path, cookie)).location).toBe('/desk');
  expect(await refused(path, cookie)).toBe(EXPIRED);
});

test('DESK-12 the code of one sign-in is worth nothing in another', async () => {
  const first = await portal.answer(ANA);
  const second = await portal.answer(ANA);
  const code = new URLSearchParams(first.path.split('?')[1]).get('code') ?? '';
  const [base, query] = second.path.split('?');
  const mixed = new URLSearchParams(query);
  mixed.set('code', code);
  expect(await refused(`${base}?${mixed}`, second.cookie)).toBe(FAILED);
  expect(await lastFailure()).toEqual({ failedAt: 'provider', code: 'sso_failed' });
});

test('DESK-12 an ID token with another nonce is a replayed one', async () => {
  const { path, cookie } = await portal.answer(ANA);
  await changeAttempts({ nonce: 'of another sign-in' });
  expect(await refused(path, cookie)).toBe(FAILED);
});

test('DESK-12 an answer of another issuer is refused', async () => {
  const { path, cookie } = await portal.answer(ANA);
  const [base, query] = path.split('?');
  const altered = new URLSearchParams(query);
  altered.set('iss', 'https://elsewhere.example');
  expect(await refused(`${base}?${altered}`, cookie)).toBe(FAILED);
});

test('DESK-12 what is past its time is refused: a sign-in after ten minutes, an ID token after its own', async () => {
  const late = await portal.answer(ANA);
  await changeAttempts({ expiresAt: new Date(Date.now() - 1000) });
  expect(await refused(late.path, late.cookie)).toBe(EXPIRED);
  portal.provider.idTokenSeconds = -60;
  const past = await portal.answer(ANA);
  expect(await refused(past.path, past.cookie)).toBe(FAILED);
});

test('DESK-12 the provider’s own refusal leads back with words', async () => {
  const { location, cookie } = await portal.begin();
  const state = new URL(location).searchParams.get('state') ?? '';
  const answer = new URLSearchParams({ error: 'access_denied', state, iss: portal.provider.issuer });
  expect(await refused(`/api/non-tenant/sso/callback/harbor?${answer}`, cookie)).toBe(FAILED);
});

test('DESK-11 only an address that the provider has verified, and of the funder’s own domains, counts', async () => {
  expect((await portal.signOn({ ...ANA, isVerified: false })).location).toBe('/login?sso=sso_unverified');
  expect(await lastFailure()).toEqual({ failedAt: 'address', code: 'sso_unverified' });
  await portal.addStaff('ana@elsewhere.example');
  expect((await portal.signOn({ email: 'ana@elsewhere.example' })).location).toBe(NOT_INVITED);
  expect(await lastFailure()).toEqual({ failedAt: 'domain', code: 'sso_not_invited' });
});

test('DESK-11 nobody comes in who was not invited to this desk, and no account is made', async () => {
  const { owner } = portal.database;
  expect((await portal.signOn({ email: 'nobody@harbor.example' })).location).toBe(NOT_INVITED);
  expect(await lastFailure()).toEqual({ failedAt: 'member', code: 'sso_not_invited' });

  await portal.addInvestor('investor@harbor.example');
  expect((await portal.signOn({ email: 'investor@harbor.example' })).location).toBe(NOT_INVITED);

  await portal.addStaff('gone@harbor.example', { isTerminated: true });
  expect((await portal.signOn({ email: 'gone@harbor.example' })).location).toBe(NOT_INVITED);

  await portal.addStaff('declined@harbor.example', { acceptedAt: null, declinedAt: new Date() });
  expect((await portal.signOn({ email: 'declined@harbor.example' })).location).toBe(NOT_INVITED);

  await portal.addStaff('imported@harbor.example', { acceptedAt: null });
  expect((await portal.signOn({ email: 'imported@harbor.example' })).location).toBe(NOT_INVITED);

  await portal.addStaff('nothing@harbor.example', { permissions: [] });
  expect((await portal.signOn({ email: 'nothing@harbor.example' })).location).toBe(NOT_INVITED);

  const elsewhere = await createTenant(owner, { name: 'Summit', slug: 'summit' });
  const userId = await createUser(owner, { email: 'summit@harbor.example' });
  await withTenant(owner, elsewhere, (tx) =>
    createMembership(tx, elsewhere, userId, { role: 'administrator', permissions: ['view-desk'] }),
  );
  expect((await portal.signOn({ email: 'summit@harbor.example' })).location).toBe(NOT_INVITED);
});

test('DESK-15 a provider that does not answer is asked once, and waited for no longer than the time limit', async () => {
  const tenantId = await createTenant(portal.database.owner, { name: 'Slow', slug: 'slow' });
  let asked = 0;
  const silent = createServer(() => {
    asked += 1;
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  await portal.set({ issuer, clientId: 'portal', clientSecret: 's', domains: ['slow.example'] }, tenantId);
  const began = performance.now();
  const { location } = await portal.visit('/api/non-tenant/sso/start?domain=slow.example');
  expect(location).toBe('/login?sso=sso_unavailable');
  expect(performance.now() - began).toBeLessThan(4_000);
  expect(asked).toBe(1);
  silent.closeAllConnections();
  await new Promise((resolve) => silent.close(resolve));

  expect((await portal.visit('/api/non-tenant/sso/start?tenant=slow')).location).toBe(
    '/login?sso=sso_unavailable',
  );
  const [, failure] = await trailOf(portal.database, tenantId, 'single sign-on');
  expect(failure?.details).toEqual({ failedAt: 'discovery', code: 'sso_unavailable' });
});

test('DESK-15 an address that nobody has set up leads back with words', async () => {
  for (const query of ['domain=unknown.example', 'tenant=unknown', 'domain='])
    expect((await portal.visit(`/api/non-tenant/sso/start?${query}`)).location).toBe(
      '/login?sso=sso_not_set_up',
    );
});
