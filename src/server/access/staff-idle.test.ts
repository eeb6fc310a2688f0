import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { permissionsOfRole } from '../../shared/domain/roles.ts';
import { withClaims, withTenant } from '../platform/db/transactions.ts';
import { type AtDesk, sitDown } from '../testing/desk.ts';
import { createMembership, createTenant } from '../testing/factories.ts';
import { PASSWORD } from '../testing/portal.ts';
import { openSignOnPortal, type SignOnPortal } from '../testing/sign-on.ts';
import { postAsMember, signInAs } from '../testing/test-app.ts';

let portal: SignOnPortal;
let userId: bigint;
let ada: AtDesk;
let theo: AtDesk;
beforeAll(async () => {
  portal = await openSignOnPortal();
  userId = await portal.addStaff('una@harbor.example');
  ada = await sitDown(portal, 'Ada Vance');
  theo = await sitDown(portal, 'Theo Grant');
});
afterAll(() => portal.close());
beforeEach(() => setLimit(9));

const setLimit = (staffIdleMinutes: number, tenantId = portal.tenantId) =>
  withTenant(portal.database.owner, tenantId, (tx) =>
    tx.updateTable('tenants').set({ staffIdleMinutes }).where('id', '=', tenantId).execute(),
  );

const idleFor = (minutes: number, ofUser = userId) =>
  withClaims(portal.database.owner, { userId: ofUser }, (tx) =>
    tx
      .updateTable('sessions')
      .set({ lastActiveAt: sql<Date>`now() - make_interval(mins => ${minutes})` })
      .execute(),
  );

const limitsOf = (ofUser: bigint) =>
  withClaims(portal.database.owner, { userId: ofUser }, (tx) =>
    tx.selectFrom('sessions').select('idleMinutes').orderBy('createdAt').execute(),
  );

/** A member of staff who has just signed in, and whether they are still let in. */
async function signedIn() {
  const { cookies } = await portal.signOn({ email: 'una@harbor.example' });
  const cookie = cookies.get('__Host-session') ?? '';
  const { access_token: token } = await portal.renew(cookie);
  return {
    look: async () => (await portal.me(token)).status,
    renew: async () => (await portal.renew(cookie)).access_token !== undefined,
    async limit() {
      const answer = await portal.app.fetch('/user/activity', postAsMember({}, token, portal.tenantId));
      return ((await answer.json()) as { idle_after: number }).idle_after;
    },
  };
}

test('DESK-203 staff are signed out after the minutes that the settings say, 9 at first and 30 at most', async () => {
  const first = await signedIn();
  expect(await first.limit()).toBe(9 * 60);
  await idleFor(8);
  expect(await first.look()).toBe(200);
  await idleFor(10);
  expect(await first.look()).toBe(401);
  expect(await first.renew()).toBe(false);

  await setLimit(30);
  const second = await signedIn();
  expect(await second.limit()).toBe(30 * 60);
  await idleFor(29);
  expect([await second.look(), await second.renew()]).toEqual([200, true]);
  await idleFor(31);
  expect([await second.look(), await second.renew()]).toEqual([401, false]);
});

test('DESK-203 a shorter idle limit of staff holds at once, a longer one from the next sign-in', async () => {
  await setLimit(30);
  const session = await signedIn();
  await idleFor(10);
  expect(await session.look()).toBe(200);
  await setLimit(5);
  expect(await session.look()).toBe(401);

  const short = await signedIn();
  expect(await short.limit()).toBe(5 * 60);
  await setLimit(30);
  expect(await short.limit()).toBe(5 * 60);
  await idleFor(6);
  expect(await short.look()).toBe(401);
});

test('DESK-203 a session keeps to the shortest of its limits, and that of investors stays as it is', async () => {
  const { owner } = portal.database;
  const elsewhere = await createTenant(owner, { name: 'Summit', slug: 'summit' });
  await setLimit(30);
  await setLimit(30, elsewhere);
  const invest = await portal.addInvestor('both@harbor.example');
  await withTenant(owner, elsewhere, (tx) =>
    createMembership(tx, elsewhere, invest, {
      role: 'servicing',
      permissions: permissionsOfRole('servicing'),
    }),
  );
  await signInAs(portal.app, 'both@harbor.example', PASSWORD);
  expect(await limitsOf(invest)).toEqual([{ idleMinutes: 9 }]);

  const alone = await portal.addInvestor('alone@harbor.example');
  await signInAs(portal.app, 'alone@harbor.example', PASSWORD);
  expect(await limitsOf(alone)).toEqual([{ idleMinutes: 9 }]);
});

test('DESK-203 one person makes the limit shorter, and two make it longer', async () => {
  const set = (then: number, now: number) =>
    ada.put('settings', { change: { staff_idle_minutes: then }, seen: { staff_idle_minutes: now } });
  expect((await set(5, 9)).status).toBe(200);
  expect(await set(6, 5)).toMatchObject({ status: 403, code: 'second_person_needed' });
  for (const minutes of [2, 31])
    expect(
      await ada.post('settings/weaken', { kind: 'raise staff idle limit', value: minutes, reason: 'A test' }),
    ).toMatchObject({ status: 422, code: 'setting_invalid' });
  const asked = await ada.post('settings/weaken', {
    kind: 'raise staff idle limit',
    value: 30,
    reason: 'Day files take long to read',
  });
  expect(asked.status).toBe(200);
  const approve = (who: AtDesk) => who.post(`approvals/${asked['approval_id']}/approve`);
  expect(await approve(ada)).toMatchObject({ code: 'own_approval' });
  expect((await approve(theo)).status).toBe(200);
  expect(await ada.get('settings')).toMatchObject({ settings: { staff_idle_minutes: 30 } });
});
