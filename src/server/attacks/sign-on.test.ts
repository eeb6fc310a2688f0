import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { permissionsOfRole } from '../../shared/domain/roles.ts';
import { SIGN_ON_FAILURES } from '../../shared/domain/sign-on-failures.ts';
import { redirectUriOf } from '../identity/single-sign-on.ts';
import { withClaims, withTenant } from '../platform/db/transactions.ts';
import { removeSingleSignOn, setSingleSignOn } from '../tenant-settings/single-sign-on.ts';
import { createTenant } from '../testing/factories.ts';
import { CLIENT } from '../testing/openid-provider.ts';
import { changing, openSignOnPortal, type SignOnPortal } from '../testing/sign-on.ts';
import { addFactor } from '../testing/staff.ts';
import { ORIGIN, postAsMember } from '../testing/test-app.ts';

let portal: SignOnPortal;
let userId: bigint;
const EMAIL = 'ada@harbor.example';
beforeAll(async () => {
  portal = await openSignOnPortal();
  userId = await portal.addStaff(EMAIL, {
    role: 'administrator',
    permissions: permissionsOfRole('administrator'),
  });
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.provider.alterClaims = null;
  await withClaims(portal.database.owner, { userId }, (tx) =>
    tx.updateTable('sessions').set({ endedAt: new Date(), endReason: 'logout' }).execute(),
  );
});

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;
const NOT_RECENT = '/login?sso=sso_not_recent';
const sessionOf = ({ cookies }: { cookies: Map<string, string> }) => cookies.get('__Host-session') ?? '';

interface Attack {
  /** Takes these out of the address that leads to the provider, as whoever sits at the browser can. */
  strips?: string[];
  shownSecondsAgo?: number;
  /** The cookie of a session in which the sign-in is begun. */
  session?: string;
  methods?: string[];
}

async function signOn({ strips = [], shownSecondsAgo = 0, session = '', methods = ['pwd', 'otp'] }: Attack) {
  const { location, cookie } = await portal.begin('domain=harbor.example', session);
  const address = new URL(location);
  for (const name of strips) address.searchParams.delete(name);
  Object.assign(portal.provider.account, { email: EMAIL, isVerified: true, methods, shownSecondsAgo });
  const { pathname, search } = await portal.provider.signIn(address.href);
  return portal.visit(`${pathname}${search}`, cookie);
}

const sessions = () =>
  withClaims(portal.database.owner, { userId }, (tx) =>
    tx.selectFrom('sessions').select(['id', 'secondFactorAt']).where('endedAt', 'is', null).execute(),
  );

/** Something that the desk asks a fresh second factor for. */
async function stepUp(cookie: string): Promise<unknown> {
  const { access_token: accessToken } = await portal.renew(cookie);
  const path = '/api/desk/v1/settings/single_sign_on/remove';
  const response = await portal.app.fetch(path, postAsMember({}, accessToken, portal.tenantId));
  const { code } = (await response.json()) as { code?: string };
  return code ?? response.status;
}

async function expectRefused(attack: Attack): Promise<void> {
  const before = await sessions();
  const landing = await signOn(attack);
  expect(landing.location).toBe(NOT_RECENT);
  expect(sessionOf(landing)).toBe('');
  expect(await sessions()).toEqual(before);
}

test('DESK-13 a sign-in of hours ago opens nothing, although max_age was taken out of the address', async () => {
  expect(SIGN_ON_FAILURES.sso_not_recent).toContain('did not confirm that you signed in there just now');
  expect(new URL((await portal.begin()).location).searchParams.get('max_age')).toBe('300');
  await expectRefused({ strips: ['max_age'], shownSecondsAgo: 36_000 });
  await expectRefused({ strips: ['max_age'], shownSecondsAgo: 300 + 31 });
  expect((await signOn({ strips: ['max_age'], shownSecondsAgo: 240 })).location).toBe('/desk');
});

test.each([
  ['missing', { auth_time: undefined }],
  ['of hours ago', { auth_time: secondsAgo(36_000) }],
  ['of tomorrow', { auth_time: secondsAgo(-86_400) }],
  ['of a minute ahead', { auth_time: secondsAgo(-61) }],
])(
  'DESK-13 no session comes of an auth_time that is %s, however the provider came to it',
  async (_, claim) => {
    portal.provider.alterClaims = (claims) => ({ ...claims, ...claim });
    await expectRefused({});
    await expectRefused({ strips: ['max_age'] });
  },
);

test.each(['yesterday', null, '1900000000', -1])('DESK-13 an auth_time of %j is none', async (authTime) => {
  portal.provider.alterClaims = (claims) => ({ ...claims, auth_time: authTime });
  const landing = await signOn({});
  expect(landing.location).toMatch(/^\/login\?sso=sso_(failed|not_recent)$/);
  expect(await sessions()).toEqual([]);
});

test('DESK-13 where a session is there, the provider is told to ask again, and an answer of before does not count', async () => {
  const first = sessionOf(await signOn({}));
  const { location } = await portal.begin('domain=harbor.example', first);
  expect(new URL(location).searchParams.get('prompt')).toBe('login');
  expect(new URL((await portal.begin()).location).searchParams.has('prompt')).toBe(false);
  await expectRefused({ session: first, strips: ['prompt', 'max_age'], shownSecondsAgo: 120 });
  expect((await signOn({ session: first, shownSecondsAgo: 0 })).location).toBe('/desk');
});

test('DESK-13 a step-up counts from when the provider asked, and no later than now', async () => {
  const aged = await signOn({ shownSecondsAgo: 290 });
  const [session] = await sessions();
  expect(Math.abs((session?.secondFactorAt?.getTime() ?? 0) / 1000 - secondsAgo(290))).toBeLessThan(5);
  await withClaims(portal.database.owner, { userId }, (tx) =>
    tx
      .updateTable('sessions')
      .set({ secondFactorAt: new Date(secondsAgo(301) * 1000) })
      .execute(),
  );
  expect(await stepUp(sessionOf(aged))).toBe('sso_again');
  // A clock that is a little fast makes nothing fresh for longer.
  portal.provider.alterClaims = (claims) => ({ ...claims, auth_time: secondsAgo(-20) });
  await signOn({});
  const ahead = (await sessions()).filter(({ id }) => id !== session?.id);
  expect(ahead[0]?.secondFactorAt?.getTime()).toBeLessThanOrEqual(Date.now());
});

test.each([
  ['a password alone', ['pwd']],
  ['no word about how', undefined],
  ['a text in place of a list', 'mfa'],
])('DESK-13 %s is no second factor: the own one is asked for before there is a session', async (_, amr) => {
  portal.provider.alterClaims = (claims) => ({ ...claims, amr });
  expect((await signOn({})).location).toBe('/login?sso=sso_second_factor');
  expect(await sessions()).toEqual([]);
});

test('DESK-13 with an own second factor, an amr without one leads to it, and to no session', async () => {
  const email = 'lena@harbor.example';
  await addFactor(portal.database.owner, await portal.addStaff(email));
  const landing = await portal.signOn({ email, methods: ['pwd'] });
  expect(landing.location).toMatch(/^\/login#challenge=/);
  expect(sessionOf(landing)).toBe('');
});

test('DESK-12 one funder’s provider is never sent what another funder’s has answered', async () => {
  const { database, provider } = portal;
  const sent: string[] = [];
  const hostile = createServer((request, response) => {
    const own = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
    if (request.method === 'POST') sent.push(request.url ?? '');
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ issuer: own, authorization_endpoint: `${own}/auth`, token_endpoint: `${own}/token` }),
    );
  });
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
  const keystone = await createTenant(database.owner, { name: 'Keystone', slug: 'keystone' });
  const issuer = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
  await portal.set({ issuer, clientId: 'k', clientSecret: 'k', domains: ['keystone.example'] }, keystone);

  // The victim follows a link to Keystone's provider, which leads on to Harbor's, with the request of a sign-in of its own.
  const victim = await portal.begin('tenant=keystone');
  const attacker = await portal.begin('tenant=harbor');
  const mixed = new URL(attacker.location);
  mixed.searchParams.set('state', new URL(victim.location).searchParams.get('state') ?? '');
  Object.assign(provider.account, { email: EMAIL, isVerified: true, shownSecondsAgo: 0 });
  const answer = await provider.signIn(mixed.href);
  // As of a provider that does not say who it is.
  answer.searchParams.delete('iss');
  const landing = await portal.visit(`${answer.pathname}${answer.search}`, victim.cookie);
  expect(sent).toEqual([]);
  expect(landing.location).toBe('/login?sso=sso_expired');

  mixed.searchParams.set('redirect_uri', redirectUriOf(ORIGIN, 'keystone'));
  await expect(provider.signIn(mixed.href)).rejects.toThrow('invalid_redirect_uri');
  await new Promise((resolve) => hostile.close(resolve));
});

const domains = ['harbor.example'];
test.each([
  ['its domain is taken away', () => portal.set({ domains: ['harbor-west.example'] })],
  ['another client is named', () => portal.set({ clientId: 'another' })],
  [
    'it is removed and named again',
    async () => {
      const { issuer } = portal.provider;
      await withTenant(portal.database.db, portal.tenantId, (tx) =>
        removeSingleSignOn(tx, portal.tenantId, { via: 'command line', name: 'test' }),
      );
      await portal.set({ issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, domains });
    },
  ],
])('DESK-14 a provider that answers late opens nothing if %s meanwhile', async (_, change) => {
  portal.provider.alterClaims = async (claims) => {
    await change();
    return claims;
  };
  expect((await signOn({})).location).toBe('/login?sso=sso_expired');
  expect(await sessions()).toEqual([]);
  await portal.set({ clientId: CLIENT.id, domains });
});

test('DESK-14 a change that begins before a sign-in and is saved after it ends what was opened', async () => {
  const { database, tenantId } = portal;
  let cookie = '';
  await withTenant(database.db, tenantId, async (tx) => {
    await sql`select`.execute(tx);
    cookie = sessionOf(await signOn({}));
    await setSingleSignOn(tx, changing(tenantId), { domains: ['harbor-west.example'] });
  });
  expect((await portal.me((await portal.renew(cookie)).access_token)).status).toBe(403);
  await portal.set({ domains });
});

test('DESK-10 a page of somebody else begins no sign-in, and leads to where a person begins it', async () => {
  const start = '/api/non-tenant/sso/start?tenant=harbor';
  for (const site of ['cross-site', 'same-site'])
    expect(await portal.visit(start, '', { 'sec-fetch-site': site })).toEqual({
      location: '/login?sso=sso_start_here',
      cookies: new Map(),
    });
  // By the button, or typed or kept.
  for (const site of ['same-origin', 'none'])
    expect((await portal.visit(start, '', { 'sec-fetch-site': site })).location).toContain(
      portal.provider.issuer,
    );
});

test('DESK-201 an address behind the firewall is not called because a provider’s metadata name it', async () => {
  const { issuer } = portal.provider;
  const called: string[] = [];
  const inside = 'https://169.254.169.254';
  const metadata = createServer((request, response) => {
    called.push(request.url ?? '');
    const own = `http://127.0.0.1:${(metadata.address() as AddressInfo).port}`;
    const named = { issuer: own, token_endpoint: `${inside}/token`, jwks_uri: `${inside}/keys` };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ ...named, authorization_endpoint: `${own}/auth`, userinfo_endpoint: inside }),
    );
  });
  await new Promise<void>((resolve) => metadata.listen(0, '127.0.0.1', resolve));
  await portal.set({ issuer: `http://127.0.0.1:${(metadata.address() as AddressInfo).port}` });
  const { location, cookie } = await portal.begin();
  const state = new URL(location).searchParams.get('state') ?? '';
  const began = performance.now();
  const answer = `/api/non-tenant/sso/callback/harbor?${new URLSearchParams({ state, code: 'any' })}`;
  expect((await portal.visit(answer, cookie)).location).toBe('/login?sso=sso_failed');
  expect(performance.now() - began).toBeLessThan(1_500);
  expect(called).toEqual(['/.well-known/openid-configuration']);
  await new Promise((resolve) => metadata.close(resolve));
  await portal.set({ issuer });
});
