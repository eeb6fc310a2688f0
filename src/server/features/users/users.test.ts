import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSignInThrottle } from '../../identity/sign-in-throttle.ts';
import { withClaims, withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { commandLineOn } from '../../testing/command-line.ts';
import { createMembership, createSyndicate, createTenant, createUser } from '../../testing/factories.ts';
import { countMails, waitForMail } from '../../testing/mailbox.ts';
import { operatorOf, type TestOperator } from '../../testing/operator.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { createStaff } from '../../testing/staff.ts';
import { asMember, postJson, SECRET, signInAs } from '../../testing/test-app.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

const SUBJECT = 'Your access to the portal of Harbor Capital';
let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let operator: TestOperator;
let other: { tenantId: string; syndicateId: bigint };

beforeAll(async () => {
  portal = await openTestPortal();
  const { database } = portal;
  worker = await startTestWorker(database);
  operator = await operatorOf(portal, ['users']);
  const otherTenant = await createTenant(database.owner, { name: 'Other Capital' });
  const syndicateId = await withTenant(database.owner, otherTenant, (tx) => createSyndicate(tx, otherTenant));
  other = { tenantId: otherTenant, syndicateId };
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const unique = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@northgate.example`;
const run = (...args: string[]) =>
  commandLineOn(portal.database, { SIGN_IN_SECRET: SECRET })('user', ...args, '--tenant', portal.slug);
const invite = (email: string, more: object = {}, key?: string) =>
  operator.send(
    'POST',
    'users',
    { email, name: 'Ines Ortega', role: 'syndication', syndicate: String(portal.syndicateId), ...more },
    key,
  );
const post = (path: string, body: unknown) => portal.app.fetch(path, postJson(body));
const reset = (id: string, password: string) => post('/user/reset_password', { id, password });

async function invitationOf(email: string): Promise<string> {
  const { text } = await waitForMail(email, SUBJECT);
  return /reset_password_view\?expires=\d+#([\w-]+)/.exec(text)?.[1] ?? '';
}

async function invited(name: string, more: object = {}): Promise<{ email: string; userId: number }> {
  const email = unique(name);
  const response = await invite(email, more);
  expect(response.status).toBe(200);
  const { user_id: userId } = (await response.json()) as { user_id: number };
  return { email, userId };
}

async function member(email: string): Promise<number> {
  const { users } = (await (await operator.send('GET', 'users?limit=1000')).json()) as {
    users: { user_id: number; email: string }[];
  };
  return users.find((user) => user.email === email)?.user_id ?? 0;
}

const sums = (accessToken: string, tenantId = portal.tenantId, syndicateId = portal.syndicateId) =>
  portal.app.fetch(`/api/payouts/syndication_sums/${syndicateId}`, asMember(accessToken, tenantId));

test('OPS-02 an invitation’s link sets the first password once; then the invited sign in', async () => {
  const { email, userId } = await invited('first');
  const mail = await waitForMail(email, SUBJECT);
  expect(mail.text).toMatch(/Harbor Capital invites you to its syndicate portal/);
  expect(mail.text).toMatch(/The link works once, until [A-Z]\w+ \d{1,2}, \d{4}\./);
  expect(mail.text).toMatch(/Questions\? Write to help@\S+\.example\./);
  const token = /reset_password_view\?expires=\d+#([\w-]+)/.exec(mail.text)?.[1] ?? '';
  expect(mail.html.match(new RegExp(token, 'g'))).toHaveLength(2);
  expect(await (await post('/user/check_reset_link', { id: token })).json()).toEqual({
    is_open: true,
    invitation: { by: 'Harbor Capital', email },
  });
  expect(await (await reset(token, 'short')).json()).toMatchObject({ code: 'password_too_short' });
  expect(await (await reset(token, 'quiet harbour lantern')).json()).toEqual({
    success: true,
    message: 'Your password is set. Please sign in.',
  });
  expect((await reset(token, 'another one entirely')).status).toBe(410);
  const { accessToken } = await signInAs(portal.app, email, 'quiet harbour lantern');
  expect((await sums(accessToken)).status).toBe(200);
  const trail = await trailOf(portal.database, portal.tenantId, `user ${userId}`);
  expect(trail.map(({ action }) => action)).toEqual(['user invited', 'invitation accepted']);
  expect(trail[0]?.details).toMatchObject({ operator: expect.stringMatching(/^service token \d+: test/) });
  // Told by the invitation already.
  await setTimeout(300);
  expect(await countMails(email)).toBe(0);
});

test('OPS-02 the link lives seven days, and its token lies nowhere in clear', async () => {
  const { email, userId } = await invited('hashed');
  const token = await invitationOf(email);
  const kept = await withClaims(portal.database.db, { userId: BigInt(userId) }, (tx) =>
    tx.selectFrom('passwordResets').selectAll().execute(),
  );
  expect(kept).toHaveLength(1);
  const days = ((kept[0]?.expiresAt.getTime() ?? 0) - (kept[0]?.createdAt.getTime() ?? 0)) / 86_400_000;
  expect(days).toBeCloseTo(7, 2);
  const { rows } = await sql<{ payload: unknown }>`select payload from graphile_worker._private_jobs`.execute(
    portal.database.owner,
  );
  expect(JSON.stringify([rows, kept.map(({ tokenHash }) => tokenHash.toString('base64url'))])).not.toContain(
    token,
  );
  await withClaims(portal.database.db, { userId: BigInt(userId) }, (tx) =>
    tx.updateTable('passwordResets').set({ expiresAt: sql<Date>`now()` }).execute(),
  );
  expect((await reset(token, 'quiet harbour lantern')).status).toBe(410);
});

test('OPS-02 the same command again invites once; the same person again is refused', async () => {
  const email = unique('once');
  const key = crypto.randomUUID();
  const first = await invite(email, {}, key);
  const second = await invite(email, {}, key);
  expect(await second.json()).toEqual(await first.json());
  expect((await invite(email, { name: 'Another' }, key)).status).toBe(422);
  const third = await invite(email.toUpperCase());
  expect(third.status).toBe(409);
  expect(await third.json()).toMatchObject({ code: 'user_exists' });
  await invitationOf(email);
  await setTimeout(300);
  expect(await countMails(email)).toBe(0);
});

test('OPS-02 login names come from the address, and two people of one name get two', async () => {
  const local = `sam.lee${crypto.randomUUID().slice(0, 6)}`;
  for (const domain of ['northgate.example', 'bluewater.example'])
    expect((await invite(`${local}@${domain}`)).status).toBe(200);
  const { users } = (await (await operator.send('GET', 'users?limit=1000')).json()) as {
    users: { user_id: number; email: string; username: string | null }[];
  };
  // A funder sees a login name once the person has accepted.
  expect(users.filter(({ email }) => email.startsWith(local)).map(({ username }) => username)).toEqual([
    null,
    null,
  ]);
  const names = await Promise.all(
    users
      .filter(({ email }) => email.startsWith(local))
      .map(({ user_id: id }) =>
        withClaims(portal.database.db, { userId: BigInt(id) }, async (tx) => {
          const { loginName } = await tx.selectFrom('users').select('loginName').executeTakeFirstOrThrow();
          return loginName;
        }),
      ),
  );
  expect(new Set(names).size).toBe(2);
  expect(names).toContain(local);
});

test('OPS-02 what makes no user is refused with its reason', async () => {
  for (const [more, code] of [
    [{ email: 'not an address' }, 'email_invalid'],
    [{ email: 'a@b.example\nbcc: x@y.example' }, 'invalid_request'],
    [{ syndicate: 'NOBODY' }, 'syndicate_unknown'],
    [{ syndicate: undefined }, 'syndicate_needed'],
    [{ role: 'accounting' }, 'syndicate_needed'],
    [{ role: 'owner' }, 'invalid_request'],
    [{ syndicate: String(other.syndicateId + 1000n) }, 'syndicate_unknown'],
  ] as const)
    expect(await (await invite(unique('refused'), more)).json()).toMatchObject({ code });
});

test('DESK-03 a system of the funder makes nobody staff, and changes nobody of them', async () => {
  const asked = await invite(unique('staff'), { role: 'administrator', syndicate: undefined });
  expect(await asked.json()).toMatchObject({ code: 'staff_not_by_token' });
  const { userId } = await createStaff(portal.database.owner, portal.tenantId, { permissions: [] });
  const changes = [
    ['PUT', `users/${userId}/permissions`, { can_view_desk: true }],
    ['POST', `users/${userId}/reset_second_factor`, undefined],
  ] as const;
  for (const [method, path, body] of changes)
    expect(await (await operator.send(method, path, body)).json()).toMatchObject({
      code: 'staff_not_by_token',
    });
});

test('DESK-03 security rule: nobody but staff gets a permission of staff, invited or changed', async () => {
  const refused = { code: 'permission_of_staff' };
  for (const permission of ['can_approve_money', 'can_import_book']) {
    const invited = await invite(unique('investor'), { [permission]: true });
    expect(await invited.json()).toMatchObject(refused);
  }
  const userId = await portal.addInvestor(unique('holder'), { permissions: [] });
  const give = (body: object) => operator.send('PUT', `users/${userId}/permissions`, body);
  expect(await (await give({ can_approve_money: true, can_view_fcs: true })).json()).toMatchObject(refused);
  const { permissions } = await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx.selectFrom('memberships').select('permissions').where('userId', '=', userId).executeTakeFirstOrThrow(),
  );
  expect(permissions).toEqual([]);
  expect((await give({ can_view_fcs: true, can_approve_money: false })).status).toBe(200);
});

test('DESK-03 security rule: somebody of the staff who was closed is not opened again by a system', async () => {
  const { userId } = await createStaff(portal.database.owner, portal.tenantId, { role: 'servicing' });
  expect((await operator.send('POST', `users/${userId}/close`)).status).toBe(200);
  expect(await (await operator.send('POST', `users/${userId}/reopen`)).json()).toMatchObject({
    code: 'staff_not_by_token',
  });
});

test('OPS-02 brokers are added and not written to, as they do not sign in here', async () => {
  const email = unique('broker');
  const added = await invite(email, { role: 'broker', syndicate: undefined });
  expect(await added.json()).toMatchObject({ is_mailed: false });
  const again = await operator.send('POST', `users/${await member(email)}/invite_again`);
  expect(await again.json()).toMatchObject({ code: 'user_signs_in_elsewhere' });
});

test('OPS-02 after an import everybody without a password is invited, once', async () => {
  const emails = [unique('imported'), unique('imported')];
  for (const email of emails) {
    const userId = await createUser(portal.database.owner, { email });
    await withTenant(portal.database.owner, portal.tenantId, (tx) =>
      createMembership(tx, portal.tenantId, userId, { syndicateId: portal.syndicateId, acceptedAt: null }),
    );
  }
  expect((await run('invite', '--all')).stdout).toBe('2 people were invited.\n');
  for (const email of emails) expect(await invitationOf(email)).not.toBe('');
  expect((await run('invite', '--all')).stdout).toBe('0 people were invited.\n');
  expect(await (await operator.send('POST', 'users/invite_all')).json()).toEqual({ invited: 0 });
  const [email = ''] = emails;
  expect((await run('invite-again', email)).stdout).toBe(`${email} is invited again.\n`);
  const token = await invitationOf(email);
  expect((await reset(token, 'quiet harbour lantern')).status).toBe(200);
  expect(await run('invite-again', email)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has accepted the invitation already'),
  });
});

test('OPS-02 a closed user’s live session is worth nothing at the next call', async () => {
  const email = unique('closed');
  await portal.addInvestor(email);
  const { accessToken, cookie } = await signInAs(portal.app, email, PASSWORD);
  expect((await sums(accessToken)).status).toBe(200);
  const userId = await member(email);
  const closed = await operator.send('POST', `users/${userId}/close`);
  expect(await closed.json()).toEqual({ user_id: userId, ended_sessions: 1, revoked_tokens: 0 });
  expect((await sums(accessToken)).status).toBe(401);
  const renewed = await portal.app.fetch(
    '/api/non-tenant/oauth/token',
    postJson({ grant_type: 'refresh_token' }, { cookie }),
  );
  expect(renewed.status).toBe(401);
  await expect(signInAs(portal.app, email, PASSWORD)).rejects.toThrow(/account_closed/);
  expect((await operator.send('POST', `users/${userId}/close`)).status).toBe(409);
  expect((await operator.send('POST', `users/${userId}/reopen`)).status).toBe(200);
  expect((await operator.send('POST', `users/${userId}/reopen`)).status).toBe(409);
  await signInAs(portal.app, email, PASSWORD);
  const trail = await trailOf(portal.database, portal.tenantId, `user ${userId}`);
  expect(trail.map(({ action }) => action)).toEqual(['user closed', 'user reopened']);
});

test('OPS-02 the operator ends all sessions of a user, or of everybody, and leaves the accounts open', async () => {
  const email = unique('ended');
  const id = await portal.addInvestor(email);
  await withTenant(portal.database.owner, other.tenantId, (tx) =>
    createMembership(tx, other.tenantId, id, { syndicateId: other.syndicateId }),
  );
  const first = await signInAs(portal.app, email, PASSWORD);
  const second = await signInAs(portal.app, email, PASSWORD);
  expect((await run('end-sessions', email)).stdout).toBe(`2 sessions of ${email} ended.\n`);
  for (const { accessToken } of [first, second]) expect((await sums(accessToken)).status).toBe(401);
  const endings = async (tenantId: string) =>
    (await trailOf(portal.database, tenantId, `user ${id}`)).filter(
      ({ action }) => action === 'sessions ended',
    );
  expect((await endings(portal.tenantId)).map(({ details }) => details)).toEqual([
    expect.objectContaining({ endedCount: 2 }),
  ]);
  expect((await endings(other.tenantId)).map(({ details }) => details)).toEqual([
    { endedCount: 2, by: 'another funder' },
  ]);

  const { accessToken } = await signInAs(portal.app, email, PASSWORD);
  expect((await run('end-sessions', '--all')).stdout).toMatch(/^\d+ sessions ended\.\n$/);
  expect((await sums(accessToken)).status).toBe(401);
  await signInAs(portal.app, email, PASSWORD);
});

test('OPS-02 closed in one tenant, a user goes on in the other', async () => {
  const email = unique('two');
  const id = await portal.addInvestor(email);
  await withTenant(portal.database.owner, other.tenantId, (tx) =>
    createMembership(tx, other.tenantId, id, { syndicateId: other.syndicateId }),
  );
  const { accessToken } = await signInAs(portal.app, email, PASSWORD);
  expect((await run('close', email)).stdout).toBe(`${email} is closed; 0 sessions ended.\n`);
  expect((await sums(accessToken)).status).toBe(403);
  expect((await sums(accessToken, other.tenantId, other.syndicateId)).status).toBe(200);
});

test('OPS-02 the invitation of somebody who was closed meanwhile opens nothing', async () => {
  const { email, userId } = await invited('withdrawn');
  const token = await invitationOf(email);
  expect((await operator.send('POST', `users/${userId}/close`)).status).toBe(200);
  expect((await reset(token, 'quiet harbour lantern')).status).toBe(410);
  expect(await (await operator.send('POST', `users/${userId}/invite_again`)).json()).toMatchObject({
    code: 'user_is_closed',
  });
});

test('OPS-02 ACCESS-02 permissions change what the next call may', async () => {
  const email = unique('permitted');
  await portal.addInvestor(email);
  const { accessToken, userId } = await signInAs(portal.app, email, PASSWORD);
  const permissions = async () =>
    (
      await portal.app.fetch(
        `/api/user_permission/user_permissions/${userId}`,
        asMember(accessToken, portal.tenantId),
      )
    ).text();
  const before = await permissions();
  expect((await run('permit', email, '--fcs', 'on', '--switch', 'on')).code).toBe(0);
  expect(await permissions()).not.toBe(before);
  const back = { can_view_fcs: false, can_switch_syndicates: false };
  expect((await operator.send('PUT', `users/${userId}/permissions`, back)).status).toBe(200);
  expect(await permissions()).toBe(before);
  expect((await run('list')).stdout).toMatch(
    new RegExp(`\\t${email}\\t.+\\tsyndication\\tS\\d+\\t-\\tactive`),
  );
});

test('OPS-02 LOGIN-05 a user who locked themselves out is let in again', { timeout: 60_000 }, async () => {
  const email = unique('locked');
  await portal.addInvestor(email);
  for (let attempt = 0; attempt < 4; attempt += 1)
    await expect(signInAs(portal.app, email, 'wrong')).rejects.toThrow(/401|429/);
  await expect(signInAs(portal.app, email, PASSWORD)).rejects.toThrow(/429/);
  expect((await run('unlock', email)).stdout).toBe(`${email} may try to sign in again.\n`);
  await signInAs(portal.app, email, PASSWORD);
  // Counted from the beginning, and locked again.
  for (let attempt = 0; attempt < 4; attempt += 1)
    await expect(signInAs(portal.app, email, 'wrong')).rejects.toThrow(/401|429/);
  await expect(signInAs(portal.app, email, PASSWORD)).rejects.toThrow(/429/);
  expect((await operator.send('POST', `users/${await member(email)}/unlock`)).status).toBe(200);
  await signInAs(portal.app, email, PASSWORD);
});

test('OPS-02 LOGIN-05 security rule: every funder that lets somebody in may unlock them, a few times a day, and each knows of it', async () => {
  const email = unique('shared');
  const id = await portal.addInvestor(email);
  await withTenant(portal.database.owner, other.tenantId, (tx) =>
    createMembership(tx, other.tenantId, id, { syndicateId: other.syndicateId }),
  );
  for (let attempt = 0; attempt < 4; attempt += 1)
    await expect(signInAs(portal.app, email, 'wrong')).rejects.toThrow(/401|429/);
  expect((await operator.send('POST', `users/${id}/unlock`)).status).toBe(200);
  await signInAs(portal.app, email, PASSWORD);
  const unlocks = async (tenantId: string) =>
    (await trailOf(portal.database, tenantId, `user ${id}`)).filter(
      ({ action }) => action === 'user unlocked',
    );
  expect((await unlocks(portal.tenantId)).map(({ details }) => details)).toEqual([
    { operator: expect.stringMatching(/^service token/) },
  ]);
  expect((await unlocks(other.tenantId)).map(({ details }) => details)).toEqual([{ by: 'another funder' }]);
  for (let unlocked = 1; unlocked < 5; unlocked += 1)
    expect((await operator.send('POST', `users/${id}/unlock`)).status).toBe(200);
  const refused = await operator.send('POST', `users/${id}/unlock`);
  expect([refused.status, await refused.json()]).toEqual([
    429,
    expect.objectContaining({ code: 'unlocked_too_often' }),
  ]);
  expect(await run('unlock', email)).toMatchObject({ code: 1, stderr: expect.stringContaining('often') });
  const others = await operatorOf(portal, ['users'], other.tenantId);
  expect((await others.send('POST', `users/${id}/unlock`)).status).toBe(200);
});

test('OPS-02 LOGIN-15 security rule: unlocking gives nobody more second-factor codes to guess', async () => {
  const email = unique('codes');
  const id = await portal.addInvestor(email);
  const throttle = createSignInThrottle(portal.database.url, SECRET);
  const guess = async (part: number) => {
    const visit = { userId: id, loginName: email, address: `192.0.2.${part}`, knownDevice: null };
    await (await throttle.begin(visit)).reserveCode({ userId: id, onlyTenantId: null });
  };
  for (let part = 1; part <= 10; part += 1) await guess(part);
  await expect(guess(11)).rejects.toMatchObject({ code: 'too_many_attempts' });
  expect((await operator.send('POST', `users/${id}/unlock`)).status).toBe(200);
  await expect(guess(12)).rejects.toMatchObject({ code: 'too_many_attempts' });
  await throttle.close();
});

test('OPS-02 ACCESS-02 a permission that is taken away at the same moment stays away', async () => {
  const { owner } = portal.database;
  const id = await portal.addInvestor(unique('concurrent'), { permissions: ['switch-syndicates'] });
  let answer: Promise<Response> | undefined;
  await withTenant(owner, portal.tenantId, async (tx) => {
    await tx
      .updateTable('memberships')
      .set({ permissions: [] })
      .where('tenantId', '=', portal.tenantId)
      .where('userId', '=', id)
      .execute();
    answer = operator.send('PUT', `users/${id}/permissions`, { can_view_fcs: true });
    // It has read the membership as it was, and waits for this transaction to end.
    const waiting = async () =>
      (
        await sql`select distinct waits.pid from pg_locks waits join pg_locks held on held.pid = waits.pid
          where not waits.granted and held.database = (select oid from pg_database where datname = current_database())`.execute(
          owner,
        )
      ).rows.length;
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
  });
  expect((await answer)?.status).toBe(200);
  const now = await withTenant(owner, portal.tenantId, (tx) =>
    tx.selectFrom('memberships').selectAll().where('userId', '=', id).executeTakeFirstOrThrow(),
  );
  expect(now).toMatchObject({ permissions: ['view-fcs'] });
});

test('OPS-02 nobody of another tenant is listed, found or changed', async () => {
  const email = unique('stranger');
  const id = await createUser(portal.database.owner, { email });
  await withTenant(portal.database.owner, other.tenantId, (tx) =>
    createMembership(tx, other.tenantId, id, { syndicateId: other.syndicateId }),
  );
  expect(await member(email)).toBe(0);
  expect((await run('list')).stdout).not.toContain(email);
  for (const [method, path, body] of [
    ['POST', 'close'],
    ['POST', 'reopen'],
    ['POST', 'unlock'],
    ['POST', 'invite_again'],
    ['PUT', 'permissions', { can_view_fcs: true }],
  ] as const) {
    const response = await operator.send(method, `users/${id}/${path}`, body);
    expect({ path, status: response.status }).toEqual({ path, status: 404 });
    expect(await response.json()).toMatchObject({ code: 'user_unknown' });
  }
  for (const word of ['close', 'end-sessions', 'reopen', 'unlock', 'permit', 'invite-again'])
    expect(await run(word, email)).toMatchObject({ code: 1, stderr: 'The tenant has no such user.\n' });
  const theirs = await withTenant(portal.database.owner, other.tenantId, (tx) =>
    tx.selectFrom('memberships').selectAll().where('userId', '=', id).executeTakeFirstOrThrow(),
  );
  expect(theirs).toMatchObject({ isTerminated: false, permissions: [], invitedAt: null });
});

test('OPS-02 users are paged by id, and for tokens of that scope alone', async () => {
  const page = async (query: string) =>
    ((await (await operator.send('GET', `users?${query}`)).json()) as { users: { user_id: number }[] }).users;
  const all = (await page('limit=1000')).map(({ user_id: id }) => id);
  const [first, second] = [await page('limit=2'), await page(`limit=2&after=${all[1]}`)];
  expect([...first, ...second].map(({ user_id: id }) => id)).toEqual(all.slice(0, 4));
  const narrow = await operatorOf(portal, ['audit', 'settings']);
  for (const [method, path] of [
    ['GET', 'users'],
    ['POST', 'users/1/close'],
  ] as const)
    expect((await narrow.send(method, path)).status).toBe(403);
});
