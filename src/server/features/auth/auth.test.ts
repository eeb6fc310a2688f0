import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkChain } from '../../platform/audit/audit-chain.ts';
import { hashToken } from '../../platform/crypto/random-tokens.ts';
import { withClaims, withTenant } from '../../platform/db/transactions.ts';
import { createMembership, createSyndicate, createTenant, createUser } from '../../testing/factories.ts';
import {
  asMember,
  cookieOf,
  ORIGIN,
  passwords,
  postJson,
  type SignedIn,
  signInAs,
  solveCaptcha,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

const TOKEN = '/api/non-tenant/oauth/token';
const PASSWORD = 'correct horse battery';
const refresh = (cookie: string) => postJson({ grant_type: 'refresh_token' }, { cookie });

let database: TestDatabase;
let app: TestApp;
let tenantId: string;
let syndicateId: bigint;

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp(database);
  tenantId = await createTenant(database.owner, { name: 'Harbor Capital' });
  syndicateId = await withTenant(database.owner, tenantId, (tx) => createSyndicate(tx, tenantId));
  await createInvestor('dana@northgate.example');
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

async function createInvestor(email: string, overrides: Parameters<typeof createMembership>[3] = {}) {
  const userId = await createUser(database.owner, { email, passwordHash: await passwords.hash(PASSWORD) });
  await withTenant(database.owner, tenantId, (tx) =>
    createMembership(tx, tenantId, userId, { syndicateId, ...overrides }),
  );
  return userId;
}

const attempt = async (username: string, password: string) =>
  app.fetch(
    TOKEN,
    postJson({ grant_type: 'password', username, password, recaptcha: await solveCaptcha(app) }),
  );

test('LOGIN-11 LOGIN-12 the right password gives a short-lived token, the tenants, and a cookie no script can read', async () => {
  const response = await attempt('Dana@Northgate.example', PASSWORD);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    access_token: expect.stringMatching(/^[\w-]{43}$/),
    token: expect.stringMatching(/^[\w-]{43}$/),
    token_type: 'Bearer',
    expires_in: 300,
    user_id: expect.any(Number),
    id: expect.any(Number),
    name: expect.stringMatching(/^Person /),
    role: 'syndication',
    terminated_user: 0,
    first_login: false,
    syndication_id: expect.any(Number),
    tenants: [
      { id: tenantId, name: 'Harbor Capital', syndication_id: expect.any(Number), desk: false, guest: false },
    ],
  });
  const [cookie] = response.headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('LOGIN-12 only hashes of tokens are in the database', async () => {
  const { accessToken, cookie, userId } = await signInAs(app, 'dana@northgate.example', PASSWORD);
  const stored = await withClaims(database.db, { userId: BigInt(userId) }, (tx) =>
    tx.selectFrom('sessionTokens').select('tokenHash').execute(),
  );
  const hashes = stored.map((row) => row.tokenHash.toString('hex'));
  expect(hashes).toContain(hashToken(accessToken).toString('hex'));
  expect(hashes).toContain(hashToken(cookie.split('=')[1] ?? '').toString('hex'));
});

test('LOGIN-04 a wrong password and an unknown user get the same words', async () => {
  const wrong = await attempt('dana@northgate.example', 'wrong');
  const unknown = await attempt('nobody@northgate.example', 'wrong');
  for (const response of [wrong, unknown]) {
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      code: 'invalid_credentials',
      message: 'The user credentials were incorrect',
    });
    expect(response.headers.getSetCookie()).toEqual([]);
  }
});

test('LOGIN-07 LOGIN-08 a closed account or another role is told so, after the right password only, and leaves no session', async () => {
  const closed = await createInvestor('closed@northgate.example', { isTerminated: true });
  const broker = await createInvestor('broker@iso.example', { role: 'broker', syndicateId: null });
  const answers = {
    'closed@northgate.example': 'Account is closed, please contact admin.',
    'broker@iso.example': 'This portal is not accessable to your role.',
  };
  for (const [email, message] of Object.entries(answers)) {
    const response = await attempt(email, PASSWORD);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ message });
    expect(await (await attempt(email, 'wrong')).json()).toMatchObject({ code: 'invalid_credentials' });
  }
  for (const userId of [closed, broker]) {
    const sessions = await withClaims(database.db, { userId }, (tx) =>
      tx.selectFrom('sessions').select('id').execute(),
    );
    expect(sessions).toEqual([]);
  }
});

test('LOGIN-09 somebody who is a member of no tenant is no syndicate user, told after the right password only', async () => {
  const email = 'nowhere@elsewhere.example';
  const userId = await createUser(database.owner, { email, passwordHash: await passwords.hash(PASSWORD) });
  expect(await (await attempt(email, 'wrong')).json()).toMatchObject({ code: 'invalid_credentials' });
  const response = await attempt(email, PASSWORD);
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ message: 'This user is not a syndicate User' });
  const sessions = await withClaims(database.db, { userId }, (tx) =>
    tx.selectFrom('sessions').select('id').execute(),
  );
  expect(sessions).toEqual([]);
});

test('LOGIN-12 the cookie renews the token and is replaced; both tabs of one moment are served', async () => {
  const { cookie } = await signInAs(app, 'dana@northgate.example', PASSWORD);
  const [first, second] = await Promise.all([
    app.fetch(TOKEN, refresh(cookie)),
    app.fetch(TOKEN, refresh(cookie)),
  ]);
  expect([first.status, second.status]).toEqual([200, 200]);
  const successors = [cookieOf(first), cookieOf(second)].filter(Boolean);
  expect(successors).toHaveLength(1);
  expect((await app.fetch(TOKEN, refresh(successors[0] ?? ''))).status).toBe(200);
});

test('ROUTE-07 sign-out ends the session on the server: token and cookie are worth nothing afterwards', async () => {
  const { accessToken, cookie, userId } = await signInAs(app, 'dana@northgate.example', PASSWORD);
  const profile = `/api/getPortalUserProfile/${userId}`;
  expect((await app.fetch(profile, asMember(accessToken, tenantId))).status).toBe(200);
  const response = await app.fetch('/user/logout', { method: 'POST', headers: { origin: ORIGIN, cookie } });
  expect(await response.json()).toEqual({ success: true });
  expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-session=;.*Expires=Thu, 01 Jan 1970/);
  expect((await app.fetch(profile, asMember(accessToken, tenantId))).status).toBe(401);
  expect((await app.fetch(TOKEN, refresh(cookie))).status).toBe(401);
});

test('LOGIN-12 security rule: signing in again ends the session that the browser had, whoever’s it was', async () => {
  await createInvestor('before@northgate.example');
  const status = async ({ accessToken, userId }: Pick<SignedIn, 'accessToken' | 'userId'>) =>
    (await app.fetch(`/api/getPortalUserProfile/${userId}`, asMember(accessToken, tenantId))).status;
  for (const username of ['before@northgate.example', 'dana@northgate.example']) {
    const before = await signInAs(app, 'before@northgate.example', PASSWORD);
    const wrong = postJson(
      { grant_type: 'password', username, password: 'wrong', recaptcha: await solveCaptcha(app) },
      { cookie: before.cookie },
    );
    expect((await app.fetch(TOKEN, wrong)).status).toBe(401);
    expect(await status(before)).toBe(200);
    const right = postJson(
      { grant_type: 'password', username, password: PASSWORD, recaptcha: await solveCaptcha(app) },
      { cookie: before.cookie },
    );
    const response = await app.fetch(TOKEN, right);
    expect(response.status).toBe(200);
    expect([await status(before), (await app.fetch(TOKEN, refresh(before.cookie))).status]).toEqual([
      401, 401,
    ]);
    expect((await app.fetch(TOKEN, refresh(cookieOf(response)))).status).toBe(200);
  }
});

test('LOGIN-12 the cookie’s token is no access token, and an access token ends after its five minutes', async () => {
  const { accessToken, cookie, userId } = await signInAs(app, 'dana@northgate.example', PASSWORD);
  const profile = (token: string) =>
    app.fetch(`/api/getPortalUserProfile/${userId}`, asMember(token, tenantId));
  expect((await profile(cookie.split('=')[1] ?? '')).status).toBe(401);
  expect((await profile(accessToken)).status).toBe(200);
  await withClaims(database.db, { userId: BigInt(userId) }, (tx) =>
    tx
      .updateTable('sessionTokens')
      .set({ expiresAt: sql<Date>`expires_at - interval '5 minutes'` })
      .where('kind', '=', 'access')
      .execute(),
  );
  expect((await profile(accessToken)).status).toBe(401);
});

test('LOGIN-08 an account that is closed while signed in is refused at the next call', async () => {
  const userId = await createInvestor('leaving@northgate.example');
  const { accessToken, cookie } = await signInAs(app, 'leaving@northgate.example', PASSWORD);
  await withTenant(database.owner, tenantId, (tx) =>
    tx.updateTable('memberships').set({ isTerminated: true }).where('userId', '=', userId).execute(),
  );
  expect(
    (await app.fetch(`/api/getPortalUserProfile/${userId}`, asMember(accessToken, tenantId))).status,
  ).toBe(403);
  expect((await app.fetch(TOKEN, refresh(cookie))).status).toBe(401);
});

test('LOGIN-12 another origin cannot sign in, renew or sign out', async () => {
  const { cookie } = await signInAs(app, 'dana@northgate.example', PASSWORD);
  const foreign = { origin: 'https://evil.example', cookie };
  const siteOnly = { origin: ORIGIN, 'sec-fetch-site': 'cross-site', cookie };
  for (const headers of [foreign, siteOnly]) {
    expect((await app.fetch(TOKEN, postJson({ grant_type: 'refresh_token' }, headers))).status).toBe(403);
    expect((await app.fetch('/user/logout', { method: 'POST', headers })).status).toBe(403);
  }
  expect((await app.fetch(TOKEN, refresh(cookie))).status).toBe(200);
});

test('LOGIN-12 CALL-01 a program signs in without an origin: it gets the token, and no cookie of its is kept or read', async () => {
  const recaptcha = await solveCaptcha(app);
  const { cookie } = await signInAs(app, 'dana@northgate.example', PASSWORD);
  const asProgram = (body: object) =>
    app.fetch(TOKEN, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
  const credentials = { username: 'dana@northgate.example', password: PASSWORD, recaptcha };
  const response = await asProgram({ grant_type: 'password', ...credentials });
  expect(response.status).toBe(200);
  expect(response.headers.getSetCookie()).toEqual([]);
  const { access_token: token, id } = (await response.json()) as { access_token: string; id: number };
  const profile = await app.fetch(`/api/getPortalUserProfile/${id}`, asMember(token, tenantId));
  expect(profile.status).toBe(200);
  expect((await asProgram({ grant_type: 'refresh_token' })).status).toBe(401);
  // The cookie alone may act only when the request comes from a page of the portal.
  expect((await app.fetch('/user/logout', { method: 'POST', headers: { cookie } })).status).toBe(403);
  expect((await app.fetch(TOKEN, refresh(cookie))).status).toBe(200);
});

test('LOGIN-12 a page of another site cannot sign anybody in, with or without an origin', async () => {
  const body = {
    grant_type: 'password',
    username: 'dana@northgate.example',
    password: PASSWORD,
    recaptcha: await solveCaptcha(app),
  };
  const others = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { origin: ORIGIN, 'sec-fetch-site': 'same-site' },
  ];
  for (const headers of others) {
    const response = await app.fetch(TOKEN, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    expect({ headers, status: response.status }).toEqual({ headers, status: 403 });
  }
});

test('ROUTE-07 CALL-01 the hidden form of a page signs out too; no other call is taken from a form', async () => {
  const { cookie } = await signInAs(app, 'dana@northgate.example', PASSWORD);
  const form = (path: string, origin: string) =>
    app.fetch(path, { method: 'POST', headers: { origin, cookie }, body: new URLSearchParams({ a: 'b' }) });
  expect((await form('/user/logout', 'https://evil.example')).status).toBe(403);
  expect((await form(TOKEN, ORIGIN)).status).toBe(400);
  expect(await (await form('/user/logout', ORIGIN)).json()).toEqual({ success: true });
  expect((await app.fetch(TOKEN, refresh(cookie))).status).toBe(401);
});

test('OPS-04 signing in and out is in the tenant’s audit trail, and the chain holds', async () => {
  const { cookie, userId } = await signInAs(app, 'dana@northgate.example', PASSWORD);
  await app.fetch('/user/logout', { method: 'POST', headers: { origin: ORIGIN, cookie } });
  await withTenant(database.db, tenantId, async (tx) => {
    const events = await tx
      .selectFrom('auditEvents')
      .select(['action', 'actorId'])
      .orderBy('sequence', 'desc')
      .limit(2)
      .execute();
    expect(events).toEqual([
      { action: 'signed out', actorId: BigInt(userId) },
      { action: 'signed in', actorId: BigInt(userId) },
    ]);
    expect(await checkChain(tx, tenantId)).toMatchObject({ firstBroken: null });
  });
});
