import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Input } from '../../../shared/contract/endpoint.ts';
import type { profileContract } from '../../../shared/contract/profile.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { createProfileOwner } from '../../testing/profile.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code;

/** Whom the waiting mails go to, by the name of their job. No worker runs, so they all wait. Each look forgets them. */
async function takeReaders(): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ job: string; to: string }>`
    with taken as (
      delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task
      where task.id = job.task_id and job.payload ->> 'to' is not null
      returning task.identifier as job, job.payload ->> 'to' as to)
    select * from taken order by job, "to"`.execute(portal.database.owner);
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ job }) => job)].map(([job, mails]) => [job, mails.map(({ to }) => to)]),
  );
}

/** An investor whose syndicate has a second user. */
async function createPair(name: string) {
  const owner = await createProfileOwner(portal, name);
  const partner = `partner-${owner.email}`;
  await portal.addInvestor(partner, { syndicateId: owner.syndicateId });
  const redirect = async (changes: object) => {
    const answer = await owner.contact({ ...changes, password: PASSWORD });
    expect(answer.status).toBe(200);
  };
  return { owner, partner, redirect };
}

const sorted = (...addresses: string[]) => addresses.toSorted();

describe('PROFILE-07 every address of the last thirty days', () => {
  test.each([0, 1, 2])(
    'PROFILE-07 security rule: every address of thirty days and all members are told of a change of bank account, after %i changes of the addresses',
    async (changes) => {
      const { owner, partner, redirect } = await createPair(`after-${changes}`);
      const evil = Array.from({ length: changes }, (_, index) => `evil${index}-${owner.email}`);
      const copies = evil.map((address) => `copy-${address}`);
      for (const [index, address] of evil.entries())
        await redirect({ syndicate_esign_email: address, syndicate_cc_emails: [copies[index]] });
      await takeReaders();
      const all = sorted(owner.email, partner, owner.esignEmail, ...evil, ...copies);
      expect((await owner.changeBank()).status).toBe(200);
      expect(await takeReaders()).toEqual({ 'mail bank notice': all });
      expect((await owner.cancelBank()).status).toBe(200);
      expect(await takeReaders()).toEqual({ 'mail bank notice': all });
      const back = { syndicate_esign_email: owner.esignEmail, syndicate_cc_emails: copies.slice(-1) };
      if (changes > 0) {
        await redirect(back);
        expect(await takeReaders()).toEqual({ 'mail e-sign notice': all });
      }
    },
  );

  test('PROFILE-07 an address that was given up more than thirty days ago is told no more', async () => {
    const { owner, partner, redirect } = await createPair('long-ago');
    const now = `now-${owner.email}`;
    await redirect({ syndicate_esign_email: now });
    await withTenant(portal.database.owner, portal.tenantId, async (tx) => {
      await sql`alter table former_addresses no force row level security`.execute(tx);
      await sql`update former_addresses set until = now() - interval '31 days'
        where syndicate_id = ${owner.syndicateId}`.execute(tx);
      await sql`alter table former_addresses force row level security`.execute(tx);
    });
    await takeReaders();
    await owner.changeBank();
    expect(await takeReaders()).toEqual({ 'mail bank notice': sorted(owner.email, partner, now) });
  });

  test('PROFILE-07 security rule: the server’s role can neither change nor remove an address that is still told', async () => {
    const { owner, redirect } = await createPair('kept');
    await redirect({ syndicate_esign_email: `now-${owner.email}` });
    const asServer = (statement: ReturnType<typeof sql>) =>
      withTenant(portal.database.db, portal.tenantId, (tx) => statement.execute(tx));
    await expect(asServer(sql`update former_addresses set until = '2020-01-01'`)).rejects.toThrow(/denied/);
    await asServer(sql`delete from former_addresses`);
    await takeReaders();
    await owner.changeBank();
    expect((await takeReaders())['mail bank notice']).toContain(owner.esignEmail);
  });

  test('PROFILE-07 security rule: addresses cannot be changed without end, because every one of them is told of each change', async () => {
    const { owner, redirect } = await createPair('often');
    const ten = (round: number) =>
      Array.from({ length: 10 }, (_, index) => `r${round}-${index}-${owner.email}`);
    for (let round = 0; round < 5; round += 1) await redirect({ syndicate_cc_emails: ten(round) });
    const answer = await owner.contact({ syndicate_cc_emails: ten(5), password: PASSWORD });
    expect([answer.status, await codeOf(answer)]).toEqual([429, 'addresses_changed_often']);
    expect(await owner.syndication()).toMatchObject({ syndicate_cc_emails: ten(4) });
    await takeReaders();
  });
});

describe('PROFILE-08 the CC addresses', () => {
  test('PROFILE-08 security rule: a session alone adds no CC address, and nothing is changed', async () => {
    const owner = await createProfileOwner(portal, 'copied');
    const answer = await owner.contact({ syndicate_cc_emails: [`thief-${owner.email}`] });
    expect([answer.status, await codeOf(answer)]).toEqual([422, 'password_required']);
    expect(await owner.syndication()).toMatchObject({ syndicate_cc_emails: [] });
  });

  test('PROFILE-08 security rule: with the password they change, everybody is told, and old and new are recorded', async () => {
    const { owner, partner, redirect } = await createPair('copies');
    const [first, second] = [`one-${owner.email}`, `two-${owner.email}`];
    await redirect({ syndicate_cc_emails: [first] });
    await redirect({ syndicate_cc_emails: [second] });
    const { 'mail CC notice': readers, ...others } = await takeReaders();
    expect(others).toEqual({});
    const told = [owner.email, partner, owner.esignEmail, first];
    expect(readers?.toSorted()).toEqual(sorted(...told, ...told, second));
    const trail = await trailOf(portal.database, portal.tenantId, `syndicate ${owner.syndicateId}`);
    expect(trail.filter(({ action }) => action === 'CC emails changed')).toMatchObject([
      { actorId: owner.userId, details: { oldCcEmails: '', newCcEmails: first } },
      { actorId: owner.userId, details: { oldCcEmails: first, newCcEmails: second } },
    ]);
  });

  test('PROFILE-08 the same addresses in another order need no password', async () => {
    const { owner, redirect } = await createPair('order');
    const both = [`one-${owner.email}`, `two-${owner.email}`];
    await redirect({ syndicate_cc_emails: both });
    expect((await owner.contact({ syndicate_cc_emails: both.toReversed() })).status).toBe(200);
  });
});

/** What each field of the calls that change a profile does: 'redirects' money or mail, or why it does not. */
const FIELDS = {
  updateContact: {
    userId: 'a claim that is checked',
    syndicateId: 'a claim that is checked',
    contactPerson: 'a name',
    phoneNumber: 'nothing is sent there',
    phoneType: 'a word',
    street: 'nothing is sent there',
    city: 'nothing is sent there',
    state: 'nothing is sent there',
    zip: 'nothing is sent there',
    esignEmail: 'redirects',
    ccEmails: 'redirects',
    password: 'the password itself',
  },
  changeBankAccount: {
    userId: 'a claim that is checked',
    syndicateId: 'a claim that is checked',
    bankName: 'redirects',
    accountNumber: 'redirects',
    routingNumber: 'redirects',
    password: 'the password itself',
  },
} as const satisfies {
  [E in 'updateContact' | 'changeBankAccount']: Record<
    keyof Input<(typeof profileContract)[E]>['body'],
    string
  >;
};

type Redirecting<E extends keyof typeof FIELDS> = {
  [F in keyof (typeof FIELDS)[E]]: (typeof FIELDS)[E][F] extends 'redirects' ? F : never;
}[keyof (typeof FIELDS)[E]];

/** Another value for each field that redirects, as it is sent. */
const ANOTHER: { [E in keyof typeof FIELDS]: Record<Redirecting<E>, object> } = {
  updateContact: {
    esignEmail: { syndicate_esign_email: 'thief@elsewhere.example' },
    ccEmails: { syndicate_cc_emails: ['thief@elsewhere.example'] },
  },
  changeBankAccount: {
    bankName: { syndicate_bank_name: 'Elsewhere Bank' },
    accountNumber: { syndicate_account_number: '99988877700' },
    routingNumber: { syndicate_routing_number: '011401533' },
  },
};

const CASES = Object.entries(ANOTHER).flatMap(([call, fields]) =>
  Object.entries(fields).map(([field, change]) => ({ call, field, change: change as object })),
);

test.each(CASES)(
  'PROFILE-07 PROFILE-08 security rule: $call does not change $field for a session alone, nor for a wrong password',
  async ({ call, change }) => {
    const owner = await createProfileOwner(portal, 'fields');
    const before = await owner.syndication();
    const send = (password: string | undefined) =>
      call === 'updateContact'
        ? owner.contact({ ...change, password })
        : owner.changeBank({ ...change, password });
    expect(await codeOf(await send(undefined))).toBe('password_required');
    expect(await codeOf(await send('a guess'))).toBe('password_wrong');
    expect(await owner.syndication()).toEqual(before);
    expect(await owner.audit()).toEqual([]);
  },
);
