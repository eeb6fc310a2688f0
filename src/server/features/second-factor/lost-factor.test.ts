import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { commandLineOn } from '../../testing/command-line.ts';
import { createMembership, createSyndicate, createTenant } from '../../testing/factories.ts';
import { waitForMail } from '../../testing/mailbox.ts';
import { operatorOf } from '../../testing/operator.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { codeOf, createVisitor, hasSessionCookie, type Visitor } from '../../testing/second-factor.ts';
import { postJson } from '../../testing/test-app.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

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
beforeEach(() => portal.database.owner.deleteFrom('throttles').execute());

const REQUESTED = 'Your second factor is about to be removed';
const CANCELLED = 'Your second factor stays';
const REMOVED = 'Your second factor was removed';

const command = (...args: string[]) =>
  commandLineOn(portal.database)('user', ...args, '--tenant', portal.slug);
async function askFor(visitor: Visitor) {
  const operator = await operatorOf(portal, ['users']);
  const answer = await operator.post(`users/${visitor.userId}/reset_second_factor`, undefined);
  return { status: answer.status, ...((await answer.json()) as object) };
}

const byLink = async (path: 'of_link' | 'cancel_by_link', token: string) => {
  const answer = await portal.app.fetch(`/api/second-factor/reset/${path}`, postJson({ token }));
  return { status: answer.status, ...((await answer.json()) as object) };
};
const linkIn = (text: string) => /\/second_factor_reset#([\w-]{64})/.exec(text)?.[1] ?? '';

/** As though the time had passed. */
async function letTimePass(visitor: Visitor): Promise<void> {
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx
      .updateTable('secondFactorResets')
      .set({ takesEffectAt: sql<Date>`takes_effect_at - interval '24 hours 2 seconds'` })
      .where('userId', '=', visitor.userId)
      .where('state', '=', 'pending')
      .execute(),
  );
  await sql`update graphile_worker._private_jobs set run_at = now()
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'apply second factor reset')`.execute(
    portal.database.owner,
  );
}

const actionsOn = async (visitor: Visitor, tenantId = portal.tenantId) =>
  (await trailOf(portal.database, tenantId, `user ${visitor.userId}`)).filter(({ action }) =>
    action.startsWith('second factor reset'),
  );

/** A member of a syndicate of another tenant too, whose e-sign address is somebody else's. */
async function joinOther(visitor: Visitor): Promise<{ tenantId: string; esignEmail: string }> {
  const tenantId = await createTenant(portal.database.owner);
  const esignEmail = `esign-${visitor.email}`;
  await withTenant(portal.database.owner, tenantId, async (tx) => {
    const syndicateId = await createSyndicate(tx, tenantId, { esignEmail });
    await createMembership(tx, tenantId, visitor.userId, { syndicateId });
  });
  return { tenantId, esignEmail };
}

test('LOGIN-20 a lost factor is removed 24 hours after the operator asked, and every known address is told', async () => {
  const visitor = await createVisitor(portal, 'lost');
  await visitor.addTotp();
  const other = await joinOther(visitor);
  const asked = await command('reset-second-factor', visitor.email);
  expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining('unless somebody cancels it') });
  for (const address of [visitor.email, other.esignEmail]) await waitForMail(address, REQUESTED);
  const [email, requestedAt = '', takesEffectAt = ''] = (await command('second-factor-resets')).stdout.split(
    '\t',
  );
  expect(email).toBe(visitor.email);
  const seconds = (Date.parse(takesEffectAt) - Date.parse(requestedAt)) / 1000;
  expect([Math.floor(seconds / 3600), await visitor.challenge()]).toEqual([24, expect.any(String)]);

  await letTimePass(visitor);
  for (const address of [visitor.email, other.esignEmail]) await waitForMail(address, REMOVED);
  expect(await visitor.sessions()).toEqual([]);
  expect(hasSessionCookie(await visitor.enterPassword())).toBe(true);
  const askedBy = {
    [portal.tenantId]: { operator: expect.stringMatching(/^command line: /) },
    // Another funder learns that it was asked for, and not by whom.
    [other.tenantId]: { by: 'another funder' },
  };
  for (const [tenantId, details] of Object.entries(askedBy))
    expect(await actionsOn(visitor, tenantId)).toMatchObject([
      { action: 'second factor reset requested', details },
      { action: 'second factor reset', details: { endedSessions: 1 } },
    ]);
});

test('LOGIN-20 the link in the notice keeps the factor, once, without signing in', async () => {
  const visitor = await createVisitor(portal, 'kept');
  await visitor.addTotp();
  expect(await askFor(visitor)).toMatchObject({ status: 200, takes_effect_at: expect.any(String) });
  expect(await askFor(visitor)).toMatchObject({ code: 'factor_reset_pending' });
  const token = linkIn((await waitForMail(visitor.email, REQUESTED)).text);
  expect(await byLink('of_link', token)).toMatchObject({
    status: 200,
    state: 'pending',
    email: expect.not.stringContaining(visitor.email),
  });
  expect(await byLink('cancel_by_link', token)).toMatchObject({ status: 200 });
  expect(await byLink('cancel_by_link', token)).toMatchObject({ code: 'factor_reset_settled' });
  expect(await byLink('of_link', token)).toMatchObject({ state: 'cancelled' });
  expect(await byLink('of_link', 'x'.repeat(64))).toMatchObject({ code: 'link_unknown' });
  await waitForMail(visitor.email, CANCELLED);
  await letTimePass(visitor);
  expect(await visitor.challenge()).toHaveLength(43);
  expect((await actionsOn(visitor)).at(-1)).toMatchObject({
    action: 'second factor reset cancelled',
    details: { by: 'link' },
  });
});

test('LOGIN-20 whoever shows the factor has not lost it: a sign-in and a confirmation cancel the reset', async () => {
  const visitor = await createVisitor(portal, 'found');
  const { secret } = await visitor.addTotp();
  await askFor(visitor);
  const proof = { method: 'totp', code: await codeOf(secret) };
  expect((await visitor.prove(await visitor.challenge(), proof)).status).toBe(200);
  await waitForMail(visitor.email, CANCELLED);

  await visitor.forgetUsedStep();
  await askFor(visitor);
  expect((await visitor.post('/user/second-factor/confirm', proof)).status).toBe(200);
  await waitForMail(visitor.email, CANCELLED);
  expect((await actionsOn(visitor)).map(({ action }) => action)).toEqual([
    'second factor reset requested',
    'second factor reset cancelled',
    'second factor reset requested',
    'second factor reset cancelled',
  ]);
});

test('LOGIN-20 security rule: closing the account cancels the reset at once, and opening it again does not bring it back', async () => {
  const visitor = await createVisitor(portal, 'closed');
  await visitor.addTotp();
  await askFor(visitor);
  const operator = await operatorOf(portal, ['users']);
  for (const step of ['close', 'reopen'])
    expect((await operator.post(`users/${visitor.userId}/${step}`, {})).status).toBe(200);
  expect((await actionsOn(visitor)).at(-1)).toMatchObject({
    action: 'second factor reset cancelled',
    details: { by: 'closed account' },
  });
  await waitForMail(visitor.email, CANCELLED);
  await letTimePass(visitor);
  expect(await visitor.challenge()).toHaveLength(43);
});

test('LOGIN-20 security rule: who becomes another funder’s too before the reset is carried out keeps the factor', async () => {
  const visitor = await createVisitor(portal, 'joined');
  await visitor.addTotp();
  await askFor(visitor);
  const other = await joinOther(visitor);
  await letTimePass(visitor);
  await waitForMail(visitor.email, CANCELLED);
  expect(await visitor.challenge()).toHaveLength(43);
  for (const tenantId of [portal.tenantId, other.tenantId])
    expect((await actionsOn(visitor, tenantId)).at(-1)).toMatchObject({
      action: 'second factor reset cancelled',
      details: { by: 'account of another funder too' },
    });
});

test('LOGIN-20 security rule: a service token resets nobody who is also another funder’s, and a closed user keeps the factor', async () => {
  const visitor = await createVisitor(portal, 'shared');
  expect(await askFor(visitor)).toMatchObject({ code: 'user_has_no_factor' });
  await visitor.addTotp();
  const other = await joinOther(visitor);
  expect(await askFor(visitor)).toMatchObject({ status: 409, code: 'factor_of_others_too' });
  await withTenant(portal.database.owner, other.tenantId, (tx) =>
    tx.updateTable('memberships').set({ isTerminated: true }).execute(),
  );
  expect(await askFor(visitor)).toMatchObject({ status: 200 });
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx.updateTable('memberships').set({ isTerminated: true }).where('userId', '=', visitor.userId).execute(),
  );
  await letTimePass(visitor);
  await waitForMail(visitor.email, CANCELLED);
  expect((await actionsOn(visitor)).at(-1)).toMatchObject({ details: { by: 'closed account' } });
});
