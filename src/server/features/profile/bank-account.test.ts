import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claim, withTenant } from '../../platform/db/transactions.ts';
import { mailMoment } from '../../platform/mail/moment-in-words.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { countMails, waitForMail } from '../../testing/mailbox.ts';
import { operatorOf } from '../../testing/operator.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { BANK, createProfileOwner, type ProfileOwner } from '../../testing/profile.ts';
import { postAsMember, postJson, signInAs } from '../../testing/test-app.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const ASKED = 'Your bank account is about to change';
const CANCELLED = 'The change of your bank account was cancelled';
const APPLIED = 'Your bank account was changed';
const OTHER_BANK = {
  syndicate_bank_name: 'Elsewhere Bank',
  syndicate_account_number: '99988877700',
  syndicate_routing_number: '011401533',
};

const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code;

/** As though the time had passed. */
async function letTimePass(owner: ProfileOwner): Promise<void> {
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx
      .updateTable('bankAccountChanges')
      .set({ takesEffectAt: sql<Date>`now() - interval '1 second'` })
      .where('syndicateId', '=', owner.syndicateId)
      .where('state', '=', 'pending')
      .execute(),
  );
  await sql`update graphile_worker._private_jobs set run_at = now()
    where task_id = (select id from graphile_worker._private_tasks where identifier = 'apply bank change')`.execute(
    portal.database.owner,
  );
}

async function withAccount(name: string): Promise<ProfileOwner> {
  const owner = await createProfileOwner(portal, name);
  await owner.changeBank();
  const addresses = [owner.email, owner.esignEmail];
  for (const address of addresses) await waitForMail(address, ASKED);
  await letTimePass(owner);
  for (const address of addresses) await waitForMail(address, APPLIED);
  return owner;
}

const linkIn = (text: string) => /\/bank_change#([\w-]{64})/.exec(text)?.[1] ?? '';
const byLink = (path: 'of_link' | 'cancel_by_link', token: string) =>
  portal.app.fetch(`/api/syndicate/bank_change/${path}`, postJson({ token }));

test('PROFILE-04 a change waits 72 hours, is shown as pending with masked numbers, and then takes effect', async () => {
  const owner = await createProfileOwner(portal, 'bank');
  const asked = await owner.changeBank();
  expect(asked.status).toBe(200);
  const { takes_effect_at: takesEffectAt } = (await asked.json()) as { takes_effect_at: string };
  const hours = (Date.parse(takesEffectAt) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(71.9);
  expect(hours).toBeLessThan(72.1);
  const pending = {
    syndicate_bank_name: BANK.syndicate_bank_name,
    syndicate_account_number: '•••• 6789',
    syndicate_routing_number: '•••• 0021',
    requested_at: expect.any(String),
    takes_effect_at: takesEffectAt,
  };
  expect(await owner.syndication()).toMatchObject({
    syndicate_bank_name: null,
    syndicate_account_number: null,
    pending_bank_change: pending,
  });
  for (const address of [owner.email, owner.esignEmail]) {
    const { text } = await waitForMail(address, ASKED);
    expect(text).toContain('account •••• 6789');
    expect(text).not.toMatch(/\d{9}/);
  }

  await letTimePass(owner);
  for (const address of [owner.email, owner.esignEmail]) await waitForMail(address, APPLIED);
  expect(await owner.syndication()).toMatchObject({
    syndicate_bank_name: BANK.syndicate_bank_name,
    syndicate_account_number: '•••• 6789',
    syndicate_routing_number: '•••• 0021',
    pending_bank_change: null,
  });
  expect(await owner.audit()).toEqual(['bank change requested']);
  const cancelled = await owner.cancelBank();
  expect([cancelled.status, await codeOf(cancelled)]).toEqual([409, 'bank_change_settled']);
});

async function holdFor(hours: number): Promise<void> {
  const operator = await operatorOf(portal, ['settings', 'payout-accounts']);
  const answer = await operator.send('PUT', 'settings', { bank_change_hold_hours: hours });
  expect(await answer.json()).toMatchObject({ bank_change_hold_hours: hours });
}

test('PROFILE-04 security rule: a tenant that is named in capital letters is the same one, also for what is encrypted', async () => {
  const owner = await createProfileOwner(portal, 'capitals');
  const { accessToken } = await signInAs(portal.app, owner.email, PASSWORD);
  const asked = await portal.app.fetch(
    '/api/updateSyndicateBankInfo',
    postAsMember({ ...owner.ids, ...BANK, password: PASSWORD }, accessToken, portal.tenantId.toUpperCase()),
  );
  expect(asked.status).toBe(200);
  await letTimePass(owner);
  await waitForMail(owner.email, APPLIED);
  const shown = await owner.reveal(PASSWORD);
  expect(await shown.json()).toMatchObject({ syndicate_account_number: BANK.syndicate_account_number });
});

test('PROFILE-04 OPS-02 how long a change waits is the funder’s setting; one that waits keeps the time it was promised', async () => {
  const owner = await createProfileOwner(portal, 'hold');
  await holdFor(24);
  try {
    expect(await owner.syndication()).toMatchObject({ bank_change_hold_hours: 24 });
    const answer = (await (await owner.changeBank()).json()) as { takes_effect_at: string };
    const hours = (Date.parse(answer.takes_effect_at) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
    const { text } = await waitForMail(owner.esignEmail, ASKED);
    expect(text).toContain(mailMoment(new Date(answer.takes_effect_at)));
    await holdFor(0);
    expect(await owner.syndication()).toMatchObject({
      bank_change_hold_hours: 0,
      syndicate_account_number: null,
      pending_bank_change: { takes_effect_at: answer.takes_effect_at },
    });
  } finally {
    await holdFor(72);
  }
});

test('PROFILE-04 where the wait is 0 hours, a change takes effect at once and is told all the same', async () => {
  const owner = await withAccount('at-once');
  await owner.changeBank({ ...OTHER_BANK, syndicate_account_number: '5554443332' });
  await holdFor(0);
  try {
    const answer = await owner.changeBank(OTHER_BANK);
    expect(await answer.json()).toEqual({ takes_effect_at: expect.any(String), in_force: true });
    expect(await owner.syndication()).toMatchObject({
      syndicate_bank_name: 'Elsewhere Bank',
      syndicate_account_number: '•••• 7700',
      pending_bank_change: null,
    });
    const shown = await owner.reveal(PASSWORD);
    expect(await shown.json()).toMatchObject({
      syndicate_account_number: OTHER_BANK.syndicate_account_number,
    });
    for (const address of [owner.email, owner.esignEmail]) {
      const { text } = await waitForMail(address, APPLIED);
      expect(text).toContain('go to Elsewhere Bank, account •••• 7700');
    }
    const trail = await trailOf(portal.database, portal.tenantId, `syndicate ${owner.syndicateId}`);
    expect(trail.at(-1)).toMatchObject({ action: 'bank numbers revealed' });
    expect(trail.filter(({ action }) => action === 'bank account changed')).toHaveLength(2);
  } finally {
    await holdFor(72);
  }
});

test('PROFILE-04 security rule: a stolen session redirects no money: without the password nothing begins', async () => {
  const owner = await withAccount('session');
  const without = await owner.changeBank({ ...OTHER_BANK, password: undefined });
  expect([without.status, await codeOf(without)]).toEqual([422, 'password_required']);
  const guessed = await owner.changeBank({ ...OTHER_BANK, password: 'a guess' });
  expect([guessed.status, await codeOf(guessed)]).toEqual([422, 'password_wrong']);
  expect(await owner.syndication()).toMatchObject({
    syndicate_account_number: '•••• 6789',
    pending_bank_change: null,
  });
});

test('PROFILE-04 security rule: also with the password the old account stays in force, and the old address cancels without signing in', async () => {
  const owner = await withAccount('thief');
  // The thief first takes the e-sign address over, to be the only one who hears of it.
  await owner.contact({ syndicate_esign_email: `thief-${owner.email}`, password: PASSWORD });
  await owner.changeBank(OTHER_BANK);
  expect(await owner.syndication()).toMatchObject({ syndicate_account_number: '•••• 6789' });
  const { text } = await waitForMail(owner.esignEmail, ASKED);
  const token = linkIn(text);

  const shown = await byLink('of_link', token);
  expect(await shown.json()).toMatchObject({
    state: 'pending',
    change: { syndicate_bank_name: 'Elsewhere Bank', syndicate_account_number: '•••• 7700' },
  });
  expect(await owner.syndication()).toMatchObject({ pending_bank_change: expect.anything() });
  const cancelled = await byLink('cancel_by_link', token);
  expect([cancelled.status, await cancelled.json()]).toEqual([200, { success: true }]);
  await waitForMail(owner.email, CANCELLED);
  await letTimePass(owner);
  expect(await owner.syndication()).toMatchObject({
    syndicate_account_number: '•••• 6789',
    pending_bank_change: null,
  });
  const again = await byLink('cancel_by_link', token);
  expect([again.status, await codeOf(again)]).toEqual([409, 'bank_change_settled']);
  expect(await (await byLink('of_link', token)).json()).toMatchObject({ state: 'cancelled' });
});

test('PROFILE-04 a link that is none, or of another kind, cancels nothing', async () => {
  const none = await byLink('cancel_by_link', 'x'.repeat(64));
  expect([none.status, await codeOf(none)]).toEqual([404, 'link_unknown']);
  expect((await byLink('of_link', 'short')).status).toBe(404);
});

test('PROFILE-04 a newer change replaces the pending one and waits as long again; cancelling leaves the old account', async () => {
  const owner = await withAccount('newer');
  await owner.changeBank(OTHER_BANK);
  const first = linkIn((await waitForMail(owner.esignEmail, ASKED)).text);
  await owner.changeBank({ ...OTHER_BANK, syndicate_account_number: '5554443332' });
  expect(await owner.syndication()).toMatchObject({
    syndicate_account_number: '•••• 6789',
    pending_bank_change: { syndicate_account_number: '•••• 3332' },
  });
  const states = await withTenant(portal.database.db, portal.tenantId, (tx) =>
    tx
      .selectFrom('bankAccountChanges')
      .select(['state', sql<boolean>`account_number_cipher is null`.as('isDropped')])
      .where('syndicateId', '=', owner.syndicateId)
      .orderBy('id')
      .execute(),
  );
  expect(states).toEqual([
    { state: 'applied', isDropped: true },
    { state: 'replaced', isDropped: true },
    { state: 'pending', isDropped: false },
  ]);
  // The link of what was replaced does not reach what replaced it.
  expect((await byLink('cancel_by_link', first)).status).toBe(409);
  expect((await owner.cancelBank()).status).toBe(200);
  expect(await owner.syndication()).toMatchObject({
    syndicate_account_number: '•••• 6789',
    pending_bank_change: null,
  });
});

test('PROFILE-04 of three changes at once one is pending, and of twenty cancellations one counts', async () => {
  const owner = await createProfileOwner(portal, 'race');
  const asked = await Promise.all(Array.from({ length: 3 }, () => owner.changeBank()));
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]));
  const cancelled = await Promise.all(Array.from({ length: 20 }, () => owner.cancelBank()));
  expect(cancelled.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)]);
});

test.each([
  [
    'a routing number that fails the checksum',
    { syndicate_routing_number: '021000022' },
    'routing_number_invalid',
  ],
  ['an account number with letters', { syndicate_account_number: '12345ABC' }, 'account_number_invalid'],
])('PROFILE-04 %s is refused', async (_, changes, code) => {
  const owner = await createProfileOwner(portal, 'numbers');
  const response = await owner.changeBank(changes);
  expect([response.status, await codeOf(response)]).toEqual([422, code]);
  expect(await countMails(owner.esignEmail)).toBe(0);
});

test('PROFILE-04 security rule: the numbers are shown in full for the password alone, and that is written down', async () => {
  const owner = await withAccount('reveal');
  const guessed = await owner.reveal('a guess');
  expect([guessed.status, await codeOf(guessed)]).toEqual([422, 'password_wrong']);
  const shown = await owner.reveal(PASSWORD);
  expect(await shown.json()).toEqual({
    syndicate_account_number: BANK.syndicate_account_number,
    syndicate_routing_number: BANK.syndicate_routing_number,
  });
  expect(await owner.audit()).toEqual(['bank change requested', 'bank numbers revealed']);
  expect(await (await owner.profile()).text()).not.toMatch(/\d{9}/);
  const nobody = await createProfileOwner(portal, 'none');
  expect(await codeOf(await nobody.reveal(PASSWORD))).toBe('bank_account_missing');
});

test('PROFILE-04 security rule: no column of any table holds a readable bank number', async () => {
  const owner = await withAccount('dump');
  await owner.changeBank(OTHER_BANK);
  const dump = await withTenant(portal.database.owner, portal.tenantId, async (tx) => {
    await claim(tx, { userId: owner.userId });
    const tables = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'graphile_worker')`.execute(tx);
    const rows: string[] = [];
    for (const { name } of tables.rows) {
      const found = await sql<{
        text: string;
      }>`select ${sql.raw('t')}::text as text from ${sql.raw(name)} t`.execute(tx);
      rows.push(...found.rows.map(({ text }) => text));
    }
    return rows.join('\n');
  });
  expect(dump).toContain(owner.email);
  expect(dump).toContain('Elsewhere Bank');
  for (const bank of [BANK, OTHER_BANK])
    for (const number of [bank.syndicate_account_number, bank.syndicate_routing_number])
      for (const encoding of ['utf8', 'hex', 'base64'] as const)
        expect(dump).not.toContain(Buffer.from(number).toString(encoding).replace(/=+$/, ''));
});
