import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issuePasswordLink } from '../../identity/password-links.ts';
import { applyChange } from '../../payout-accounts/apply-change.ts';
import { withClaims, withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { createMembership, createSyndicate, createTenant } from '../../testing/factories.ts';
import { openSession } from '../../testing/open-session.ts';
import { operatorOf } from '../../testing/operator.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { BANK, createProfileOwner, type ProfileOwner } from '../../testing/profile.ts';
import { codeOf } from '../../testing/second-factor.ts';
import { ORIGIN, postAsMember, postJson } from '../../testing/test-app.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const NEW_PASSWORD = 'an entirely new one';

/** Somebody whose change of bank account waits, with another session besides the one that asked for it. */
async function withPendingChange(name: string) {
  const owner = await createProfileOwner(portal, name);
  expect((await owner.changeBank()).status).toBe(200);
  const token = await openSession(portal.database.owner, owner.userId);
  const postElsewhere = (path: string, body: object) =>
    portal.app.fetch(path, postAsMember(body, token, portal.tenantId));
  return { ...owner, postElsewhere };
}

const changesOf = ({ syndicateId }: Pick<ProfileOwner, 'syndicateId'>, tenantId = portal.tenantId) =>
  withTenant(portal.database.owner, tenantId, (tx) =>
    tx
      .selectFrom('bankAccountChanges')
      .select(['id', 'state', 'settledBecause'])
      .where('syndicateId', '=', syndicateId)
      .execute(),
  );

/** What has become of the change when its time is over and the worker applies it. */
async function whenDue(owner: Pick<ProfileOwner, 'syndicateId'>, tenantId = portal.tenantId) {
  const [{ id: changeId } = { id: 0n }] = await changesOf(owner, tenantId);
  await withTenant(portal.database.owner, tenantId, (tx) =>
    tx
      .updateTable('bankAccountChanges')
      .set({ takesEffectAt: sql<Date>`now() - interval '1 second'` })
      .where('id', '=', changeId)
      .execute(),
  );
  await withTenant(portal.database.db, tenantId, (tx) => applyChange(tx, { tenantId, changeId }));
  const [change] = await changesOf(owner, tenantId);
  return change && [change.state, change.settledBecause];
}

/** The addresses that are told that the change was cancelled. */
async function toldOf(owner: ProfileOwner): Promise<string[]> {
  const [{ id } = { id: 0n }] = await changesOf(owner);
  const { rows } = await sql<{ to: string }>`
    select payload ->> 'to' as to from graphile_worker._private_jobs
    where payload ->> 'news' = 'cancelled' and payload ->> 'changeId' = ${id.toString()} order by 1`.execute(
    portal.database.owner,
  );
  return rows.map(({ to }) => to);
}

async function reset({ userId }: ProfileOwner): Promise<void> {
  const { url } = await withClaims(portal.database.owner, { userId }, (tx) =>
    issuePasswordLink(tx, { userId, seconds: 600, publicOrigin: ORIGIN, tenantId: null }),
  );
  const id = new URL(url).hash.slice(1);
  const answer = await portal.app.fetch('/user/reset_password', postJson({ id, password: NEW_PASSWORD }));
  expect(answer.status).toBe(200);
}

test('PROFILE-06 security rule: a change of the previous version, which names no session, ends with a reset password too', async () => {
  const owner = await withPendingChange('earlier');
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx
      .updateTable('bankAccountChanges')
      .set({ requestedIn: null })
      .where('syndicateId', '=', owner.syndicateId)
      .execute(),
  );
  await reset(owner);
  expect(await whenDue(owner)).toEqual(['cancelled', 'password reset']);
});

test('PROFILE-06 security rule: a change does not outlive the closed account of whoever asked for it', async () => {
  const owner = await withPendingChange('closed');
  const operator = await operatorOf(portal, ['users']);
  expect((await operator.post(`users/${owner.userId}/close`, {})).status).toBe(200);
  expect(await whenDue(owner)).toEqual(['cancelled', 'account closed']);
  expect(await toldOf(owner)).toContain(owner.esignEmail);
  const [{ id } = { id: 0n }] = await changesOf(owner);
  expect(await trailOf(portal.database, portal.tenantId, `bank change ${id}`)).toMatchObject([
    { action: 'bank change requested' },
    { action: 'bank change cancelled', details: { because: 'account closed' } },
  ]);
});

test('PROFILE-06 security rule: nor the reset of the password, in any tenant', async () => {
  const owner = await withPendingChange('reset');
  const elsewhere = await createTenant(portal.database.owner);
  const syndicateId = await withTenant(portal.database.owner, elsewhere, async (tx) => {
    const id = await createSyndicate(tx, elsewhere);
    await createMembership(tx, elsewhere, owner.userId, { syndicateId: id });
    return id;
  });
  const token = await openSession(portal.database.owner, owner.userId);
  const body = { ...owner.ids, syndicate_id: Number(syndicateId), ...BANK, password: PASSWORD };
  const asked = await portal.app.fetch('/api/updateSyndicateBankInfo', postAsMember(body, token, elsewhere));
  expect(asked.status).toBe(200);
  await reset(owner);
  expect(await whenDue(owner)).toEqual(['cancelled', 'password reset']);
  expect(await whenDue({ syndicateId }, elsewhere)).toEqual(['cancelled', 'password reset']);
  expect(await toldOf(owner)).toEqual([owner.email, owner.esignEmail].toSorted());
});

/** What the owner does in another session when the change is not theirs. */
const RESPONSES: Readonly<
  Record<string, (owner: Awaited<ReturnType<typeof withPendingChange>>) => Promise<Response>>
> = {
  'ended by user': ({ postElsewhere }) =>
    postElsewhere('/user/sessions/end', { which: 'others', password: PASSWORD }),
  async 'second factor added'({ postElsewhere }) {
    const started = await postElsewhere('/user/second-factor/totp/start', { password: PASSWORD });
    const { secret } = (await started.json()) as { secret: string };
    return postElsewhere('/user/second-factor/totp/confirm', { code: await codeOf(secret) });
  },
  'password change': ({ postElsewhere, userId }) =>
    postElsewhere('/api/updateSyndicateUserPwd', {
      user_id: Number(userId),
      oldpassword: PASSWORD,
      password: NEW_PASSWORD,
    }),
};

test('PROFILE-06 security rule: nor a response of its user in another session; in the same one it stays', async () => {
  for (const [because, respond] of Object.entries(RESPONSES)) {
    const owner = await withPendingChange('response');
    expect((await respond(owner)).status).toBe(200);
    expect(await whenDue(owner)).toEqual(['cancelled', because]);
    const calm = await withPendingChange('calm');
    expect((await respond({ ...calm, postElsewhere: calm.post })).status).toBe(200);
    expect(await whenDue(calm)).toEqual(['applied', null]);
  }
});

test('PROFILE-06 security rule: whoever has left the syndicate by the time it is due changes nothing', async () => {
  const owner = await withPendingChange('moved');
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx
      .updateTable('memberships')
      .set({ syndicateId: portal.syndicateId })
      .where('userId', '=', owner.userId)
      .execute(),
  );
  expect(await whenDue(owner)).toEqual(['cancelled', 'no longer a member']);
  expect(await toldOf(owner)).toContain(owner.esignEmail);
});

test('PROFILE-06 OPS-02 the operator lists the changes that wait and cancels one', async () => {
  const owner = await withPendingChange('told');
  const [{ id } = { id: 0n }] = await changesOf(owner);
  const system = await operatorOf(portal, ['payout-accounts']);
  const listed = JSON.stringify(await (await system.get('bank_changes')).json());
  expect(listed).toContain(owner.email);
  expect(listed).not.toContain(BANK.syndicate_account_number);
  expect((await system.post(`bank_changes/${id}/cancel`, {})).status).toBe(200);
  expect(await whenDue(owner)).toEqual(['cancelled', 'operator']);
  expect(await toldOf(owner)).toContain(owner.email);
  const trail = await trailOf(portal.database, portal.tenantId, `bank change ${id}`);
  expect(trail.at(-1)).toMatchObject({
    actorId: null,
    details: { because: 'operator', operator: expect.stringMatching(/^service token /) },
  });
});
