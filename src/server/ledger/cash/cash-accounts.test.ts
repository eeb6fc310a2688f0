import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import { participationTerms } from '../../../shared/domain/participation.ts';
import { rate } from '../../../shared/domain/rate.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../../testing/factories.ts';
import { postPayment } from '../../testing/posting.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { changeDealStatus } from '../change-deal-status.ts';
import { changeParticipation } from '../change-participation.ts';
import { findDifferences } from '../find-differences.ts';
import { postPayments } from '../post-payments.ts';
import { type NewCashEntry, writeCashEntries } from './cash-entries.ts';
import { lockCashAccount, openCashAccount } from './open-cash-account.ts';
import { contributedCash, postedCash } from './posted-cash.ts';
import { turnCashAccounts } from './turn-cash-accounts.ts';

let database: TestDatabase;
let tenantId: string;
let today: CalendarDate;
const OPENED = calendarDate('2026-09-30');
beforeAll(async () => {
  database = await createTestDatabase();
  tenantId = await createTenant(database.owner);
  today = await readToday(database.db);
});
afterAll(() => database.drop());

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(database.db, tenantId, work);

/** A syndicate whose account was opened on the last of September. */
async function openedAccount(
  tx: Tx,
  { cash = 0n, contributed = cash as bigint | null } = {},
): Promise<bigint> {
  const syndicateId = await createSyndicate(tx, tenantId);
  await openCashAccount(tx, tenantId, {
    syndicateId,
    cash,
    contributed,
    openedOn: OPENED,
    recordedBy: 'test',
  });
  return syndicateId;
}

const enter = (
  tx: Tx,
  entry: Pick<NewCashEntry, 'syndicateId' | 'kind' | 'amount'> & Partial<NewCashEntry>,
) =>
  lockCashAccount(tx, tenantId, entry.syndicateId).then(() =>
    writeCashEntries(tx, tenantId, [{ effectiveDate: today, recordedBy: 'test', ...entry }]),
  );

const pay = (tx: Tx, dealId: bigint, reference: string, day: string, postedOn = day) =>
  postPayment(tx, tenantId, {
    dealId,
    reference,
    amount: 70_000n,
    clearedDate: calendarDate(day),
    postedOn: calendarDate(postedOn),
  });

async function read(tx: Tx, syndicateId: bigint) {
  const { rows } = await sql<{ posted: bigint; contributed: bigint | null }>`
    select ${postedCash} as posted, ${contributedCash} as contributed from syndicate_totals total
    where total.tenant_id = ${tenantId}::uuid and total.syndicate_id = ${syndicateId}`.execute(tx);
  return rows[0];
}

const entriesOf = (tx: Tx, syndicateId: bigint) =>
  tx
    .selectFrom('cashEntries')
    .select(['kind', 'amountCents as amount', 'effectiveDate as date', 'entryNumber as number'])
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .where('kind', '<>', 'opening')
    .orderBy('id')
    .execute();

const TEN_DAYS = ['02', '05', '06', '07', '08', '09', '13', '14', '15', '16'];

test('CASH-01 a deposit of 50,000.00, a share for 6,600.00 and payouts of 672.00 leave 44,072.00', async () => {
  await inTenant(async (tx) => {
    const syndicateId = await openedAccount(tx);
    await enter(tx, { syndicateId, kind: 'deposit', amount: 50_000_00n, effectiveDate: OPENED });
    const dealId = await createFundedDeal(tx, tenantId);
    await createParticipation(tx, tenantId, { dealId, syndicateId });
    for (const day of TEN_DAYS) await pay(tx, dealId, `golden ${day}`, `2026-10-${day}`);
    expect(await read(tx, syndicateId)).toMatchObject({ posted: 44_072_00n, contributed: 50_000_00n });
    // A deposit of a day to come is pending: it counts neither as cash nor as put in.
    await enter(tx, { syndicateId, kind: 'deposit', amount: 25_000_00n, effectiveDate: addDays(today, 1) });
    expect(await read(tx, syndicateId)).toMatchObject({ posted: 44_072_00n, contributed: 50_000_00n });
    await enter(tx, { syndicateId, kind: 'withdrawal', amount: -72_00n });
    await enter(tx, { syndicateId, kind: 'fee', amount: -10_00n });
    expect(await read(tx, syndicateId)).toMatchObject({ posted: 43_990_00n, contributed: 49_928_00n });
    expect(await findDifferences(tx, tenantId)).toEqual([]);
  });
});

test('CASH-01 security rule: no entry is ever changed or removed, whoever tries', async () => {
  const syndicateId = await inTenant((tx) => openedAccount(tx, { cash: 5_00n }));
  for (const [role, refusal] of [
    [database.db, /permission denied/],
    [database.owner, /append-only/],
  ] as const)
    for (const change of [sql`update cash_entries set amount_cents = 1`, sql`delete from cash_entries`])
      await expect(withTenant(role, tenantId, (tx) => change.execute(tx))).rejects.toThrow(refusal);
  // An account is opened once.
  await expect(inTenant((tx) => enter(tx, { syndicateId, kind: 'opening', amount: 1n }))).rejects.toThrow(
    'cash_entries_opening',
  );
  expect(await inTenant((tx) => read(tx, syndicateId))).toEqual({ posted: 5_00n, contributed: 5_00n });
});

test('CASH-02 a share is entered with its cost when it is made, corrected, and given back when its deal is cancelled', async () => {
  await inTenant(async (tx) => {
    const syndicateId = await openedAccount(tx, { cash: 10_000_00n });
    const dealId = await createFundedDeal(tx, tenantId);
    const participationId = await createParticipation(tx, tenantId, { dealId, syndicateId });
    const bought = { kind: 'participation', amount: -6_600_00n, date: '2026-10-01', number: 1 };
    expect(await entriesOf(tx, syndicateId)).toEqual([bought]);

    const sharePercent = rate('5');
    const terms = participationTerms({
      fundedAmount: 60_000_00n,
      paybackAmount: 84_000_00n,
      sharePercent,
      commissionPercent: rate('10'),
    });
    const agreementDate = calendarDate('2026-10-01');
    const fee = { managementFeePercent: rate('4'), managementFeeUpfront: 0 } as const;
    const share = { syndicateId, dealId, agreementDate, sharePercent, terms, ...fee };
    await changeParticipation(tx, tenantId, participationId, share);
    const corrected = { kind: 'refund', amount: 3_300_00n, date: today, number: 2 };
    expect(await entriesOf(tx, syndicateId)).toEqual([bought, corrected]);

    const reason = { reason: '', changedBy: null };
    await changeDealStatus(tx, tenantId, { dealId, status: 'Cancelled', ...reason });
    const refunded = { kind: 'refund', amount: 3_300_00n, date: today, number: 3 };
    expect(await entriesOf(tx, syndicateId)).toEqual([bought, corrected, refunded]);
    expect(await read(tx, syndicateId)).toMatchObject({ posted: 10_000_00n, contributed: 10_000_00n });
    await changeDealStatus(tx, tenantId, { dealId, status: 'Active Advance', ...reason });
    expect(await read(tx, syndicateId)).toMatchObject({ posted: 6_700_00n, contributed: 10_000_00n });
    expect(await findDifferences(tx, tenantId)).toEqual([]);
  });
});

test('CASH-02 shares and pay dates up to the day of the opening are part of it, and other syndicates have no entries', async () => {
  await inTenant(async (tx) => {
    const [syndicateId, other] = [await createSyndicate(tx, tenantId), await createSyndicate(tx, tenantId)];
    const dealId = await createFundedDeal(tx, tenantId);
    await createParticipation(tx, tenantId, { dealId, syndicateId });
    await createParticipation(tx, tenantId, { dealId, syndicateId: other });
    for (const day of TEN_DAYS.slice(0, 3)) await pay(tx, dealId, `before ${day}`, `2026-10-${day}`);
    // The pay dates are October 5, 6 and 7.
    const openedOn = calendarDate('2026-10-06');
    const opening = { syndicateId, cash: 100_00n, contributed: null, openedOn, recordedBy: 'test' };
    await openCashAccount(tx, tenantId, opening);
    const payout = { kind: 'payout', amount: 67_20n, date: '2026-10-07', number: 1 };
    expect(await entriesOf(tx, syndicateId)).toEqual([payout]);
    expect(await entriesOf(tx, other)).toEqual([]);
    expect(await read(tx, syndicateId)).toMatchObject({ posted: 167_20n, contributed: null });
    expect(await findDifferences(tx, tenantId)).toEqual([]);
  });
});

/** As if the day had not come yet when the account was last entered. */
const setBack = (tx: Tx, syndicateId: bigint, day: string) =>
  tx
    .updateTable('syndicateTotals')
    .set({ cashEnteredThrough: day })
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .execute();

test('CASH-03 the turn of the day enters one payout for each pay date, once, however many workers do it', async () => {
  const syndicateId = await inTenant(async (tx) => {
    const id = await openedAccount(tx, { cash: 7_000_00n });
    const dealIds = [await createFundedDeal(tx, tenantId), await createFundedDeal(tx, tenantId)];
    for (const dealId of dealIds) await createParticipation(tx, tenantId, { dealId, syndicateId: id });
    await setBack(tx, id, '2026-10-06');
    for (const [place, dealId] of dealIds.entries())
      for (const day of ['05', '06', '07']) await pay(tx, dealId, `turn ${place} ${day}`, `2026-10-${day}`);
    const before = await entriesOf(tx, id);
    // Only the day that has come is entered with its lines, as a first amount and what is added to it.
    expect(before.filter(({ kind }) => kind === 'payout')).toEqual([
      { kind: 'payout', amount: 67_20n, date: '2026-10-06', number: 1 },
      { kind: 'payout', amount: 67_20n, date: today, number: 2 },
    ]);
    return id;
  });
  await Promise.all(Array.from({ length: 5 }, () => turnCashAccounts(database.db, tenantId)));
  const payouts = (await inTenant((tx) => entriesOf(tx, syndicateId))).filter(
    ({ kind }) => kind === 'payout',
  );
  expect(payouts.slice(2)).toEqual([
    { kind: 'payout', amount: 134_40n, date: '2026-10-07', number: 1 },
    { kind: 'payout', amount: 134_40n, date: '2026-10-08', number: 1 },
  ]);
  expect(await turnCashAccounts(database.db, tenantId)).toBe(0);
  // The constraint, for whoever would not take the lock.
  const again = { syndicateId, kind: 'payout', amount: 1n, payDate: calendarDate('2026-10-08') } as const;
  await expect(inTenant((tx) => enter(tx, again))).rejects.toThrow('cash_entries_of_pay_date');
  expect(await inTenant((tx) => findDifferences(tx, tenantId))).toEqual([]);
});

test('CASH-03 what is taken back on a pay date that has been entered is a payout reversal, also below zero', async () => {
  await inTenant(async (tx) => {
    const syndicateId = await openedAccount(tx);
    const dealId = await createFundedDeal(tx, tenantId);
    await createParticipation(tx, tenantId, { dealId, syndicateId }, { agreementDate: '2026-09-01' });
    await pay(tx, dealId, 'comes back', '2026-10-02');
    expect(await read(tx, syndicateId)).toMatchObject({ posted: 67_20n });
    const returned = { result: 'returned', reference: 'comes back', dealId, amount: 70_000n } as const;
    const date = calendarDate('2026-10-06');
    await postPayments(tx, tenantId, [{ ...returned, date, returnCode: 'R01' }], date);
    expect(await entriesOf(tx, syndicateId)).toEqual([
      { kind: 'payout', amount: 67_20n, date: '2026-10-05', number: 1 },
      { kind: 'payout reversal', amount: -67_20n, date: '2026-10-07', number: 1 },
    ]);
    await enter(tx, { syndicateId, kind: 'withdrawal', amount: -10_00n });
    expect(await read(tx, syndicateId)).toMatchObject({ posted: -10_00n });
  });
});

test('CASH-05 the reconciliation finds a single cent in the sums, in the entry of a share and in that of a payout', async () => {
  const found = (change: (tx: Tx, syndicateId: bigint, dealId: bigint) => Promise<unknown>) =>
    withTenant(database.owner, tenantId, async (tx) => {
      const syndicateId = await openedAccount(tx);
      const dealId = await createFundedDeal(tx, tenantId);
      await createParticipation(tx, tenantId, { dealId, syndicateId });
      await pay(tx, dealId, `checked ${dealId}`, '2026-10-02');
      expect(await findDifferences(tx, tenantId)).toEqual([]);
      await sql`alter table cash_entries disable trigger append_only`.execute(tx);
      await change(tx, syndicateId, dealId);
      const differences = await findDifferences(tx, tenantId);
      throw new Found(differences.map(({ where, key }) => [where, ...Object.keys(key)].join(' ')));
    }).catch((error) => {
      if (error instanceof Found) return error.where;
      throw error;
    });
  const bend = (kind: string) => (tx: Tx, syndicateId: bigint) =>
    sql`update cash_entries set amount_cents = amount_cents + 1
      where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} and kind = ${kind}`.execute(tx);
  expect(
    await found((tx, syndicateId) =>
      sql`update syndicate_totals set cash_cents = cash_cents + 1
        where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId}`.execute(tx),
    ),
  ).toEqual(['syndicate_totals syndicate_id']);
  expect(await found(bend('participation'))).toEqual([
    'syndicate_totals syndicate_id',
    'cash_entries syndicate_id participation_id',
  ]);
  expect(await found(bend('payout'))).toEqual([
    'syndicate_totals syndicate_id',
    'cash_entries syndicate_id pay_date',
  ]);
});

class Found extends Error {
  readonly where: string[];
  constructor(where: string[]) {
    super();
    this.where = where;
  }
}
