import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyChange } from '../../payout-accounts/apply-change.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { waitForMail } from '../../testing/mailbox.ts';
import { operatorOf, type TestOperator } from '../../testing/operator.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { BANK, createProfileOwner, type ProfileOwner } from '../../testing/profile.ts';
import { postAsMember, signInAs } from '../../testing/test-app.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

let portal: TestPortal;
let operator: TestOperator;
beforeAll(async () => {
  portal = await openTestPortal();
  operator = await operatorOf(portal, ['users', 'payout-accounts']);
});
afterAll(() => portal.close());

const asOwner = (statement: ReturnType<typeof sql>) =>
  withTenant(portal.database.owner, portal.tenantId, (tx) => statement.execute(tx));

const close = async ({ userId }: ProfileOwner) =>
  expect((await operator.post(`users/${userId}/close`, {})).status).toBe(200);

/** Somebody who is let in after the owner, and asks for another account. */
async function letIn({ email, syndicateId }: ProfileOwner) {
  const address = `let-in-${email}`;
  const userId = await portal.addInvestor(address, { syndicateId });
  const { accessToken } = await signInAs(portal.app, address, PASSWORD);
  const ids = { user_id: Number(userId), syndicate_id: Number(syndicateId) };
  const post = (path: string, body: object) =>
    portal.app.fetch(path, postAsMember(body, accessToken, portal.tenantId));
  return {
    address,
    async changeBank() {
      const answer = await post('/api/updateSyndicateBankInfo', { ...ids, ...BANK, password: PASSWORD });
      expect(answer.status).toBe(200);
    },
    async cancelBank() {
      const answer = await post('/api/syndicate/bank_change/cancel', { syndicate_id: ids.syndicate_id });
      expect(answer.status).toBe(200);
    },
  };
}

/** Whom the waiting notices of a syndicate's changes go to, by what they are and the name of their job. No worker runs. Each look forgets them. */
async function takeReaders({ syndicateId }: ProfileOwner): Promise<string[]> {
  const changes = await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx.selectFrom('bankAccountChanges').select('id').where('syndicateId', '=', syndicateId).execute(),
  );
  const { rows } = await sql<{ notice: string }>`
    with taken as (
      delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
      where task.id = job.task_id and job.payload ->> 'changeId' = any (${changes.map(({ id }) => id.toString())}::text[])
        and job.payload ->> 'to' is not null
      returning task.identifier, job.payload)
    select concat_ws(', ', identifier, payload ->> 'news', payload ->> 'to') as notice from taken`.execute(
    portal.database.owner,
  );
  return rows.map(({ notice }) => notice).toSorted();
}

const toMember = (news: string, ...addresses: string[]) =>
  addresses.map((address) => `mail bank notice, ${news}, ${address}`);
const toFormer = (news: string, { email }: ProfileOwner) =>
  `mail bank notice to former member, ${news}, ${email}`;
const both = (news: string, members: string[], former: ProfileOwner) =>
  [...toMember(news, ...members), toFormer(news, former)].toSorted();

/** Every way out of a syndicate that the portal has. */
const WAYS_OUT: Readonly<Record<string, (owner: ProfileOwner) => Promise<unknown>>> = {
  'is closed': close,
  'is moved to another syndicate': ({ userId }) =>
    asOwner(sql`update memberships set syndicate_id = ${portal.syndicateId} where user_id = ${userId}`),
  'gets another role': ({ userId }) =>
    asOwner(
      sql`update memberships set role = 'broker', syndicate_id = null, accepted_at = null where user_id = ${userId}`,
    ),
  async 'is closed, opened again and moved'(owner) {
    await close(owner);
    expect((await operator.post(`users/${owner.userId}/reopen`, {})).status).toBe(200);
    await asOwner(
      sql`update memberships set syndicate_id = ${portal.syndicateId} where user_id = ${owner.userId}`,
    );
  },
};

async function nameOf({ syndicateId }: ProfileOwner): Promise<string> {
  const { name } = await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx.selectFrom('syndicates').select('name').where('id', '=', syndicateId).executeTakeFirstOrThrow(),
  );
  return name;
}

describe('PROFILE-09 former members', () => {
  test.each(Object.keys(WAYS_OUT))(
    'PROFILE-09 security rule: a member who %s hears of each step of a change that somebody else asks for afterwards',
    async (way) => {
      const owner = await createProfileOwner(portal, 'out');
      const intruder = await letIn(owner);
      await WAYS_OUT[way]?.(owner);
      const members = [owner.esignEmail, intruder.address];
      await intruder.changeBank();
      expect(await takeReaders(owner)).toEqual(both('requested', members, owner));
      await intruder.cancelBank();
      expect(await takeReaders(owner)).toEqual(both('cancelled', members, owner));
    },
  );

  test('PROFILE-09 who was told that a change was asked for is told when it is in force, also 30 days after leaving', async () => {
    const owner = await createProfileOwner(portal, 'later');
    const intruder = await letIn(owner);
    await close(owner);
    await asOwner(sql`update former_members set until = now() - interval '29 days 23 hours'
      where user_id = ${owner.userId}`);
    await intruder.changeBank();
    await takeReaders(owner);
    // As though it had waited for three days.
    await asOwner(
      sql`update former_members set until = until - interval '3 days' where user_id = ${owner.userId}`,
    );
    await asOwner(sql`update bank_account_changes set requested_at = requested_at - interval '3 days',
      takes_effect_at = now() - interval '1 second' where syndicate_id = ${owner.syndicateId}`);
    const [change] = await withTenant(portal.database.owner, portal.tenantId, (tx) =>
      tx.selectFrom('bankAccountChanges').select('id').where('syndicateId', '=', owner.syndicateId).execute(),
    );
    await withTenant(portal.database.db, portal.tenantId, (tx) =>
      applyChange(tx, { tenantId: portal.tenantId, changeId: change?.id ?? 0n }),
    );
    expect(await takeReaders(owner)).toEqual(both('applied', [owner.esignEmail, intruder.address], owner));
  });

  test('PROFILE-09 who left more than thirty days before, never accepted, or is a member again gets no such mail', async () => {
    const owner = await createProfileOwner(portal, 'others');
    const intruder = await letIn(owner);
    const invited = `invited-${owner.email}`;
    const invitedId = await portal.addInvestor(invited, { syndicateId: owner.syndicateId, acceptedAt: null });
    const signer = owner.esignEmail;
    const signerId = await portal.addInvestor(signer, { syndicateId: owner.syndicateId });
    for (const userId of [owner.userId, invitedId, signerId])
      expect((await operator.post(`users/${userId}/close`, {})).status).toBe(200);
    await asOwner(
      sql`update former_members set until = now() - interval '31 days' where user_id = ${owner.userId}`,
    );
    await intruder.changeBank();
    expect(await takeReaders(owner)).toEqual(toMember('requested', signer, intruder.address).toSorted());

    const back = await createProfileOwner(portal, 'back');
    const other = await letIn(back);
    await close(back);
    expect((await operator.post(`users/${back.userId}/reopen`, {})).status).toBe(200);
    await other.changeBank();
    expect(await takeReaders(back)).toEqual(
      toMember('requested', ...[back.email, back.esignEmail, other.address].toSorted()),
    );
  });

  test('PROFILE-09 security rule: the server’s role can neither change nor remove that somebody was a member lately', async () => {
    const owner = await createProfileOwner(portal, 'kept');
    const intruder = await letIn(owner);
    await close(owner);
    const asServer = (statement: ReturnType<typeof sql>) =>
      withTenant(portal.database.db, portal.tenantId, (tx) => statement.execute(tx));
    await expect(asServer(sql`update former_members set until = '2020-01-01'`)).rejects.toThrow(/denied/);
    await asServer(sql`delete from former_members`);
    await intruder.changeBank();
    expect(await takeReaders(owner)).toContain(toFormer('requested', owner));
  });

  test('PROFILE-09 a member is closed and moved while somebody changes the syndicate, without waiting for them', async () => {
    const owner = await createProfileOwner(portal, 'beside');
    await withTenant(portal.database.owner, portal.tenantId, async (tx) => {
      await sql`select from syndicates where id = ${owner.syndicateId} for update`.execute(tx);
      await close(owner);
    });
  });

  test('PROFILE-09 security rule: the mail names the funder to call; it has no link, and nothing of the account', async () => {
    const owner = await createProfileOwner(portal, 'mail');
    const intruder = await letIn(owner);
    await close(owner);
    await intruder.changeBank();
    const worker = await startTestWorker(portal.database);
    const name = await nameOf(owner);
    try {
      const asked = await waitForMail(owner.email, `The bank account of ${name} is about to change`);
      expect(asked.text).toContain('call Harbor Capital before then');
      expect(asked.text).toContain('help@harbor.example');
      await intruder.cancelBank();
      const cancelled = await waitForMail(
        owner.email,
        `The change of the bank account of ${name} was cancelled`,
      );
      for (const { text, html } of [asked, cancelled]) {
        expect(text + html).not.toMatch(/••••|6789|0021|First Bank|https?:|bank_change/);
      }
    } finally {
      await worker.stop();
    }
  });
});
