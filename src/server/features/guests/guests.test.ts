import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, calendarDate } from '../../../shared/domain/calendar-date.ts';
import { readToday } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { createSyndicate, createTenant } from '../../testing/factories.ts';
import { createGuest, UNTIL } from '../../testing/guests.ts';
import { type GuestsPortal, openGuestsPortal } from '../../testing/guests-portal.ts';
import { waitForMail } from '../../testing/mailbox.ts';
import { openSession } from '../../testing/open-session.ts';
import { PASSWORD } from '../../testing/portal.ts';
import { addFactor } from '../../testing/staff.ts';
import { postJson, signInAs } from '../../testing/test-app.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

let portal: GuestsPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
beforeAll(async () => {
  portal = await openGuestsPortal();
  worker = await startTestWorker(portal.database);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const SUBJECT = 'Your access to the portal of Harbor Capital';
const unique = () => `books-${crypto.randomUUID().slice(0, 8)}@ledger.example`;
const codeIn = async (answer: Response) => ((await answer.json()) as { code: string }).code;
const payDates = (token: string, syndicateId = portal.syndicateId) =>
  portal.get(`/api/payouts/get_payouts_paydates/${syndicateId}`, token);
const sums = (token: string, syndicateId = portal.syndicateId) =>
  portal.get(`/api/payouts/syndication_sums/${syndicateId}`, token);
const listed = async (token = portal.manager.accessToken) =>
  (await (await portal.get(portal.guestsOf, token)).json()) as {
    guests: { guest_id: number; email: string; state: string; last_seen_at: string | null }[];
    latest: string;
    usual: string;
  };
const listedAs = async (email: string) => (await listed()).guests.find((guest) => guest.email === email);

test('GUEST-01 GUEST-10 a guest is invited by mail, chooses a password, adds a second factor, and reads what was opened', async () => {
  const email = unique();
  const answer = await portal.invite(email);
  expect(answer.status).toBe(200);
  const { guest_id: guestId } = (await answer.json()) as { guest_id: number };
  expect(await listedAs(email)).toMatchObject({ state: 'invited', last_seen_at: null });
  const { text } = await waitForMail(email, SUBJECT);
  expect(text).toMatch(/lets you see the payouts of .+ as a guest until \d\d\/\d\d\/\d{4}/);
  const id = /reset_password_view\?expires=\d+#([\w-]+)/.exec(text)?.[1] ?? '';
  const chosen = await portal.app.fetch('/user/reset_password', postJson({ id, password: PASSWORD }));
  expect(chosen.status).toBe(200);
  const { accessToken, tenants } = await signInAs(portal.app, email, PASSWORD);
  expect(tenants).toMatchObject([{ name: 'Harbor Capital' }]);
  // Nothing opens before the guest has a second factor, whatever the funder requires of investors.
  expect(await codeIn(await payDates(accessToken))).toBe('second_factor_required');
  const { userId } = await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx.selectFrom('guests').select('userId').where('id', '=', BigInt(guestId)).executeTakeFirstOrThrow(),
  );
  await addFactor(portal.database.owner, userId);
  expect((await payDates(accessToken)).status).toBe(200);
  expect(await codeIn(await sums(accessToken))).toBe('guest_part_closed');
  expect(await listedAs(email)).toMatchObject({ state: 'active', last_seen_at: expect.any(String) });
  const trail = await trailOf(portal.database, portal.tenantId, `guest ${guestId}`);
  expect(trail.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['guest invited', portal.manager.userId],
  ]);
  const looks = await trailOf(portal.database, portal.tenantId, `syndicate ${portal.syndicateId}`);
  expect(looks.filter(({ actorId }) => actorId === userId).map(({ action }) => action)).toEqual([
    'syndicate viewed',
  ]);
});

test('GUEST-01 only who looks after guests invites, for the own syndicate, by a fresh second factor', async () => {
  const plain = await portal.addManager('plain', { permissions: [] });
  expect(await codeIn(await portal.invite(unique(), {}, plain.accessToken))).toBe('guests_not_yours');
  const guest = await portal.addGuest();
  expect(await codeIn(await portal.invite(unique(), {}, guest.accessToken))).toBe('role_not_allowed');
  const other = await portal.addSyndicate();
  const elsewhere = await portal.send('POST', `/api/syndicates/${other}/guests`, portal.manager.accessToken, {
    email: unique(),
    name: 'Lee Book',
    parts: ['payouts'],
    until: UNTIL,
  });
  expect(elsewhere.status).toBe(403);
  const careful = await portal.addManager('careful');
  await addFactor(portal.database.owner, careful.userId);
  const stale = await openSession(portal.database.owner, careful.userId);
  expect(await codeIn(await portal.invite(unique(), {}, stale))).toBe('second_factor_needed');
});

test('GUEST-02 a guest is told of the syndicate its name and tabs, and nothing of its bank account, contacts or cash', async () => {
  const { userId, accessToken } = await portal.addGuest();
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx
      .insertInto('syndicateBankAccounts')
      .values({
        ...{ tenantId: portal.tenantId, syndicateId: portal.syndicateId, bankName: 'First Ohio' },
        ...{ accountNumberCipher: Buffer.alloc(32), routingNumberCipher: Buffer.alloc(32), keyId: 'k1' },
        ...{ accountNumberLast4: '6789', routingNumberLast4: '0021' },
      })
      .execute(),
  );
  const answer = await portal.get(`/api/getPortalUserProfile/${userId}`, accessToken);
  const text = await answer.text();
  expect(answer.status).toBe(200);
  expect(text).not.toMatch(/6789|0021|First Ohio|esign@/);
  expect(JSON.parse(text)[0].syndication).toMatchObject({
    syndicate_account_number: null,
    syndicate_routing_number: null,
    cash_balance: null,
  });
  const access = await (await portal.get('/api/guest_access', accessToken)).json();
  expect(access).toMatchObject({
    funder_name: 'Harbor Capital',
    books: [{ parts: ['statements', 'documents', 'payouts', 'tables'], until: UNTIL }],
  });
});

test('GUEST-03 a last day is today or later and at most 400 days ahead; the usual one is the end of April', async () => {
  const today = await readToday(portal.database.db);
  const { latest, usual } = await listed();
  expect(latest).toBe(addDays(today, 400));
  expect(usual).toMatch(/-04-30$/);
  const codes = [];
  for (const until of [addDays(today, -1), addDays(today, 401)])
    codes.push(await codeIn(await portal.invite(unique(), { until })));
  expect(codes).toEqual(['guest_until_invalid', 'guest_until_invalid']);
  expect((await portal.invite(unique(), { until: today })).status).toBe(200);
});

test('GUEST-04 changed parts and days count from the next call on; the same again is recorded once', async () => {
  const { guestId, accessToken } = await portal.addGuest(['payouts']);
  const change = (body: object) =>
    portal.send('PUT', `${portal.guestsOf}/${guestId}`, portal.manager.accessToken, body);
  expect((await payDates(accessToken)).status).toBe(200);
  const until = addDays(calendarDate(UNTIL), -1);
  expect((await change({ parts: ['tables'], until })).status).toBe(200);
  expect((await change({ parts: ['tables'], until })).status).toBe(200);
  expect(await codeIn(await payDates(accessToken))).toBe('guest_part_closed');
  expect((await sums(accessToken)).status).toBe(200);
  const trail = await trailOf(portal.database, portal.tenantId, `guest ${guestId}`);
  const changes = trail.filter(({ action }) => action === 'guest changed');
  expect(changes.map(({ details }) => details)).toMatchObject([
    { oldParts: 'payouts', newParts: 'tables', oldUntil: UNTIL, newUntil: until },
  ]);
  const foreign = await portal.addManager('foreign', { syndicateId: await portal.addSyndicate() });
  const theirs = await portal.send('PUT', `${portal.guestsOf}/${guestId}`, foreign.accessToken, {
    parts: ['payouts'],
    until,
  });
  expect(theirs.status).toBe(403);
});

test('GUEST-08 one address is a guest of several syndicates and funders, each with its own parts, and never beside another membership of the funder', async () => {
  const { email, userId, accessToken } = await portal.addGuest(['payouts']);
  const second = await portal.addSyndicate();
  const manager = await portal.addManager('second', { syndicateId: second });
  const body = { email, name: 'Lee Book', parts: ['tables'], until: UNTIL };
  const path = `/api/syndicates/${second}/guests`;
  expect((await portal.send('POST', path, manager.accessToken, body)).status).toBe(200);
  expect((await waitForMail(email, 'You are a guest of another syndicate at Harbor Capital')).text).toContain(
    'the deals with',
  );
  expect((await sums(accessToken, second)).status).toBe(200);
  expect(await codeIn(await sums(accessToken))).toBe('guest_part_closed');
  expect(await codeIn(await payDates(accessToken, second))).toBe('guest_part_closed');
  expect((await payDates(accessToken)).status).toBe(200);
  expect(await codeIn(await portal.send('POST', path, manager.accessToken, body))).toBe('guest_exists');
  // Another funder's book is open with the same account, and named by X-TENANT as for everybody.
  const { owner } = portal.database;
  const tenantId = await createTenant(owner, { name: 'Second Capital' });
  const elsewhere = await withTenant(owner, tenantId, async (tx) => {
    const syndicateId = await createSyndicate(tx, tenantId);
    await tx
      .insertInto('memberships')
      .values({ tenantId, userId, role: 'guest', name: 'Lee', acceptedAt: new Date(), permissions: [] })
      .execute();
    await createGuest(tx, tenantId, { syndicateId, userId, parts: ['payouts'] });
    return syndicateId;
  });
  const there = await portal.app.fetch(`/api/payouts/get_payouts_paydates/${elsewhere}`, {
    headers: { authorization: `Bearer ${accessToken}`, 'x-tenant': tenantId },
  });
  expect(there.status).toBe(200);
  expect(await codeIn(await payDates(accessToken, elsewhere))).toBe('guest_part_closed');
  const investor = `investor-${crypto.randomUUID().slice(0, 8)}@northgate.example`;
  await portal.addInvestor(investor);
  expect(await codeIn(await portal.invite(investor))).toBe('guest_not_possible');
});

test('GUEST-09 a syndicate has at most 10 guests, whoever invites at the same moment', async () => {
  const syndicateId = await portal.addSyndicate();
  const host = await portal.addManager('host', { syndicateId });
  // Each manager invites one guest at a time; the syndicate is what they share.
  const others = await Promise.all(
    ['one', 'two', 'three'].map((name) => portal.addManager(name, { syndicateId })),
  );
  const invite = ({ accessToken }: { accessToken: string }) =>
    portal.send('POST', `/api/syndicates/${syndicateId}/guests`, accessToken, {
      ...{ email: unique(), name: 'Lee Book', parts: ['payouts'], until: UNTIL },
    });
  for (let count = 0; count < 8; count += 1) expect((await invite(host)).status).toBe(200);
  const statuses = (await Promise.all([host, ...others].map(invite))).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 200, 409, 409]);
  expect(await codeIn(await invite(host))).toBe('guests_too_many');
});

test('GUEST-09 an invitation is mailed again once in 15 minutes, and not to who has accepted', async () => {
  const email = unique();
  const { guest_id: guestId } = (await (await portal.invite(email)).json()) as { guest_id: number };
  const again = () =>
    portal.send('POST', `${portal.guestsOf}/${guestId}/invite_again`, portal.manager.accessToken);
  expect(await codeIn(await again())).toBe('guests_invited_often');
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    sql`update memberships set invited_at = now() - interval '16 minutes' where role = 'guest'`.execute(tx),
  );
  expect((await again()).status).toBe(200);
  const { guestId: accepted } = await portal.addGuest();
  const late = await portal.send(
    'POST',
    `${portal.guestsOf}/${accepted}/invite_again`,
    portal.manager.accessToken,
  );
  expect(await codeIn(late)).toBe('guest_not_waiting');
});
