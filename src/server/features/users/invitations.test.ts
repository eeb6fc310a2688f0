import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressesOfSyndicate } from '../../identity/members.queries.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { createSyndicate, createTenant } from '../../testing/factories.ts';
import { waitForMail } from '../../testing/mailbox.ts';
import { operatorOf, type TestOperator } from '../../testing/operator.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { asMember, postJson, signInAs } from '../../testing/test-app.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
/** A second funder, which invites people of the first. */
let second: { tenantId: string; syndicateId: bigint; operator: TestOperator };
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
  const { owner } = portal.database;
  const tenantId = await createTenant(owner, { name: 'Second Capital' });
  const syndicateId = await withTenant(owner, tenantId, (tx) =>
    createSyndicate(tx, tenantId, { name: 'Twin Lakes' }),
  );
  second = { tenantId, syndicateId, operator: await operatorOf(portal, ['users'], tenantId) };
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const post = (path: string, body: unknown) => portal.app.fetch(path, postJson(body));
const look = async (token: string) => (await post('/user/invitation/of_link', { token })).json();
const answer = (token: string, accept: boolean) => post('/user/invitation/answer', { token, accept });

async function tokenTo(email: string): Promise<string> {
  const { text } = await waitForMail(email, 'Your access to the portal of Second Capital');
  expect(text).toMatch(/Second Capital invites you to its syndicate portal/);
  expect(text).not.toContain('reset_password_view');
  return /\/invitation#([\w-]+)/.exec(text)?.[1] ?? '';
}

/** An investor of the first funder, whom the second has just invited. */
async function invitedBySecond(name: string) {
  const email = `${name}-${crypto.randomUUID().slice(0, 8)}@northgate.example`;
  const userId = await portal.addInvestor(email);
  const asked = { email, name: 'Ines O.', role: 'syndication', syndicate: String(second.syndicateId) };
  expect((await second.operator.post('users', asked)).status).toBe(200);
  return { email, userId, token: await tokenTo(email) };
}

const listed = async (userId: bigint) => {
  const { users } = (await (await second.operator.get('users?limit=1000')).json()) as {
    users: { user_id: number }[];
  };
  return users.find((user) => user.user_id === Number(userId));
};
const tenantsOf = async (email: string) =>
  (await signInAs(portal.app, email, PASSWORD)).tenants.map(({ name }) => name);
const actions = async (userId: bigint) =>
  (await trailOf(portal.database, second.tenantId, `user ${userId}`)).map(({ action }) => action);

test('ACCESS-04 OPS-02 who has an account already accepts by the link in the mail, once; then the membership counts', async () => {
  const { email, userId, token } = await invitedBySecond('accepts');
  const open = { funder_name: 'Second Capital', syndicate_name: 'Twin Lakes', is_guest: false, email };
  expect(await look(token)).toEqual({ state: 'open', ...open });
  expect(await tenantsOf(email)).toEqual(['Harbor Capital']);
  const notified = () =>
    withTenant(portal.database.db, second.tenantId, (tx) =>
      addressesOfSyndicate(tx, second.tenantId, second.syndicateId),
    );
  expect(await notified()).not.toContain(email);
  // Of two answers at the same moment, one counts.
  const statuses = (await Promise.all([answer(token, true), answer(token, true)])).map(
    ({ status }) => status,
  );
  expect(statuses.sort()).toEqual([200, 410]);
  expect(await (await answer(token, false)).json()).toMatchObject({ code: 'invitation_settled' });
  expect(await look(token)).toMatchObject({ state: 'accepted' });
  expect(await notified()).toContain(email);
  expect(await listed(userId)).toMatchObject({
    state: 'active',
    name: 'Ines O.',
    username: expect.any(String),
  });
  const { accessToken, tenants } = await signInAs(portal.app, email, PASSWORD);
  expect(tenants.map(({ name }) => name)).toEqual(['Harbor Capital', 'Second Capital']);
  const path = `/api/payouts/syndication_sums/${second.syndicateId}`;
  expect((await portal.app.fetch(path, asMember(accessToken, second.tenantId))).status).toBe(200);
  expect(await actions(userId)).toEqual(['user invited', 'invitation accepted']);
});

test('ACCESS-04 OPS-02 who declines is no member, and may be asked again', async () => {
  const { email, userId, token } = await invitedBySecond('declines');
  expect((await answer(token, false)).status).toBe(200);
  expect(await look(token)).toMatchObject({ state: 'declined' });
  expect((await answer(token, true)).status).toBe(410);
  expect(await listed(userId)).toMatchObject({ state: 'declined', username: null });
  expect(await tenantsOf(email)).toEqual(['Harbor Capital']);
  expect((await second.operator.post(`users/${userId}/invite_again`, {})).status).toBe(200);
  expect(await listed(userId)).toMatchObject({ state: 'invited' });
  const again = await tokenTo(email);
  expect(await look(token)).toMatchObject({ state: 'withdrawn' });
  expect((await answer(again, true)).status).toBe(200);
  expect(await tenantsOf(email)).toEqual(['Harbor Capital', 'Second Capital']);
  expect(await (await second.operator.post(`users/${userId}/invite_again`, {})).json()).toMatchObject({
    code: 'user_has_password',
  });
  expect(await actions(userId)).toEqual([
    'user invited',
    'invitation declined',
    'user invited',
    'invitation accepted',
  ]);
});

test('ACCESS-04 OPS-02 security rule: a late, withdrawn or unknown invitation opens nothing', async () => {
  const late = await invitedBySecond('late');
  await withTenant(portal.database.owner, second.tenantId, (tx) =>
    tx
      .updateTable('capabilityLinks')
      .set({ expiresAt: sql<Date>`now()` })
      .where('subjectId', '=', late.userId)
      .execute(),
  );
  expect(await look(late.token)).toMatchObject({ state: 'expired' });
  expect((await answer(late.token, true)).status).toBe(410);
  const withdrawn = await invitedBySecond('withdrawn');
  // Closing ends nothing that is not this funder's: the person stays signed in with the first.
  const { accessToken } = await signInAs(portal.app, withdrawn.email, PASSWORD);
  const closed = await second.operator.post(`users/${withdrawn.userId}/close`, {});
  expect(await closed.json()).toMatchObject({ ended_sessions: 0 });
  expect((await portal.app.fetch('/user/sessions', asMember(accessToken, portal.tenantId))).status).toBe(200);
  expect(await look(withdrawn.token)).toMatchObject({ state: 'withdrawn' });
  expect((await answer(withdrawn.token, true)).status).toBe(410);
  for (const { email } of [late, withdrawn]) expect(await tenantsOf(email)).toEqual(['Harbor Capital']);
  const unknown = await answer('a'.repeat(64), true);
  expect([unknown.status, await unknown.json()]).toEqual([
    404,
    expect.objectContaining({ code: 'link_unknown' }),
  ]);
});
