import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueCapability } from '../../identity/capabilities.ts';
import { issuePasswordLink } from '../../identity/password-links.ts';
import { withClaims, withTenant } from '../../platform/db/transactions.ts';
import { waitForMail } from '../../testing/mailbox.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import {
  asMember,
  ORIGIN,
  postAsMember,
  postJson,
  signInAs,
  solveCaptcha,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

const SENT = 'Password reset link has been sent to your email, Please check your email to proceed';
let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;

beforeAll(async () => {
  portal = await openTestPortal({ trustedProxies: ['127.0.0.1'] });
  worker = await startTestWorker(portal.database);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const unique = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@northgate.example`;
const post = (path: string, body: unknown, headers?: Record<string, string>) =>
  portal.app.fetch(path, postJson(body, headers));
const reset = (id: string, password: string) => post('/user/reset_password', { id, password });

async function requestLink(email: string): Promise<string> {
  expect((await post('/user/send_reset_link', { email })).status).toBe(200);
  const mail = await waitForMail(email, 'Choose a new password');
  return /reset_password_view\?expires=\d+#([\w-]+)/.exec(mail.text)?.[1] ?? '';
}

test('RESET-01 RESET-05 RESET-06 the mailed link sets the password once, ends all sessions, and a notice goes out', async () => {
  const email = unique('reset');
  const userId = await portal.addInvestor(email);
  const { accessToken } = await signInAs(portal.app, email, PASSWORD);
  const token = await requestLink(email);
  expect(await (await post('/user/check_reset_link', { id: token })).json()).toEqual({ is_open: true });

  const response = await reset(token, 'an entirely new one');
  expect(await response.json()).toMatchObject({ success: true, message: expect.stringMatching(/password/i) });
  expect(
    (await portal.app.fetch(`/api/getPortalUserProfile/${userId}`, asMember(accessToken, portal.tenantId)))
      .status,
  ).toBe(401);
  await expect(signInAs(portal.app, email, PASSWORD)).rejects.toThrow(/401/);
  await signInAs(portal.app, email, 'an entirely new one');
  await waitForMail(email, 'Your password was changed');

  const again = await reset(token, 'yet another one');
  expect(again.status).toBe(410);
  expect(await again.json()).toMatchObject({
    message: 'Link Expired. The link you are trying to access is expired. Please request a new link.',
  });
  expect(await (await post('/user/check_reset_link', { id: token })).json()).toEqual({ is_open: false });
});

test('RESET-06 LOGIN-05 a new password lifts the lock of its account, wherever it was locked, and no other', async () => {
  const [email, another] = [unique('locked'), unique('another')];
  await portal.addInvestor(email);
  await portal.addInvestor(another);
  const attempt = async (username: string, password: string, address: string) => {
    const recaptcha = await solveCaptcha(portal.app);
    const body = { grant_type: 'password', username, password, recaptcha };
    return (await post('/api/non-tenant/oauth/token', body, { 'x-forwarded-for': address })).status;
  };
  const [here, elsewhere] = ['203.0.113.31', '203.0.113.32'];
  for (const [name, address] of [
    [email, here],
    [email, elsewhere],
    [another, here],
  ] as const) {
    const answers: number[] = [];
    for (let failure = 0; failure < 4; failure += 1) answers.push(await attempt(name, 'wrong', address));
    expect(answers).toEqual([401, 401, 401, 429]);
  }
  expect((await reset(await requestLink(email), 'an entirely new one')).status).toBe(200);
  expect(await attempt(email, 'an entirely new one', here)).toBe(200);
  expect(await attempt(email, 'an entirely new one', elsewhere)).toBe(200);
  expect(await attempt(another, PASSWORD, here)).toBe(429);
});

test('RESET-05 twenty at once with one link set one password; tampered and expired links none', async () => {
  const email = unique('race');
  const userId = await portal.addInvestor(email);
  const token = await requestLink(email);
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => reset(token, `a new password ${index}`)),
  );
  expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
  expect((await reset(`${token.slice(0, -1)}_`, 'whatever it is')).status).toBe(410);
  const late = await requestLink(email);
  await withClaims(portal.database.db, { userId }, (tx) =>
    tx
      .updateTable('passwordResets')
      .set({ expiresAt: sql<Date>`now()` })
      .where('usedAt', 'is', null)
      .execute(),
  );
  expect((await reset(late, 'whatever it is')).status).toBe(410);
});

test('RESET-04 too short and too common passwords are refused and leave the link open', async () => {
  const email = unique('weak');
  await portal.addInvestor(email);
  const token = await requestLink(email);
  expect(await (await reset(token, 'short')).json()).toMatchObject({ message: 'Min 8 characters' });
  const tooLong = await reset(token, 'quiet harbour '.repeat(10));
  expect([tooLong.status, await tooLong.json()]).toMatchObject([422, { message: 'Max 128 characters' }]);
  expect(await (await reset(token, 'Password123')).json()).toMatchObject({ code: 'password_too_common' });
  expect((await reset(token, 'uncommon enough')).status).toBe(200);
});

test('RESET-02 the answer is the same for an address that exists and one that does not', async () => {
  const ofFunder = await startTestApp(portal.database, { signInTenantId: portal.tenantId });
  for (const app of [portal.app, ofFunder]) {
    const email = unique('known');
    await portal.addInvestor(email);
    const known = await app.fetch('/user/send_reset_link', postJson({ email }));
    const unknown = await app.fetch('/user/send_reset_link', postJson({ email: unique('unknown') }));
    expect(known.status).toBe(unknown.status);
    expect(await known.json()).toEqual({ success: true, message: SENT });
    expect(await unknown.json()).toEqual({ success: true, message: SENT });
  }
  await ofFunder.close();
});

test('RESET-02 a tenant that discloses accounts gets the specified answers, for its own members', async () => {
  const email = unique('told');
  await portal.addInvestor(email);
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx.updateTable('tenants').set({ disclosesAccounts: true }).execute(),
  );
  const app = await startTestApp(portal.database, { signInTenantId: portal.tenantId });
  const ask = async (address: string) =>
    (await app.fetch('/user/send_reset_link', postJson({ email: address }))).json();
  expect(await ask(email)).toEqual({ success: true, message: SENT });
  expect(await ask(unique('untold'))).toEqual({ success: false, message: 'not exist' });
  await app.close();
});

test('LOGIN-09 an e-mail that a link brings along is looked up only for a tenant that discloses accounts', async () => {
  const email = unique('linked');
  await portal.addInvestor(email);
  const quiet = async (disclosesAccounts: boolean) => {
    await withTenant(portal.database.owner, portal.tenantId, (tx) =>
      tx.updateTable('tenants').set({ disclosesAccounts }).execute(),
    );
    return startTestApp(portal.database, { signInTenantId: portal.tenantId });
  };
  const told = { success: false, message: 'This user is not a syndicate User' };
  const untold = { success: true, message: '' };
  const ask = async (app: TestApp, address: string) =>
    (await app.fetch('/user/check_email', postJson({ email: address }))).json();
  const closed = await quiet(false);
  for (const app of [portal.app, closed])
    for (const address of [email, unique('unlinked')]) expect(await ask(app, address)).toEqual(untold);
  await closed.close();
  const open = await quiet(true);
  expect(await ask(open, email.toUpperCase())).toEqual(untold);
  expect(await ask(open, unique('unlinked'))).toEqual(told);
  await open.close();
});

test('LOGIN-09 RESET-03 looking e-mails up is limited as asking for reset links is, and takes none of those away', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.77' };
  const email = unique('looked-up');
  for (let index = 0; index < 100; index += 1)
    expect((await post('/user/check_email', { email }, headers)).status).toBe(200);
  expect((await post('/user/check_email', { email }, headers)).status).toBe(429);
  expect((await post('/user/send_reset_link', { email }, headers)).status).toBe(429);
  expect((await post('/user/send_reset_link', { email })).status).toBe(200);
});

test('RESET-02 OPS-10 what is no mail address is refused before anything is done for it', async () => {
  const jobs = async () => {
    const { rows } =
      await sql`select from graphile_worker._private_jobs where payload ->> 'email' like 'a%b@%'`.execute(
        portal.database.db,
      );
    return rows.length;
  };
  for (const email of [
    'a\u0000b@x',
    'a\u0000b@northgate.example',
    'nobody',
    'a b@northgate.example',
    'a@b\n@c.example',
  ]) {
    const response = await post('/user/send_reset_link', { email });
    expect(response.status, JSON.stringify(email)).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'invalid_request' });
  }
  expect(await jobs()).toBe(0);
});

test('PWD-03 RESET-04 a password that is guessed from a list or from names is refused, with the reason', async () => {
  const email = unique('guessable');
  const userId = await portal.addInvestor(email);
  const { accessToken } = await signInAs(portal.app, email, PASSWORD);
  const change = async (password: string) => {
    const body = { user_id: Number(userId), oldpassword: PASSWORD, password };
    const init = postAsMember(body, accessToken, portal.tenantId);
    const response = await portal.app.fetch('/api/updateSyndicateUserPwd', init);
    return ((await response.json()) as { code?: string }).code ?? 'accepted';
  };
  const { rows } = await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    sql<{ name: string }>`select name from syndicates where id = ${portal.syndicateId}`.execute(tx),
  );
  const own = email.split('@')[0]?.split('-')[0] ?? '';
  const answers = new Map<string, string>();
  for (const password of [
    'P@ssw0rd123',
    'Summer2026!',
    `${own}2026!`,
    `${rows[0]?.name} 1`,
    'HarborCapital9',
  ])
    answers.set(password, await change(password));
  expect([...answers.values()]).toEqual([
    'password_too_common',
    'password_too_common',
    'password_has_name',
    'password_has_name',
    'password_has_name',
  ]);
  const token = await requestLink(email);
  const refused = await reset(token, 'harbor-capital-2026');
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
    code: 'password_has_name',
    message: 'This password is made of your name or that of a company. Please choose another one.',
  });
  // The link was not used up by it.
  expect((await reset(token, 'a walk along the harbor')).status).toBe(200);
});

test('RESET-03 the fourth request for one address is answered with 429', async () => {
  const email = unique('often');
  const responses = [];
  for (let index = 0; index < 4; index += 1) responses.push(await post('/user/send_reset_link', { email }));
  expect(responses.map((response) => response.status)).toEqual([200, 200, 200, 429]);
  expect(await responses[3]?.json()).toMatchObject({ message: 'Too many login attempts.' });
});

async function changer(email: string) {
  const userId = await portal.addInvestor(email);
  const session = await signInAs(portal.app, email, PASSWORD);
  const headers = asMember(session.accessToken, portal.tenantId).headers as Record<string, string>;
  const change = (
    oldpassword: string,
    password: string,
    { user_id = Number(userId), address = '203.0.113.7', confirmation = password } = {},
  ) =>
    post(
      '/api/updateSyndicateUserPwd',
      { user_id, password, oldpassword, confirm_password: confirmation, first_login: false },
      { ...headers, 'x-forwarded-for': address },
    );
  return { userId, session, change };
}

test('PWD-02 the server compares with its hash: wrong old, unchanged, too short; then the change ends other sessions', async () => {
  const email = unique('change');
  const { userId, session, change } = await changer(email);
  const other = await signInAs(portal.app, email, PASSWORD);
  expect(await (await change('not it', 'brand new password')).json()).toMatchObject({
    message: 'Your old password is wrong',
  });
  expect(await (await change(PASSWORD, PASSWORD)).json()).toMatchObject({
    message: 'Your new password is same as old password',
  });
  expect(await (await change(PASSWORD, 'short')).json()).toMatchObject({ message: 'Min 8 characters' });
  expect((await change(PASSWORD, 'brand new password', { user_id: 999 })).status).toBe(404);
  expect(await (await change(PASSWORD, 'brand new password')).json()).toEqual({
    success: true,
    message: 'Password Changed Successfully',
  });
  const profile = (token: string) =>
    portal.app.fetch(`/api/getPortalUserProfile/${userId}`, asMember(token, portal.tenantId));
  expect((await profile(session.accessToken)).status).toBe(200);
  expect((await profile(other.accessToken)).status).toBe(401);
  await signInAs(portal.app, email, 'brand new password');
});

test('PWD-02 old password, the same again, confirmation: of several things that are wrong the first is told', async () => {
  const { change } = await changer(unique('several'));
  const messageOf = async (old: string, chosen: string, confirmation: string) => {
    const response = await change(old, chosen, { confirmation });
    return ((await response.json()) as { message: string }).message;
  };
  expect(await messageOf('not it', 'not it', 'another')).toBe('Your old password is wrong');
  expect(await messageOf(PASSWORD, PASSWORD, 'another')).toBe('Your new password is same as old password');
  expect(await messageOf(PASSWORD, 'short', 'another')).toBe(
    'Your new password and confirm password are not matching',
  );
  expect(await messageOf(PASSWORD, 'short', 'short')).toBe('Min 8 characters');
  expect(await messageOf(PASSWORD, 'brand new password', 'brand new password')).toBe(
    'Password Changed Successfully',
  );
});

test('PWD-02 LOGIN-05 a stolen session cannot guess the old password: four wrong ones close it, from wherever they come', async () => {
  const email = unique('guessed');
  const { change } = await changer(email);
  const statuses: number[] = [];
  for (let guess = 1; guess <= 4; guess += 1)
    statuses.push(
      (await change(`guess number ${guess}`, 'brand new password', { address: `203.0.113.${guess}` })).status,
    );
  expect(statuses).toEqual([422, 422, 422, 429]);
  const locked = await change(PASSWORD, 'brand new password');
  expect(locked.status).toBe(429);
  expect(await locked.json()).toMatchObject({ code: 'too_many_attempts', retry_after: expect.any(Number) });
});

test('PWD-02 of twenty guesses at once no more than four are looked at', async () => {
  const { change } = await changer(unique('flooded'));
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => change(`guess ${index}`, 'brand new password')),
  );
  expect(responses.filter((response) => response.status === 422).length).toBeLessThanOrEqual(4);
  expect(responses.every(({ status }) => status === 422 || status === 429)).toBe(true);
});

test('PWD-02 right old passwords with unfit new ones are no failures', async () => {
  const { change } = await changer(unique('undecided'));
  for (let index = 0; index < 6; index += 1) expect((await change(PASSWORD, 'short')).status).toBe(422);
  expect((await change(PASSWORD, 'brand new password')).status).toBe(200);
});

test('PWD-02 any 64 characters of any script can be a password', async () => {
  const email = unique('unicode');
  const { change } = await changer(email);
  const password = '𝒫ä密码🔑 пароль कूटशब्द '.repeat(3).slice(0, 64);
  expect((await change(PASSWORD, password)).status).toBe(200);
  await signInAs(portal.app, email, password);
});

const requireChange = (userId: bigint) =>
  withClaims(portal.database.owner, { userId }, (tx) =>
    tx.updateTable('users').set({ mustChangePassword: true }).where('id', '=', userId).execute(),
  );

test('LOGIN-14 SHELL-03 whoever takes long over a first password stays signed in', async () => {
  const { userId, session, change } = await changer(unique('slow'));
  await requireChange(userId);
  const letEightMinutesPass = () =>
    withClaims(portal.database.owner, { userId }, (tx) =>
      tx
        .updateTable('sessions')
        .set({ lastActiveAt: sql<Date>`last_active_at - interval '8 minutes'` })
        .where('userId', '=', userId)
        .execute(),
    );
  const member = asMember(session.accessToken, portal.tenantId);
  await letEightMinutesPass();
  expect((await portal.app.fetch('/user/activity', { ...member, method: 'POST' })).status).toBe(200);
  await letEightMinutesPass();
  expect((await change(PASSWORD, 'my very own password')).status).toBe(200);
});

test('LOGIN-14 until a first password is chosen every other call is refused by the server', async () => {
  const email = unique('first');
  const { userId, session, change } = await changer(email);
  await requireChange(userId);
  const sums = () =>
    portal.app.fetch(
      `/api/payouts/syndication_sums/${portal.syndicateId}`,
      asMember(session.accessToken, portal.tenantId),
    );
  const refused = await sums();
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: 'password_change_required' });
  expect((await change(PASSWORD, 'my very own password')).status).toBe(200);
  expect((await sums()).status).toBe(200);
});

test('RESET-07 security rule: a new password uses up the reset links and the tickets that were issued before it', async () => {
  const { tenantId, database, app } = portal;
  for (const how of ['changed', 'reset'] as const) {
    const email = unique(how);
    const userId = await portal.addInvestor(email);
    const { accessToken } = await signInAs(app, email, PASSWORD);
    const [token = '', other = ''] = await withClaims(database.owner, { userId }, async (tx) => {
      const link = { userId, seconds: 600, publicOrigin: ORIGIN, tenantId: null };
      const issued = [await issuePasswordLink(tx, link), await issuePasswordLink(tx, link)];
      return issued.map(({ url }) => new URL(url).hash.slice(1));
    });
    const asked = { kind: 'sign-in ticket', subjectId: userId, seconds: 600, issuedBy: null } as const;
    const { token: ticket } = await withTenant(database.db, tenantId, (tx) =>
      issueCapability(tx, tenantId, asked),
    );
    if (how === 'reset') {
      expect((await reset(other, 'an entirely new one')).status).toBe(200);
    } else {
      const body = { user_id: Number(userId), oldpassword: PASSWORD, password: 'an entirely new one' };
      const changed = await app.fetch(
        '/api/updateSyndicateUserPwd',
        postAsMember(body, accessToken, tenantId),
      );
      expect(changed.status).toBe(200);
    }
    const after = {
      link: (await reset(token, 'what a thief would choose')).status,
      ticket: (await post('/api/non-tenant/oauth/token', { grant_type: 'ticket', ticket })).status,
    };
    expect({ how, ...after }).toEqual({ how, link: 410, ticket: 410 });
  }
});
