import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClaims, withTenant } from '../../db/transactions.ts';
import { issueCapability } from '../../identity/capabilities.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { asMember, cookieOf, ORIGIN, postJson, signInAs, solveCaptcha } from '../../testing/test-app.ts';

const TOKEN = '/api/non-tenant/oauth/token';
let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

async function signInRemembered(username: string) {
  const recaptcha = await solveCaptcha(portal.app);
  const body = { grant_type: 'password', username, password: PASSWORD, recaptcha, remember_me: true };
  return portal.app.fetch(TOKEN, postJson(body));
}

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
const rememberedUser = async (cookie: string) =>
  (await (await portal.app.fetch('/api/session_user/current', { headers: { cookie } })).json()) as {
    email: string | null;
    retry_after: number;
  };
const enterRemembered = async (cookie: string, password: string) => {
  const recaptcha = await solveCaptcha(portal.app);
  return portal.app.fetch(TOKEN, postJson({ grant_type: 'remembered', password, recaptcha }, { cookie }));
};

test('LOGIN-10 a remembered session keeps its cookie for 30 days; another ends with the browser', async () => {
  await portal.addInvestor('stays@northgate.example');
  const [cookie] = (await signInRemembered('stays@northgate.example')).headers.getSetCookie();
  expect(cookie).toContain('Max-Age=2592000');
});

test('LOGIN-10 after the session went idle the e-mail comes back masked, and the password alone signs in', async () => {
  const userId = await portal.addInvestor('whitfield@northgate.example');
  const cookie = cookieOf(await signInRemembered('whitfield@northgate.example'));
  await goIdle(userId, 10);
  expect((await refresh(cookie)).status).toBe(401);
  expect(await rememberedUser(cookie)).toEqual({ email: '••••••••••••••••••e.example', retry_after: 0 });
  expect((await enterRemembered(cookie, PASSWORD)).status).toBe(200);
});

test('LOGIN-06 LOGIN-10 whoever is remembered and locked is told how much longer, on that browser alone', async () => {
  const email = 'guessed@northgate.example';
  const userId = await portal.addInvestor(email);
  const response = await signInRemembered(email);
  const here = response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  const elsewhere = cookieOf(await signInRemembered(email));
  await goIdle(userId, 10);
  for (let failure = 1; failure <= 4; failure += 1) await enterRemembered(here, 'wrong');
  expect((await enterRemembered(here, PASSWORD)).status).toBe(429);
  const { email: masked, retry_after } = await rememberedUser(here);
  expect(masked).not.toBeNull();
  expect(retry_after).toBeGreaterThan(590);
  expect(retry_after).toBeLessThanOrEqual(600);
  expect((await rememberedUser('__Host-session=unknown')).retry_after).toBe(0);
  expect((await rememberedUser(elsewhere)).email).toBe(masked);
});

test('LOGIN-10 without Remember me, or after signing out, nobody is remembered', async () => {
  await portal.addInvestor('passing@northgate.example');
  const { cookie } = await signInAs(portal.app, 'passing@northgate.example', PASSWORD);
  expect(await rememberedUser(cookie)).toEqual({ email: null, retry_after: 0 });
  const remembered = cookieOf(await signInRemembered('passing@northgate.example'));
  await portal.app.fetch('/user/logout', { method: 'POST', headers: { origin: ORIGIN, cookie: remembered } });
  expect(await rememberedUser(remembered)).toEqual({ email: null, retry_after: 0 });
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
