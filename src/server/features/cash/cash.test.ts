import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, calendarDate } from '../../../shared/domain/calendar-date.ts';
import { openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { recordCashEntry } from '../../ledger/cash/record-cash-entry.ts';
import { createEncryption } from '../../platform/crypto/encryption.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createFundedDeal, createParticipation, createSyndicate } from '../../testing/factories.ts';
import { operatorOf } from '../../testing/operator.ts';
import { putInForce } from '../../testing/payout-accounts.ts';
import { openTestPortal, PASSWORD, type TestPortal } from '../../testing/portal.ts';
import { postPayment } from '../../testing/posting.ts';
import { createProfileOwner } from '../../testing/profile.ts';
import { ENCRYPTION_KEY } from '../../testing/test-app.ts';

const encryption = createEncryption({ key: ENCRYPTION_KEY });
const operator = { via: 'command line', name: 'test' } as const;
const BANK = { bankName: 'First Bank', accountNumber: '123456784417', routingNumber: '021000021' };

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.db, portal.tenantId, work);

type Owner = Awaited<ReturnType<typeof createProfileOwner>>;

/** An investor whose account was opened with 1,000.00 at the end of September, with a bank account that has waited long enough. */
async function createAccountHolder(name: string, cash = 100_000n): Promise<Owner> {
  const holder = await createProfileOwner(portal, name);
  const { tenantId } = portal;
  const { syndicateId } = holder;
  await inTenant((tx) =>
    openCashAccount(tx, tenantId, {
      syndicateId,
      cash,
      contributed: cash,
      openedOn: calendarDate('2026-09-30'),
      recordedBy: 'test',
    }),
  );
  await withTenant(portal.database.owner, tenantId, (tx) =>
    putInForce(tx, encryption, { tenantId, syndicateId }, BANK),
  );
  return holder;
}

const enter = (syndicateId: bigint, entry: { amount: bigint; day: string; reference: string }) =>
  inTenant((tx) =>
    recordCashEntry(
      tx,
      portal.tenantId,
      {
        syndicateId,
        kind: 'deposit',
        amount: entry.amount,
        reference: entry.reference,
        effectiveDate: calendarDate(entry.day),
        reason: 'Wire from First Bank',
      },
      operator,
    ),
  );

const account = async ({ get, syndicateId }: Owner) =>
  (await (await get(`/api/cash/${syndicateId}`)).json()) as Record<string, unknown> & {
    reservations: { withdrawal_id: number }[];
  };
const movements = async ({ get, syndicateId }: Owner, query = '') =>
  (await (await get(`/api/cash/${syndicateId}/movements${query}`)).json()) as Record<string, unknown> & {
    data: Record<string, unknown>[];
  };
const withdraw = ({ post, ids }: Owner, changes: object = {}) =>
  post('/api/cash/withdrawals', {
    syndication_id: ids.syndicate_id,
    amount: '400.00',
    request_id: crypto.randomUUID(),
    password: PASSWORD,
    ...changes,
  });

test('CASH-08 the movements of a month with what the account held after each, what was carried over, and deposits to come', async () => {
  const holder = await createAccountHolder('reader');
  const { syndicateId } = holder;
  const today = await inTenant(readToday);
  const { tenantId } = portal;
  await inTenant(async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId, { mid: 'HC300' });
    await createParticipation(tx, tenantId, { dealId, syndicateId });
    const day = calendarDate('2026-10-02');
    await postPayment(tx, tenantId, {
      dealId,
      reference: 'p1',
      amount: 70_000n,
      clearedDate: day,
      postedOn: day,
    });
  });
  await enter(syndicateId, { amount: 5_000_000n, day: '2026-10-01', reference: 'WIRE-1' });
  await enter(syndicateId, { amount: 2_500_000n, day: addDays(today, 2), reference: 'WIRE-2' });

  expect(await account(holder)).toMatchObject({
    cash_balance: '44467.20',
    reserved: '0.00',
    available: '44467.20',
    pending: '25000.00',
    opened_on: '2026-09-30',
    pay_to: 'First Bank •••• 4417',
    held_until: null,
  });
  expect(await movements(holder, '?month=2026-10')).toMatchObject({
    month: '2026-10',
    carried_over: '1000.00',
    closing: '44467.20',
    number_of_movements: 3,
    money_in: '50067.20',
    money_out: '-6600.00',
    has_more: false,
    to_come: [{ kind: 'deposit', amount: '25000.00', balance: null }],
    data: [
      { kind: 'payout', pay_date: '2026-10-05', amount: '67.20', balance: '44467.20' },
      { kind: 'deposit', amount: '50000.00', balance: '44400.00', reason: 'Wire from First Bank' },
      { kind: 'participation', contract_MID: 'HC300', amount: '-6600.00', balance: '-5600.00' },
    ],
  });
  // One kind alone keeps the balances of the whole account.
  expect(await movements(holder, '?month=2026-10&kind=payout')).toMatchObject({
    number_of_movements: 1,
    money_in: '67.20',
    money_out: '0.00',
    data: [{ kind: 'payout', balance: '44467.20' }],
  });
  // A month without movements still shows what is carried over.
  expect(await movements(holder, '?month=2026-08')).toMatchObject({
    carried_over: '0.00',
    closing: '0.00',
    data: [],
  });

  const second = (await movements(holder, '?month=2026-10')).data[1];
  expect((await movements(holder, `?month=2026-10&after=${second?.['id']}`)).data).toHaveLength(1);

  // Where another investor's entry would stand among one's own would tell its day.
  const other = await createAccountHolder('neighbor');
  await enter(other.syndicateId, { amount: 100n, day: '2026-10-20', reference: 'THEIRS' });
  const theirs = (await movements(other, '?month=2026-10')).data[0];
  expect((await movements(holder, `?month=2026-10&after=${theirs?.['id']}`)).data).toEqual([]);

  const exported = await holder.post('/api/cash/export', {
    syndication_id: holder.ids.syndicate_id,
    month: '2026-10',
  });
  expect(exported.status).toBe(200);
  const { sheets } = await readXlsx(new Uint8Array(await exported.arrayBuffer()));
  expect(sheets[0]?.rows.slice(1).map((cells) => cells.slice(1, 6))).toEqual([
    ['Balance carried over', null, null, null, 1000],
    ['Participation', expect.stringContaining('HC300'), null, -6600, -5600],
    ['Deposit', 'Wire from First Bank', 50000, null, 44400],
    ['Payout', 'Pay date 10/05/2026', 67.2, null, 44467.2],
    ['Total', null, 50067.2, -6600, 44467.2],
  ]);
});

test('CASH-09 a withdrawal is reserved at once, shows where it goes, and can be cancelled', async () => {
  const holder = await createAccountHolder('asking');
  const request_id = crypto.randomUUID();
  expect((await withdraw(holder, { request_id })).status).toBe(200);
  // The same again is the same withdrawal; the same with another amount is not.
  expect((await withdraw(holder, { request_id })).status).toBe(200);
  expect(await (await withdraw(holder, { request_id, amount: '1.00' })).json()).toMatchObject({
    code: 'cash_reference_taken',
  });
  const after = await account(holder);
  expect(after).toMatchObject({
    cash_balance: '1000.00',
    reserved: '400.00',
    available: '600.00',
    reservations: [{ kind: 'withdrawal', amount: '400.00', pay_to: 'First Bank •••• 4417' }],
  });
  const refused = await withdraw(holder, { amount: '600.01' });
  expect(await refused.json()).toMatchObject({
    code: 'cash_not_available',
    message: 'The most that can be withdrawn is $600.00.',
  });

  const cancel = () =>
    holder.post('/api/cash/withdrawals/cancel', {
      syndication_id: holder.ids.syndicate_id,
      withdrawal_id: after.reservations[0]?.withdrawal_id,
    });
  expect((await cancel()).status).toBe(200);
  expect((await cancel()).status).toBe(200);
  expect(await account(holder)).toMatchObject({ reserved: '0.00', available: '1000.00', reservations: [] });
  expect(await holder.audit()).toEqual(['withdrawal asked for', 'withdrawal settled']);
});

test('CASH-09 a withdrawal needs the password, and one’s own syndicate', async () => {
  const [holder, other] = [await createAccountHolder('careful'), await createAccountHolder('other')];
  expect(await (await withdraw(holder, { password: 'not the password' })).json()).toMatchObject({
    code: 'password_wrong',
  });
  const foreign = await withdraw(holder, { syndication_id: other.ids.syndicate_id });
  expect(await foreign.json()).toMatchObject({ code: 'profile_not_yours' });
  await withdraw(other);
  const [reservation] = (await account(other)).reservations;
  const cancelled = await holder.post('/api/cash/withdrawals/cancel', {
    syndication_id: holder.ids.syndicate_id,
    withdrawal_id: reservation?.withdrawal_id,
  });
  expect(await cancelled.json()).toMatchObject({ code: 'withdrawal_unknown' });
  expect(await account(other)).toMatchObject({ reserved: '400.00' });
});

test('CASH-09 nothing is withdrawn while another bank account waits, nor within 72 hours of asking for it, nor without one', async () => {
  const holder = await createAccountHolder('hijacked');
  await holder.changeBank();
  expect(await account(holder)).toMatchObject({ held_until: expect.any(String) });
  expect(await (await withdraw(holder)).json()).toMatchObject({ code: 'bank_account_new' });
  // It took effect at once, as where the funder has set no waiting period.
  const settle = (hoursAgo: number) =>
    withTenant(portal.database.owner, portal.tenantId, (tx) =>
      sql`update bank_account_changes set state = 'applied', settled_at = now(), takes_effect_at = requested_at,
            account_number_cipher = null, routing_number_cipher = null,
            requested_at = now() - make_interval(hours => ${hoursAgo})
          where syndicate_id = ${holder.syndicateId}`.execute(tx),
    );
  await settle(71);
  expect(await (await withdraw(holder)).json()).toMatchObject({ code: 'bank_account_new' });
  const clerk = await operatorOf(portal, ['cash']);
  const byToken = { syndicate: String(holder.syndicateId), reference: 'T-0', amount: '1.00' };
  expect(await (await clerk.post('cash/withdrawals', byToken)).json()).toMatchObject({
    code: 'bank_account_new',
  });
  await settle(73);
  await settle(73);
  expect((await withdraw(holder)).status).toBe(200);

  const newcomer = await createProfileOwner(portal, 'newcomer');
  await inTenant((tx) =>
    openCashAccount(tx, portal.tenantId, {
      syndicateId: newcomer.syndicateId,
      cash: 100_000n,
      contributed: null,
      recordedBy: 'test',
    }),
  );
  expect(await (await withdraw(newcomer)).json()).toMatchObject({ code: 'bank_account_missing' });
});

test('CASH-08 a syndicate without a cash account, or that no longer uses it, has none to show', async () => {
  const holder = await createAccountHolder('former');
  const none = await createProfileOwner(portal, 'none');
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx
      .updateTable('syndicates')
      .set({ usesCashBalance: false })
      .where('id', '=', holder.syndicateId)
      .execute(),
  );
  for (const { get, syndicateId } of [holder, none])
    for (const path of ['', '/movements'])
      expect(await (await get(`/api/cash/${syndicateId}${path}`)).json()).toMatchObject({
        code: 'no_cash_account',
      });
  expect(await (await withdraw(holder)).json()).toMatchObject({ code: 'no_cash_account' });
});

test('CASH-15 security rule: a token settles what it entered itself up to the limit of a day, and what an investor asked for', async () => {
  const holder = await createAccountHolder('self served');
  const clerk = await operatorOf(portal, ['cash']);
  const syndicate = String(holder.syndicateId);
  const draw = async (reference: string, amount: string) => {
    const entered = await clerk.post('cash/withdrawals', { syndicate, reference, amount });
    expect(entered.status).toBe(200);
    const settled = await clerk.post('cash/withdrawals/settle', { syndicate, reference, state: 'paid' });
    return (await settled.json()) as Record<string, unknown>;
  };
  expect(await draw('T-1', '300.00')).toMatchObject({ cash_balance: '700.00' });
  expect(await draw('T-2', '300.00')).toMatchObject({ code: 'second_person_needed' });
});

test('CASH-10 security rule: what is the short name of one syndicate and the id of another names neither', async () => {
  const holder = await createAccountHolder('numbered');
  const clerk = await operatorOf(portal, ['cash']);
  const other = await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    createSyndicate(tx, portal.tenantId, {
      abbreviation: String(holder.syndicateId),
      cash: { balance: 100n },
    }),
  );
  const answer = await clerk.send('GET', `cash/accounts/${holder.syndicateId}`);
  expect(answer.status).toBe(404);
  expect((await clerk.send('GET', `cash/accounts/${other}`)).status).toBe(200);
});

test('LEDGER-06 cash of a day with a mistyped year is not entered, nor asked for', async () => {
  const holder = await createAccountHolder('mistyped');
  const clerk = await operatorOf(portal, ['cash']);
  const enter = async (amount: string, date: string) => {
    const entry = { syndicate: String(holder.syndicateId), kind: 'deposit', amount, reference: date, date };
    return (await clerk.post('cash/entries', entry)).json();
  };
  const today = await readToday(portal.database.db);
  const last = addDays(today, 90);
  for (const date of ['1900-01-01', '1999-12-31', addDays(last, 1), '9999-12-31'])
    for (const amount of ['1.00', '90000.00'])
      expect(await enter(amount, date)).toMatchObject({ code: 'date_unlikely' });
  expect(await enter('1.00', last)).toMatchObject({ state: 'done', pending: '1.00' });
  expect(await enter('1.00', '2000-01-01')).toMatchObject({ state: 'done' });
});

test('CASH-10 the operator API enters, lists and settles', async () => {
  const holder = await createAccountHolder('served');
  const clerk = await operatorOf(portal, ['cash']);
  const syndicate = String(holder.syndicateId);
  await withdraw(holder);
  const { withdrawals } = (await (await clerk.send('GET', 'cash/withdrawals')).json()) as {
    withdrawals: { syndicate_id: number; reference: string }[];
  };
  const asked = withdrawals.find(({ syndicate_id }) => syndicate_id === holder.ids.syndicate_id);
  expect(asked).toMatchObject({
    amount: '400.00',
    reference: expect.stringMatching(/^W-[0-9A-F]{10}$/),
    requested_by: `user: ${holder.email}`,
    syndicate_bank_name: 'First Bank',
    syndicate_account_number: '•••• 4417',
  });
  const settle = (state: string) =>
    clerk.post('cash/withdrawals/settle', { syndicate, reference: asked?.reference, state });
  expect(await (await settle('paid')).json()).toMatchObject({ cash_balance: '600.00', reserved: '0.00' });
  expect(await (await settle('declined')).json()).toMatchObject({ code: 'withdrawal_settled' });
  const fee = { syndicate, kind: 'fee', amount: '25.00', reference: 'F-1' };
  expect(await (await clerk.post('cash/entries', fee)).json()).toMatchObject({ code: 'cash_reason_missing' });
  const entered = await clerk.post('cash/entries', { ...fee, reason: 'Wire fee' });
  expect(await entered.json()).toMatchObject({ cash_balance: '575.00' });
  const [withdrawal] = (await movements(holder, '?kind=withdrawal')).data;
  expect(withdrawal).toMatchObject({ amount: '-400.00', balance: '600.00', pay_to: 'First Bank •••• 4417' });
});
