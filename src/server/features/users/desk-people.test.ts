import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Permission } from '../../../shared/domain/permissions.ts';
import { type PermissionChange, setPermissions } from '../../identity/change-user.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { type Answer, type AtDesk, sitDown } from '../../testing/desk.ts';
import { createMembership, createSyndicate, createTenant } from '../../testing/factories.ts';
import { operatorOf } from '../../testing/operator.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { addFactor } from '../../testing/staff.ts';
import { signInAs } from '../../testing/test-app.ts';

let portal: TestPortal;
let ada: AtDesk;
let owen: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  ada = await sitDown(portal, 'Ada Vance');
  owen = await sitDown(portal, 'Owen Hart', { role: 'servicing' });
});
afterAll(() => portal.close());
beforeEach(() => portal.database.owner.deleteFrom('throttles').execute());

interface Listed {
  user_id: number;
  name: string;
  email: string;
  state: string;
}
const find = async (desk: AtDesk, body: object) =>
  (await desk.post('people/search', body))['people'] as Listed[];
const newEmail = () => `new-${crypto.randomUUID().slice(0, 8)}@northgate.example`;
const invite = (desk: AtDesk, body: object) =>
  desk.post('people', { email: newEmail(), name: 'New Person', ...body });
const heldBy = (userId: bigint | number) =>
  withTenant(portal.database.owner, portal.tenantId, async (tx) => {
    const { permissions } = await tx
      .selectFrom('memberships')
      .select('permissions')
      .where('userId', '=', BigInt(userId))
      .executeTakeFirstOrThrow();
    return [...permissions].sort();
  });

test('DESK-31 everybody of the funder is found by name, e-mail and syndicate, with state and sign-ins', async () => {
  const id = await portal.addInvestor('dana.reyes@northgate.example', { name: 'Dana Reyes' });
  await signInAs(portal.app, 'dana.reyes@northgate.example', PASSWORD);
  for (const search of ['reyes', 'DANA.REYES@north', 'dana reyes dana.reyes@'])
    expect(await find(ada, { search })).toEqual([
      expect.objectContaining({
        user_id: Number(id),
        name: 'Dana Reyes',
        role: 'syndication',
        syndicate_id: Number(portal.syndicateId),
        state: 'active',
        locked_until: null,
        has_second_factor: false,
        last_sign_in_at: expect.stringMatching(/^20\d\d-/),
      }),
    ]);
  await addFactor(portal.database.owner, id);
  expect(await find(ada, { search: 'reyes' })).toMatchObject([{ has_second_factor: true }]);
  expect(await find(owen, { search: 'reyes' })).toMatchObject([{ has_second_factor: null }]);
  const staff = await find(owen, { group: 'staff' });
  expect(staff.map(({ name }) => name)).toEqual(['Ada Vance', 'Owen Hart']);
  expect(await find(owen, { group: 'investors', search: 'Owen' })).toEqual([]);
  expect(await find(owen, { search: '%' })).toEqual([]);
});

test('DESK-31 people are paged, and the count is of all of them', async () => {
  for (let index = 0; index < 26; index += 1)
    await portal.addInvestor(`many${index}@paged.example`, {
      name: `Paged ${String(index).padStart(2, '0')}`,
      acceptedAt: null,
    });
  const first = await ada.post('people/search', { search: 'Paged' });
  expect(first).toMatchObject({ count: 26, page_length: 25 });
  expect((first['people'] as Listed[]).map(({ name }) => name).slice(0, 2)).toEqual(['Paged 00', 'Paged 01']);
  expect((await find(ada, { search: 'Paged', page: 2 })).map(({ name }) => name)).toEqual(['Paged 25']);
  expect(await find(ada, { search: 'Paged', state: 'active' })).toEqual([]);
  expect(await find(ada, { search: 'Paged', state: 'not invited' })).toHaveLength(25);
});

test('DESK-31 nothing is said of the account of somebody who has not accepted', async () => {
  const { user_id: id } = await invite(ada, { role: 'syndication', syndicate: String(portal.syndicateId) });
  await addFactor(portal.database.owner, BigInt(String(id)));
  // Of the others in the list, an administrator is told.
  const person = await ada.get(`people/${id}`);
  expect(person).toMatchObject({
    state: 'invited',
    username: null,
    has_second_factor: null,
    locked_until: null,
    accepted_at: null,
  });
  const days =
    (Date.parse(String(person['invitation_open_until'])) - Date.parse(String(person['invited_at']))) /
    86_400_000;
  expect(days).toBe(7);
  expect(await ada.post(`people/${id}/reset_second_factor`, { reason: 'x' })).toMatchObject({
    code: 'user_has_no_factor',
  });
});

test('DESK-32 an administrator invites, changes, moves, unlocks, closes and opens again; the trail names them', async () => {
  const email = newEmail();
  const invited = await invite(ada, { email, role: 'collections', can_view_audit: true });
  expect(invited).toMatchObject({ status: 200, is_mailed: true });
  const id = Number(invited['user_id']);
  expect(await heldBy(id)).toEqual(['change-deals', 'look-as-investor', 'view-audit', 'view-desk']);
  expect((await ada.post(`people/${id}/invite_again`)).status).toBe(200);
  expect((await ada.put(`people/${id}/permissions`, { can_view_audit: false })).status).toBe(200);
  expect((await ada.post(`people/${id}/close`)).status).toBe(200);
  expect(await ada.post(`people/${id}/close`)).toMatchObject({ code: 'user_is_closed' });
  expect((await ada.post(`people/${id}/reopen`)).status).toBe(200);
  const trail = await trailOf(portal.database, portal.tenantId, `user ${id}`);
  expect(trail.map(({ action, actorId }) => [action, actorId])).toEqual(
    ['user invited', 'user invited', 'permissions changed', 'user closed', 'user reopened'].map((action) => [
      action,
      ada.userId,
    ]),
  );
  expect(trail[0]?.details).toMatchObject({ operator: 'desk: Ada Vance' });
  expect(await invite(ada, { email, role: 'collections' })).toMatchObject({ code: 'user_exists' });
});

test('DESK-32 an investor is moved to another syndicate, and only to one of this funder', async () => {
  const id = await portal.addInvestor(newEmail());
  const { owner } = portal.database;
  const second = await withTenant(owner, portal.tenantId, (tx) => createSyndicate(tx, portal.tenantId));
  expect((await ada.put(`people/${id}/permissions`, { syndicate: String(second) })).status).toBe(200);
  expect(await ada.get(`people/${id}`)).toMatchObject({ syndicate_id: Number(second) });
  const other = await createTenant(owner);
  const foreign = await withTenant(owner, other, (tx) => createSyndicate(tx, other));
  expect(await ada.put(`people/${id}/permissions`, { syndicate: String(foreign) })).toMatchObject({
    code: 'syndicate_unknown',
  });
});

test('DESK-32 somebody who is locked is shown with the time, and unlocked', { timeout: 60_000 }, async () => {
  const email = newEmail();
  const id = await portal.addInvestor(email);
  for (let attempt = 0; attempt < 4; attempt += 1)
    await expect(signInAs(portal.app, email, 'wrong')).rejects.toThrow(/401|429/);
  expect(await find(ada, { search: email })).toMatchObject([{ locked_until: expect.any(String) }]);
  expect((await ada.post(`people/${id}/unlock`)).status).toBe(200);
  expect(await find(ada, { search: email })).toMatchObject([{ locked_until: null }]);
  await signInAs(portal.app, email, PASSWORD);
});

test('DESK-32 sessions are ended, unless they are another funder’s too', async () => {
  const email = newEmail();
  const id = await portal.addInvestor(email);
  await signInAs(portal.app, email, PASSWORD);
  expect(await ada.post(`people/${id}/end_sessions`)).toMatchObject({ status: 200, ended_sessions: 1 });
  const { owner } = portal.database;
  const other = await createTenant(owner);
  await withTenant(owner, other, async (tx) =>
    createMembership(tx, other, id, { syndicateId: await createSyndicate(tx, other) }),
  );
  await signInAs(portal.app, email, PASSWORD);
  expect(await ada.post(`people/${id}/end_sessions`)).toMatchObject({
    status: 409,
    code: 'sessions_of_others_too',
  });
});

test('DESK-32 whoever may not manage people only looks', async () => {
  const id = await portal.addInvestor(newEmail());
  expect((await owen.get(`people/${id}`)).status).toBe(200);
  for (const word of ['close', 'reopen', 'unlock', 'invite_again', 'end_sessions'])
    expect(await owen.post(`people/${id}/${word}`)).toMatchObject({ status: 403, code: 'permission_needed' });
  expect(await owen.put(`people/${id}/permissions`, { can_view_fcs: true })).toMatchObject({
    code: 'permission_needed',
  });
  expect(await invite(owen, { role: 'broker' })).toMatchObject({ code: 'permission_needed' });
});

test('DESK-39 staff get another role, which begins with its own permissions, without being invited again', async () => {
  const clerk = await sitDown(portal, 'Cleo Marsh', { role: 'servicing' });
  const change = (body: object) => ada.put(`people/${clerk.userId}/permissions`, body);
  expect((await change({ role: 'collections', can_view_audit: true })).status).toBe(200);
  expect(await ada.get(`people/${clerk.userId}`)).toMatchObject({ role: 'collections', state: 'active' });
  expect(await heldBy(clerk.userId)).toEqual(['change-deals', 'look-as-investor', 'view-audit', 'view-desk']);
  expect((await clerk.get('people/1')).status).not.toBe(403);
  const [event] = await trailOf(portal.database, portal.tenantId, `user ${clerk.userId}`);
  expect(event).toMatchObject({
    action: 'permissions changed',
    details: { oldRole: 'servicing', newRole: 'collections' },
  });
  const limited = await sitDown(portal, 'Lena Moor', {
    role: 'servicing',
    permissions: ['view-desk', 'manage-people'],
  });
  expect(await limited.put(`people/${clerk.userId}/permissions`, { role: 'administrator' })).toMatchObject({
    code: 'permission_not_yours',
  });
  const investor = await portal.addInvestor('role@northgate.example');
  expect(await ada.put(`people/${investor}/permissions`, { role: 'servicing' })).toMatchObject({
    code: 'role_kept',
  });
  expect((await change({ role: 'syndication' })).status).toBe(400);
});

test('DESK-33 nobody changes their own permissions or closes themselves', async () => {
  for (const answer of [
    await ada.put(`people/${ada.userId}/permissions`, { can_view_audit: false }),
    await ada.post(`people/${ada.userId}/close`),
  ])
    expect(answer).toMatchObject({ status: 403, code: 'own_account' });
  expect(await heldBy(ada.userId)).toContain('view-audit');
});

test('DESK-33 nobody gives away more than they have', async () => {
  const few: readonly Permission[] = ['view-desk', 'manage-people', 'view-audit'];
  const limited = await sitDown(portal, 'Mia Stone', { role: 'accounting', permissions: few });
  for (const body of [{ role: 'administrator' }, { role: 'underwriter' }, { role: 'collections' }])
    expect(await invite(limited, body)).toMatchObject({ status: 403, code: 'permission_not_yours' });
  const clerk = { role: 'underwriter', can_send_offers: false };
  const invited = await invite(limited, { ...clerk, can_view_audit: true });
  expect(invited.status).toBe(200);
  const id = Number(invited['user_id']);
  expect(await limited.put(`people/${id}/permissions`, { can_post_payments: true })).toMatchObject({
    code: 'permission_not_yours',
  });
  expect((await limited.put(`people/${id}/permissions`, { can_view_audit: false })).status).toBe(200);
  expect((await ada.put(`people/${id}/permissions`, { can_post_payments: true })).status).toBe(200);
  // Nor does anybody throw out who may do more.
  for (const word of ['close', 'end_sessions'])
    expect(await limited.post(`people/${id}/${word}`)).toMatchObject({ code: 'permission_not_yours' });
  expect((await ada.post(`people/${id}/close`)).status).toBe(200);
  expect(await limited.post(`people/${id}/reopen`)).toMatchObject({ code: 'permission_not_yours' });
  const investor = await portal.addInvestor(newEmail());
  expect((await limited.put(`people/${investor}/permissions`, { can_view_fcs: true })).status).toBe(200);
  expect((await ada.post(`people/${limited.userId}/close`)).status).toBe(200);
});

test('DESK-33 two administrators who close each other at the same moment leave one', async () => {
  const tenantId = await createTenant(portal.database.owner);
  const elsewhere = { ...portal, tenantId };
  const [one, two] = [await sitDown(elsewhere, 'One'), await sitDown(elsewhere, 'Two')];
  const { owner } = portal.database;
  let closing: Promise<Answer[]> | undefined;
  await withTenant(owner, tenantId, async (tx) => {
    await tx
      .selectFrom('memberships')
      .select('userId')
      .where('tenantId', '=', tenantId)
      .forUpdate()
      .execute();
    closing = Promise.all([one.post(`people/${two.userId}/close`), two.post(`people/${one.userId}/close`)]);
    const waiting = async () =>
      (
        await sql`select distinct waits.pid from pg_locks waits join pg_locks held on held.pid = waits.pid
          where not waits.granted and held.database = (select oid from pg_database where datname = current_database())`.execute(
          owner,
        )
      ).rows.length;
    await expect.poll(waiting, { timeout: 20_000 }).toBe(2);
  });
  const answers = (await closing) ?? [];
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ code }) => code === 'last_administrator')).toHaveLength(1);
});

test('DESK-33 neither a token nor an import at the desk closes the last administrator, who could be opened by nobody', async () => {
  const tenantId = await createTenant(portal.database.owner);
  const [one, two] = [
    await sitDown({ ...portal, tenantId }, 'One'),
    await sitDown({ ...portal, tenantId }, 'Two'),
  ];
  const system = await operatorOf(portal, ['users'], tenantId);
  const close = async (userId: bigint) => {
    const answer = await system.post(`users/${userId}/close`, {});
    return { status: answer.status, ...((await answer.json()) as object) };
  };
  expect(await close(one.userId)).toMatchObject({ status: 200 });
  expect(await close(two.userId)).toMatchObject({ status: 409, code: 'last_administrator' });
  const byDesk: Operator = { via: 'desk', userId: two.userId, name: 'Two' };
  const take = (change: PermissionChange) =>
    withTenant(portal.database.db, tenantId, (tx) =>
      setPermissions(tx, tenantId, two.userId, change, byDesk),
    );
  for (const change of [
    { permissions: { 'manage-people': false } },
    { permissions: { 'view-desk': false } },
    { permissions: {}, role: 'servicing' },
    { permissions: {}, role: 'accounting' },
  ] as const)
    await expect(take(change)).rejects.toMatchObject({ code: 'last_administrator' });
  await take({ permissions: { 'view-audit': false }, role: 'administrator', isStillAccepted: true });
  const investor = await portal.addInvestor(newEmail());
  const { status } = await (await operatorOf(portal, ['users'])).post(`users/${investor}/close`, {});
  expect(status).toBe(200);
});

test('DESK-32 people of another funder are not found, opened or changed', async () => {
  const tenantId = await createTenant(portal.database.owner);
  const other = await sitDown({ ...portal, tenantId }, 'Zoe Quist');
  expect(await find(ada, { search: 'Zoe' })).toEqual([]);
  expect(await ada.get(`people/${other.userId}`)).toMatchObject({ status: 404, code: 'user_unknown' });
  for (const word of ['close', 'reopen', 'unlock', 'invite_again', 'end_sessions'])
    expect((await ada.post(`people/${other.userId}/${word}`)).status).toBe(404);
  expect((await ada.put(`people/${other.userId}/permissions`, { can_view_audit: true })).status).toBe(404);
  expect((await ada.post(`people/${other.userId}/reset_second_factor`, { reason: 'x' })).status).toBe(404);
});
