import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeUser, reopenUser, setPermissions } from '../../identity/change-user.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { SESSION_COOKIE } from '../../platform/http/session-cookie.ts';
import type { JobDeps } from '../../platform/jobs/jobs.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { createGuest } from '../../testing/guests.ts';
import { type GuestsPortal, openGuestsPortal } from '../../testing/guests-portal.ts';
import { operator } from '../../testing/import-desk.ts';
import { openSession } from '../../testing/open-session.ts';
import { PASSWORD } from '../../testing/portal.ts';
import { createStaff } from '../../testing/staff.ts';
import { ORIGIN, postJson, signInAs } from '../../testing/test-app.ts';
import { closeSyndicate } from '../investors/close-syndicate.ts';
import { guestJobs } from './guests.jobs.ts';

let portal: GuestsPortal;
beforeAll(async () => {
  portal = await openGuestsPortal();
});
afterAll(() => portal.close());

type AddedGuest = Awaited<ReturnType<GuestsPortal['addGuest']>>;

const payDates = (token: string, syndicateId = portal.syndicateId) =>
  portal.get(`/api/payouts/get_payouts_paydates/${syndicateId}`, token);
const codeIn = async (answer: Response) => ((await answer.json()) as { code: string }).code;
const end = (guestId: bigint, token = portal.manager.accessToken) =>
  portal.send('POST', `${portal.guestsOf}/${guestId}/end`, token);
const inTenant = <T>(work: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(portal.database.db, portal.tenantId, work);

async function renew(userId: bigint): Promise<number> {
  const cookie = await openSession(portal.database.owner, userId, 'refresh');
  const answer = await portal.app.fetch('/api/non-tenant/oauth/token', {
    ...postJson({ grant_type: 'refresh_token' }),
    headers: {
      'content-type': 'application/json',
      origin: ORIGIN,
      'sec-fetch-site': 'same-origin',
      cookie: `${SESSION_COOKIE}=${cookie}`,
    },
  });
  return answer.status;
}

/** What a guest has that could still open something. */
async function outstanding({ userId, email, accessToken }: AddedGuest) {
  const call = (await payDates(accessToken)).status;
  const renewed = await renew(userId);
  const signedIn = await signInAs(portal.app, email, PASSWORD).then(
    () => 200,
    () => 403,
  );
  return { call, renewed, signedIn };
}

const reasonOf = async (guestId: bigint) => {
  const trail = await trailOf(portal.database, portal.tenantId, `guest ${guestId}`);
  return trail.filter(({ action }) => action === 'guest ended').map(({ details }) => details);
};

test('GUEST-05 what is tried below is open to a guest while nothing happens', async () => {
  expect(await outstanding(await portal.addGuest())).toEqual({ call: 200, renewed: 200, signedIn: 200 });
});

test('GUEST-05 GUEST-10 whom an investor ends is out from the next call on, with sessions, sign-in and renewal; again changes nothing', async () => {
  const guest = await portal.addGuest();
  expect((await payDates(guest.accessToken)).status).toBe(200);
  expect((await end(guest.guestId)).status).toBe(200);
  expect((await end(guest.guestId)).status).toBe(200);
  expect(await outstanding(guest)).toEqual({ call: 401, renewed: 401, signedIn: 403 });
  expect(await reasonOf(guest.guestId)).toMatchObject([{ reason: 'ended by investor' }]);
});

test('GUEST-05 an invitation that was not answered ends with the access', async () => {
  const guest = await portal.addGuest();
  const { owner } = portal.database;
  await withTenant(owner, portal.tenantId, async (tx) => {
    await tx
      .updateTable('memberships')
      .set({ acceptedAt: null })
      .where('userId', '=', guest.userId)
      .execute();
    await sql`
      insert into capability_links (tenant_id, token_hash, kind, subject_id, expires_at)
      values (${portal.tenantId}, ${Buffer.alloc(32, guest.email)}, 'invitation', ${guest.userId}, now() + interval '1 day')`.execute(
      tx,
    );
  });
  expect((await end(guest.guestId)).status).toBe(200);
  const links = await withTenant(owner, portal.tenantId, (tx) =>
    tx
      .selectFrom('capabilityLinks')
      .select('usedAt')
      .where('subjectId', '=', guest.userId)
      .where('kind', '=', 'invitation')
      .execute(),
  );
  expect(links).toEqual([{ usedAt: expect.any(Date) }]);
});

test('GUEST-05 GUEST-08 the other books of a guest stay open, and only what was ended closes', async () => {
  const guest = await portal.addGuest();
  const second = await portal.addSyndicate();
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    createGuest(tx, portal.tenantId, { syndicateId: second, userId: guest.userId }),
  );
  expect((await end(guest.guestId)).status).toBe(200);
  expect(await codeIn(await payDates(guest.accessToken))).toBe('guest_part_closed');
  expect((await payDates(guest.accessToken, second)).status).toBe(200);
});

test('GUEST-03 after the last day nothing opens, before and after the job that ends what is left', async () => {
  const guest = await portal.addGuest();
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx
      .updateTable('guests')
      .set({ untilDate: sql<string>`(now() at time zone 'America/New_York')::date - 1` })
      .where('id', '=', guest.guestId)
      .execute(),
  );
  expect(await codeIn(await payDates(guest.accessToken))).toBe('guest_ended');
  expect(await renew(guest.userId)).toBe(401);
  await expect(signInAs(portal.app, guest.email, PASSWORD)).rejects.toThrow();
  const job = guestJobs.find(({ name }) => name === 'end guests of tenant');
  const logger = { info: () => undefined };
  await job?.run({ db: portal.database.db, logger } as unknown as JobDeps, { tenantId: portal.tenantId });
  expect(await outstanding(guest)).toEqual({ call: 401, renewed: 401, signedIn: 403 });
  expect(await reasonOf(guest.guestId)).toMatchObject([{ reason: 'until reached' }]);
});

test('GUEST-06 staff see the guests of an investor and end them with the permission for people', async () => {
  const guest = await portal.addGuest();
  const { owner } = portal.database;
  const clerk = await createStaff(owner, portal.tenantId, { role: 'servicing' });
  const administrator = await createStaff(owner, portal.tenantId, { role: 'administrator' });
  const path = `/api/desk/v1/investors/${portal.syndicateId}/guests`;
  const { guests } = (await (await portal.get(path, clerk.accessToken)).json()) as {
    guests: { email: string }[];
  };
  expect(guests.map(({ email }) => email)).toContain(guest.email);
  const endAtDesk = (token: string) => portal.send('POST', `/api/desk/v1/guests/${guest.guestId}/end`, token);
  expect(await codeIn(await endAtDesk(clerk.accessToken))).toBe('permission_needed');
  expect((await endAtDesk(administrator.accessToken)).status).toBe(200);
  expect(await outstanding(guest)).toEqual({ call: 401, renewed: 401, signedIn: 403 });
  expect(await reasonOf(guest.guestId)).toMatchObject([{ reason: 'ended by funder' }]);
});

test('GUEST-07 guests stay while somebody of the syndicate looks after them, and end with the last one', async () => {
  const syndicateId = await portal.addSyndicate();
  const first = await portal.addManager('first', { syndicateId });
  const last = await portal.addManager('last', { syndicateId });
  const guest = await portal.addGuest(undefined, { syndicateId, invitedBy: first.userId });
  await inTenant((tx) => closeUser(tx, portal.tenantId, { id: first.userId }, operator));
  expect((await payDates(guest.accessToken, syndicateId)).status).toBe(200);
  await inTenant((tx) =>
    setPermissions(tx, portal.tenantId, last.userId, { permissions: { 'manage-guests': false } }, operator),
  );
  expect(await reasonOf(guest.guestId)).toMatchObject([{ reason: 'nobody manages guests' }]);
  expect((await payDates(guest.accessToken, syndicateId)).status).toBe(401);
});

test('GUEST-07 of two managers who are closed at the same moment, the second ends the guests', async () => {
  const syndicateId = await portal.addSyndicate();
  const managers = [
    await portal.addManager('one', { syndicateId }),
    await portal.addManager('two', { syndicateId }),
  ];
  const guest = await portal.addGuest(undefined, { syndicateId });
  await Promise.all(
    managers.map(({ userId: id }) => inTenant((tx) => closeUser(tx, portal.tenantId, { id }, operator))),
  );
  expect(await reasonOf(guest.guestId)).toMatchObject([{ reason: 'nobody manages guests' }]);
});

test('GUEST-07 closing the syndicate or the guest at the desk ends the access for good', async () => {
  const syndicateId = await portal.addSyndicate();
  await portal.addManager('host', { syndicateId });
  const ofClosed = await portal.addGuest(undefined, { syndicateId });
  await inTenant((tx) => closeSyndicate(tx, { tenantId: portal.tenantId, syndicateId }, 'A test', operator));
  expect((await payDates(ofClosed.accessToken, syndicateId)).status).toBe(401);
  expect(await reasonOf(ofClosed.guestId)).toMatchObject([{ reason: 'syndicate closed' }]);
  const closed = await portal.addGuest();
  await inTenant((tx) => closeUser(tx, portal.tenantId, { id: closed.userId }, operator));
  expect(await outstanding(closed)).toEqual({ call: 401, renewed: 401, signedIn: 403 });
  expect(await reasonOf(closed.guestId)).toMatchObject([{ reason: 'ended by funder' }]);
  // The desk has no book to open to a guest again.
  await expect(
    inTenant((tx) => reopenUser(tx, portal.tenantId, { id: closed.userId }, operator)),
  ).rejects.toMatchObject({ code: 'guest_by_investor' });
});

test('GUEST-05 a former guest who is invited again has to accept again', async () => {
  const guest = await portal.addGuest();
  await end(guest.guestId);
  expect((await portal.invite(guest.email)).status).toBe(200);
  await expect(signInAs(portal.app, guest.email, PASSWORD)).rejects.toThrow();
});
