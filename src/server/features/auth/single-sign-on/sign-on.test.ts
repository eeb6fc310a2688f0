import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireFreshFactor } from '../../../access/fresh-factor.ts';
import { withClaims } from '../../../platform/db/transactions.ts';
import { trailOf } from '../../../testing/audit-trail.ts';
import { CLIENT } from '../../../testing/openid-provider.ts';
import { codeOf, TOKEN } from '../../../testing/second-factor.ts';
import { openSignOnPortal, type SignOnPortal } from '../../../testing/sign-on.ts';
import { addFactor } from '../../../testing/staff.ts';
import { postJson } from '../../../testing/test-app.ts';

let portal: SignOnPortal;
beforeAll(async () => {
  portal = await openSignOnPortal();
});
afterAll(() => portal.close());

const sessionOf = ({ cookies }: { cookies: Map<string, string> }) => cookies.get('__Host-session') ?? '';

const sessionsOf = (userId: bigint) =>
  withClaims(portal.database.db, { userId }, (tx) =>
    tx
      .selectFrom('sessions')
      .select(['onlyTenantId', 'isSingleSignOn', 'secondFactorAt', 'endedAt'])
      .orderBy('createdAt')
      .execute(),
  );

test('DESK-10 whoever signs in at the company comes to the desk, with the second factor of there', async () => {
  const { tenantId } = portal;
  const userId = await portal.addStaff('ana@harbor.example');
  const landing = await portal.signOn({ email: 'ana@harbor.example', methods: ['pwd', 'otp'] });
  expect(landing.location).toBe('/desk');
  const [session] = await sessionsOf(userId);
  expect(session).toMatchObject({ onlyTenantId: tenantId, isSingleSignOn: true });
  expect(session?.secondFactorAt).not.toBeNull();
  const renewed = await portal.renew(sessionOf(landing));
  expect(renewed.tenants).toMatchObject([{ id: tenantId, desk: true }]);
  expect((await portal.me(renewed.access_token)).status).toBe(200);
  const [, signedIn] = await trailOf(portal.database, tenantId);
  expect(signedIn).toMatchObject({
    action: 'signed in',
    actorId: userId,
    details: { by: 'single sign-on', secondFactor: 'provider' },
  });
});

test('DESK-10 the address that leads to the provider has PKCE, a state and a nonce of its own', async () => {
  const first = new URL((await portal.begin()).location);
  const second = new URL((await portal.begin('tenant=harbor')).location);
  expect(Object.fromEntries(first.searchParams)).toMatchObject({
    client_id: 'portal',
    response_type: 'code',
    scope: 'openid email',
    code_challenge_method: 'S256',
    redirect_uri: 'http://localhost/api/non-tenant/sso/callback/harbor',
  });
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(first.searchParams.get(name)?.length).toBeGreaterThan(40);
    expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name));
  }
});

test('DESK-10 the sign-in page says which domains sign in elsewhere, by their hash, whoever has an account', async () => {
  const page = (await (await portal.app.fetch('/api/non-tenant/sign-in-page')).json()) as {
    single_sign_on: string[];
  };
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('harbor.example'));
  expect(page.single_sign_on).toEqual([Buffer.from(digest).toString('hex').slice(0, 32)]);
  expect(JSON.stringify(page)).not.toContain('harbor.example');
});

test('DESK-11 an invitation that is open is accepted by signing in at the company', async () => {
  const userId = await portal.addStaff('ivo@harbor.example', { acceptedAt: null, invitedAt: new Date() });
  const landing = await portal.signOn({ email: 'Ivo@Harbor.example' });
  expect(landing.location).toBe('/desk');
  const trail = await trailOf(portal.database, portal.tenantId, `user ${userId}`);
  expect(trail.map(({ action }) => action)).toEqual(['invitation accepted']);
});

test('DESK-13 without a second factor at the company, the own one is asked for as after a password', async () => {
  const userId = await portal.addStaff('lena@harbor.example');
  const secret = await addFactor(portal.database.owner, userId);
  const landing = await portal.signOn({ email: 'lena@harbor.example', methods: ['pwd'] });
  expect(sessionOf(landing)).toBe('');
  const step = new URLSearchParams(landing.location.split('#')[1]);
  expect(landing.location).toMatch(/^\/login#/);
  expect(step.get('methods')).toBe('totp');
  expect(await sessionsOf(userId)).toEqual([]);

  const proof = { grant_type: 'second_factor', challenge: step.get('challenge'), method: 'totp' };
  const response = await portal.app.fetch(TOKEN, postJson({ ...proof, code: await codeOf(secret) }));
  const { access_token: accessToken } = (await response.json()) as { access_token: string };
  expect((await portal.me(accessToken)).status).toBe(200);
  expect(await sessionsOf(userId)).toMatchObject([{ onlyTenantId: portal.tenantId, isSingleSignOn: true }]);
});

test('DESK-13 whoever has no second factor anywhere is told so, and gets no session', async () => {
  const userId = await portal.addStaff('max@harbor.example', { acceptedAt: null, invitedAt: new Date() });
  const landing = await portal.signOn({ email: 'max@harbor.example', methods: ['pwd'] });
  expect(landing.location).toBe('/login?sso=sso_second_factor');
  expect(await sessionsOf(userId)).toEqual([]);
  // Nor is the invitation accepted by a sign-in that came to nothing.
  expect(await trailOf(portal.database, portal.tenantId, `user ${userId}`)).toEqual([]);
});

test('DESK-13 what asks for a second factor again asks to sign in again, where there is none but that of the company', async () => {
  const userId = await portal.addStaff('olga@harbor.example');
  await portal.signOn({ email: 'olga@harbor.example' });
  const check = () =>
    withClaims(portal.database.owner, { userId }, async (tx) => {
      const { id: sessionId } = await tx.selectFrom('sessions').select('id').executeTakeFirstOrThrow();
      await requireFreshFactor(tx, { userId, sessionId });
    });
  await check();
  const sixMinutesAgo = sql<Date>`now() - interval '6 minutes'`;
  await withClaims(portal.database.owner, { userId }, (tx) =>
    tx.updateTable('sessions').set({ secondFactorAt: sixMinutesAgo }).execute(),
  );
  await expect(check()).rejects.toMatchObject({ code: 'sso_again' });
});

test('DESK-14 what a provider began is not finished after it was replaced, and a domain that is taken away ends its sessions', async () => {
  const domains = ['harbor.example', 'harbor-west.example'];
  await portal.set({ domains });
  const userId = await portal.addStaff('kim@harbor-west.example');
  const secret = await addFactor(portal.database.owner, userId);
  const begin = async () => {
    const landing = await portal.signOn({ email: 'kim@harbor-west.example', methods: ['pwd'] });
    const challenge = new URLSearchParams(landing.location.split('#')[1]).get('challenge');
    const proof = { grant_type: 'second_factor', challenge, method: 'totp', code: await codeOf(secret) };
    return async () => {
      const response = await portal.app.fetch(TOKEN, postJson(proof));
      return (await response.json()) as { code?: string; access_token?: string };
    };
  };
  const late = await begin();
  await portal.set({ clientId: 'another' });
  expect((await late()).code).toBe('sign_in_expired');

  await portal.set({ clientId: CLIENT.id });
  const inTime = await begin();
  const { access_token: accessToken = '' } = await inTime();
  expect((await portal.me(accessToken)).status).toBe(200);
  await portal.set({ domains: ['harbor.example'] });
  expect((await portal.me(accessToken)).status).not.toBe(200);
});

test('DESK-10 TELL-13 a browser that is new to the person is remembered and told of, once', async () => {
  const userId = await portal.addStaff('pia@harbor.example');
  const told = async () => {
    const { rows } = await sql`select from graphile_worker._private_jobs
      where payload->>'userId' = ${userId.toString()} and payload->>'signedInAt' is not null`.execute(
      portal.database.owner,
    );
    return rows.length;
  };
  const begun = async (cookie = '') => {
    const account = { email: 'pia@harbor.example', methods: ['pwd', 'otp'], shownSecondsAgo: 0 };
    Object.assign(portal.provider.account, account);
    const { location, cookie: own } = await portal.begin('domain=harbor.example', cookie);
    const { pathname, search } = await portal.provider.signIn(location);
    return portal.visit(`${pathname}${search}`, own);
  };
  const device = (await begun()).cookies.get('__Host-device') ?? '';
  expect(device).not.toBe('');
  expect(await told()).toBe(0);
  expect((await begun(device)).cookies.has('__Host-device')).toBe(false);
  expect(await told()).toBe(0);
  await begun();
  expect(await told()).toBe(1);
});

test('DESK-10 the session that the browser had ends with the sign-in', async () => {
  const userId = await portal.addStaff('nia@harbor.example');
  const first = await portal.signOn({ email: 'nia@harbor.example' });
  const { location, cookie } = await portal.begin('domain=harbor.example', sessionOf(first));
  const { pathname, search } = await portal.provider.signIn(location);
  const second = await portal.visit(`${pathname}${search}`, cookie);
  expect(second.location).toBe('/desk');
  const sessions = await sessionsOf(userId);
  expect(sessions.map(({ endedAt }) => endedAt !== null)).toEqual([true, false]);
});
