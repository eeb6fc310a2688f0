import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueCapability } from '../../identity/capabilities.ts';
import { hashToken } from '../../platform/crypto/random-tokens.ts';
import { withClaims, withTenant } from '../../platform/db/transactions.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { askWhoIsRemembered, enterAndBeRemembered, jarOf } from '../../testing/remembering.ts';
import { asMember, ORIGIN, postJson, signInAs, solveCaptcha } from '../../testing/test-app.ts';

const TOKEN = '/api/non-tenant/oauth/token';
let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const signInRemembered = (username: string) => enterAndBeRemembered(portal.app, username, PASSWORD);

const goIdle = (userId: bigint, minutes: number) =>
  withClaims(portal.database.db, { userId }, (tx) =>
    tx
      .updateTable('sessions')
      .set({ lastActiveAt: sql<Date>`last_active_at - make_interval(mins => ${minutes})` })
      .where('userId', '=', userId)
      .execute(),
  );

const refresh = (cookie: string) =>
  portal.app.fetch(TOKEN, postJson({ grant_type: 'refresh_token' }, { cookie }));
const rememberedUser = (cookie: string) => askWhoIsRemembered(portal.app, cookie);
const enterRemembered = async (cookie: string, password: string) => {
  const recaptcha = await solveCaptcha(portal.app);
  return portal.app.fetch(TOKEN, postJson({ grant_type: 'remembered', password, recaptcha }, { cookie }));
};

const rememberedCookie = (response: Response) =>
  response.headers.getSetCookie().find((cookie) => cookie.startsWith('__Host-remembered='));
const logOut = (cookie: string) =>
  portal.app.fetch('/user/logout', { method: 'POST', headers: { origin: ORIGIN, cookie } });
const notYou = (cookie: string, origin = ORIGIN) =>
  portal.app.fetch('/api/session_user/current', { method: 'DELETE', headers: { origin, cookie } });
const NOBODY = { email: null, retry_after: 0 };

test('LOGIN-10 a remembered session keeps its cookie for 30 days; another ends with the browser', async () => {
  await portal.addInvestor('stays@northgate.example');
  const [cookie] = (await signInRemembered('stays@northgate.example')).headers.getSetCookie();
  expect(cookie).toContain('Max-Age=2592000');
});

test('LOGIN-10 after the session went idle or was logged out of, the e-mail comes back masked, and the password alone signs in', async () => {
  const userId = await portal.addInvestor('whitfield@northgate.example');
  let jar = jarOf(await signInRemembered('whitfield@northgate.example'));
  for (const end of [() => goIdle(userId, 10), () => logOut(jar)]) {
    await end();
    expect((await refresh(jar)).status).toBe(401);
    expect(await rememberedUser(jar)).toEqual({ email: '••••••••••••••••••e.example', retry_after: 0 });
    const again = await enterRemembered(jar, PASSWORD);
    expect(again.status).toBe(200);
    expect(rememberedCookie(again)).toContain('Max-Age=2592000');
    expect(await rememberedUser(jar)).toEqual(NOBODY);
    jar = jarOf(again);
  }
});

test('LOGIN-10 ROUTE-07 logging out takes the session’s cookie back and leaves the other, on the server too', async () => {
  await portal.addInvestor('leaves@northgate.example');
  const jar = jarOf(await signInRemembered('leaves@northgate.example'));
  const out = await logOut(jar);
  expect(out.headers.getSetCookie().join()).toMatch(/__Host-session=;/);
  expect(rememberedCookie(out)).toBeUndefined();
  expect(out.headers.get('clear-site-data')).toBe('"cache"');
  expect((await rememberedUser(jar)).email).not.toBeNull();
});

test('LOGIN-10 security rule: what the browser remembers by is out of scripts’ reach, and opens nothing but the mask', async () => {
  const email = 'masked@northgate.example';
  const userId = await portal.addInvestor(email);
  const cookie = rememberedCookie(await signInRemembered(email)) ?? '';
  for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/'])
    expect(cookie).toContain(attribute);
  const token = /=([\w-]{43});/.exec(cookie)?.[1] ?? '';
  const answer = await portal.app.fetch('/api/session_user/current', {
    headers: { cookie: `__Host-remembered=${token}` },
  });
  expect(await answer.text()).not.toContain('masked');
  expect((await refresh(`__Host-session=${token}`)).status).toBe(401);
  expect((await refresh(`__Host-remembered=${token}`)).status).toBe(401);
  expect((await enterRemembered(`__Host-remembered=${token}`, 'not the password')).status).toBe(401);
  const asBearer = asMember(token, portal.tenantId);
  expect((await portal.app.fetch(`/api/getPortalUserProfile/${userId}`, asBearer)).status).toBe(401);
  const hashes = await withClaims(portal.database.db, { userId }, (tx) =>
    tx.selectFrom('rememberedBrowsers').select('tokenHash').execute(),
  );
  expect(hashes).toEqual([{ tokenHash: hashToken(token) }]);
});

test('LOGIN-10 Not you? forgets on the server: the cookie is worth nothing afterwards, wherever it is kept', async () => {
  const userId = await portal.addInvestor('sent-away@northgate.example');
  const jar = jarOf(await signInRemembered('sent-away@northgate.example'));
  expect((await notYou(jar, 'https://evil.example')).status).toBe(403);
  expect((await rememberedUser(jar)).email).not.toBeNull();
  const response = await notYou(jar);
  expect(await response.json()).toEqual({ success: true });
  expect(rememberedCookie(response)).toMatch(/^__Host-remembered=;/);
  expect(await rememberedUser(jar)).toEqual(NOBODY);
  expect((await enterRemembered(jar, PASSWORD)).status).toBe(401);
  expect((await refresh(jar)).status).toBe(401);
  const left = await withClaims(portal.database.db, { userId }, (tx) =>
    tx.selectFrom('rememberedBrowsers').select('userId').execute(),
  );
  expect(left).toEqual([]);
  expect((await notYou(jar)).status).toBe(200);
});

test('LOGIN-06 LOGIN-10 whoever is remembered and locked is told how much longer, on that browser alone', async () => {
  const email = 'guessed@northgate.example';
  const userId = await portal.addInvestor(email);
  const here = jarOf(await signInRemembered(email));
  const elsewhere = jarOf(await signInRemembered(email));
  await goIdle(userId, 10);
  for (let failure = 1; failure <= 4; failure += 1) await enterRemembered(here, 'wrong');
  expect((await enterRemembered(here, PASSWORD)).status).toBe(429);
  const { email: masked, retry_after } = await rememberedUser(here);
  expect(masked).not.toBeNull();
  expect(retry_after).toBeGreaterThan(590);
  expect(retry_after).toBeLessThanOrEqual(600);
  expect((await rememberedUser('__Host-remembered=unknown')).retry_after).toBe(0);
  expect(await rememberedUser(elsewhere)).toEqual({ email: masked, retry_after: 0 });
});

test('LOGIN-10 without Remember me nobody is remembered', async () => {
  const username = 'passing@northgate.example';
  await portal.addInvestor(username);
  const recaptcha = await solveCaptcha(portal.app);
  const body = { grant_type: 'password', username, password: PASSWORD, recaptcha, remember_me: false };
  const response = await portal.app.fetch(TOKEN, postJson(body));
  expect(response.status).toBe(200);
  expect(rememberedCookie(response)).toBeUndefined();
  const jar = jarOf(response);
  expect(await rememberedUser(jar)).toEqual(NOBODY);
  await logOut(jar);
  expect(await rememberedUser(jar)).toEqual(NOBODY);
});

test('LOGIN-10 a browser remembers whoever ticked the box last; left empty, it forgets; a ticket changes nothing', async () => {
  await portal.addInvestor('first@northgate.example');
  const second = await portal.addInvestor('second@eastport.example');
  const recaptcha = await solveCaptcha(portal.app);
  const first = jarOf(await signInRemembered('first@northgate.example'));
  const enter = async (cookie: string, body: object) =>
    portal.app.fetch(TOKEN, postJson({ password: PASSWORD, recaptcha, ...body }, { cookie }));
  const taken = jarOf(
    await enter(first, {
      grant_type: 'password',
      username: 'second@eastport.example',
      remember_me: true,
    }),
  );
  expect(await rememberedUser(first)).toEqual(NOBODY);
  expect((await rememberedUser(taken)).email).toMatch(/t\.example$/);

  const byTicketHere = await enter(taken, { grant_type: 'ticket', ticket: await ticketFor(second) });
  expect(byTicketHere.status).toBe(200);
  expect(rememberedCookie(byTicketHere)).toBeUndefined();
  expect((await rememberedUser(taken)).email).toMatch(/t\.example$/);

  const without = await enter(taken, {
    grant_type: 'password',
    username: 'first@northgate.example',
    recaptcha: await solveCaptcha(portal.app),
  });
  expect(without.status).toBe(200);
  expect(rememberedCookie(without)).toMatch(/^__Host-remembered=;/);
  expect(await rememberedUser(taken)).toEqual(NOBODY);
});

test('LOGIN-10 thirty days after the last sign-in the browser is forgotten', async () => {
  const email = 'long-ago@northgate.example';
  const userId = await portal.addInvestor(email);
  const jar = jarOf(await signInRemembered(email));
  const letHoursPass = (hours: number) =>
    withClaims(portal.database.owner, { userId }, (tx) =>
      tx
        .updateTable('rememberedBrowsers')
        .set({ expiresAt: sql<Date>`expires_at - make_interval(hours => ${hours})` })
        .where('userId', '=', userId)
        .execute(),
    );
  await letHoursPass(30 * 24 - 1);
  expect((await rememberedUser(jar)).email).not.toBeNull();
  await letHoursPass(1);
  expect(await rememberedUser(jar)).toEqual(NOBODY);
  expect((await enterRemembered(jar, PASSWORD)).status).toBe(401);
});

test('SHELL-03 a session that is idle for nine minutes is over on the server; reading is no activity, reporting is', async () => {
  const userId = await portal.addInvestor('idle@northgate.example');
  const { accessToken } = await signInAs(portal.app, 'idle@northgate.example', PASSWORD);
  const profile = () =>
    portal.app.fetch(`/api/getPortalUserProfile/${userId}`, asMember(accessToken, portal.tenantId));
  await goIdle(userId, 8);
  expect((await profile()).status).toBe(200);
  await goIdle(userId, 2);
  expect((await profile()).status).toBe(401);

  const second = await signInAs(portal.app, 'idle@northgate.example', PASSWORD);
  await goIdle(userId, 8);
  const headers = { ...asMember(second.accessToken, portal.tenantId).headers, origin: ORIGIN } as Record<
    string,
    string
  >;
  expect((await portal.app.fetch('/user/activity', { method: 'POST', headers })).status).toBe(200);
  await goIdle(userId, 8);
  expect((await portal.app.fetch(`/api/getPortalUserProfile/${userId}`, { headers })).status).toBe(200);
});

async function ticketFor(userId: bigint, seconds = 300) {
  const { token } = await withTenant(portal.database.db, portal.tenantId, (tx) =>
    issueCapability(tx, portal.tenantId, {
      kind: 'sign-in ticket',
      subjectId: userId,
      seconds,
      issuedBy: null,
    }),
  );
  return token;
}
const byTicket = (ticket: string) => portal.app.fetch(TOKEN, postJson({ grant_type: 'ticket', ticket }));

test('LOGIN-09 a ticket signs its user in once', async () => {
  const userId = await portal.addInvestor('ticket@northgate.example');
  const ticket = await ticketFor(userId);
  const response = await byTicket(ticket);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ user_id: Number(userId) });
  const again = await byTicket(ticket);
  expect(again.status).toBe(410);
  expect(await again.json()).toMatchObject({ code: 'link_expired' });
});

test('LOGIN-09 twenty at once with one ticket open one session; expired and altered ones none', async () => {
  const userId = await portal.addInvestor('tickets@northgate.example');
  const ticket = await ticketFor(userId);
  const responses = await Promise.all(Array.from({ length: 20 }, () => byTicket(ticket)));
  expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
  expect((await byTicket(await ticketFor(userId, -1))).status).toBe(410);
  const other = await ticketFor(userId);
  expect((await byTicket(`${other.slice(0, -2)}AA`)).status).toBe(410);
  expect((await byTicket('short')).status).toBe(410);
});

test('LOGIN-09 a ticket for somebody who is no syndicate user says so', async () => {
  const userId = await portal.addInvestor('iso@broker.example', { role: 'broker', syndicateId: null });
  const response = await byTicket(await ticketFor(userId));
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ message: 'This user is not a syndicate User' });
});

test('LOGIN-09 whoever is signed in learns whether a ticket is theirs, and nothing is used up by it', async () => {
  const mine = await portal.addInvestor('mine@northgate.example');
  const theirs = await portal.addInvestor('theirs@northgate.example');
  const { cookie } = await signInAs(portal.app, 'mine@northgate.example', PASSWORD);
  const check = (ticket: string, headers: Record<string, string> = { cookie }) =>
    portal.app.fetch('/user/check_ticket', postJson({ ticket }, headers));
  const ownerOf = async (ticket: string) =>
    ((await (await check(ticket)).json()) as { ticket_of: string }).ticket_of;
  const [own, other] = [await ticketFor(mine), await ticketFor(theirs)];
  expect(await (await check(own)).json()).toEqual({
    name: expect.stringMatching(/^Person/),
    ticket_of: 'you',
  });
  expect(await ownerOf(other)).toBe('somebody_else');
  expect(await ownerOf(await ticketFor(theirs, -1))).toBe('nobody');
  expect(await ownerOf('no ticket')).toBe('nobody');
  for (const ticket of [own, other]) {
    expect((await byTicket(ticket)).status).toBe(200);
    expect(await ownerOf(ticket)).toBe('nobody');
  }
  expect((await check(own, {})).status).toBe(401);
  expect((await check(own, { cookie, origin: 'https://evil.example' })).status).toBe(403);
  await goIdle(mine, 10);
  expect((await check(own)).status).toBe(401);
});

test('LOGIN-11 log-in answers the tenants to choose from and opens no session', async () => {
  const userId = await portal.addInvestor('chooser@northgate.example');
  const recaptcha = await solveCaptcha(portal.app);
  const body = { username: 'chooser@northgate.example', password: PASSWORD, recaptcha };
  const response = await portal.app.fetch('/api/non-tenant/log-in', postJson(body));
  expect(await response.json()).toEqual({
    success: true,
    message: '',
    tenants: [{ id: portal.tenantId, name: 'Harbor Capital' }],
  });
  expect(response.headers.getSetCookie()).toEqual([]);
  const sessions = await withClaims(portal.database.db, { userId }, (tx) =>
    tx.selectFrom('sessions').select('id').execute(),
  );
  expect(sessions).toEqual([]);
});
