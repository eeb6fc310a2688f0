import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import { DEAL_STATUSES, type DealStatus, ENDED_STATUSES } from '../../shared/domain/deal-status.ts';
import { parseMoney } from '../../shared/domain/money.ts';
import type { Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../testing/factories.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { changeDealStatus } from './change-deal-status.ts';
import { describeDifference } from './difference.ts';
import { findDifferences } from './find-differences.ts';
import type { PaymentEntry } from './payment-entry.ts';
import { postPayments } from './post-payments.ts';

let database: TestDatabase;
let tenantId: string;
let dealId: bigint;
const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(database.db, tenantId, work);

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  tenantId = await createTenant(database.owner);
  dealId = await inTenant(async (tx) => {
    const id = await createFundedDeal(tx, tenantId);
    await createParticipation(tx, tenantId, {
      dealId: id,
      syndicateId: await createSyndicate(tx, tenantId),
    });
    return id;
  });
});

const DAY = calendarDate('2026-11-12');
const paid = (reference: string, amount: string): PaymentEntry => ({
  ...{ result: 'cleared', reference, dealId, amount: parseMoney(amount), date: DAY },
});
const back = (reference: string, amount: string): PaymentEntry => ({
  ...{ result: 'returned', returnCode: 'R10', reference, dealId, amount: parseMoney(amount), date: DAY },
});
const post = (...entries: PaymentEntry[]) => inTenant((tx) => postPayments(tx, tenantId, entries, DAY));
const set = (status: DealStatus) =>
  inTenant((tx) => changeDealStatus(tx, tenantId, { dealId, status, reason: 'test', changedBy: null }));

/** The deal's status, which its participants' rows must repeat. */
const status = () =>
  inTenant(async (tx) => {
    const deal = await tx.selectFrom('deals').select('status').executeTakeFirstOrThrow();
    expect(await findDifferences(tx, tenantId)).toEqual([]);
    return deal.status;
  });
const history = () =>
  inTenant((tx) =>
    tx
      .selectFrom('dealStatusChanges')
      .select(['status', 'formerStatus', 'isAutomatic', 'reason'])
      .orderBy('changedAt')
      .execute(),
  );

test('LEDGER-02 the last payment completes a deal, and its return brings the former status back', async () => {
  await set('Payment Modified');
  await post(paid('A', '700'));
  expect(await status()).toBe('Payment Modified');
  await post(paid('B', '83300'));
  expect(await status()).toBe('Advance Completed');
  await post(back('A', '700'));
  expect(await status()).toBe('Payment Modified');
  expect((await history()).slice(1)).toEqual([
    {
      status: 'Advance Completed',
      formerStatus: 'Payment Modified',
      isAutomatic: true,
      reason: 'Paid in full',
    },
    {
      status: 'Payment Modified',
      formerStatus: 'Advance Completed',
      isAutomatic: true,
      reason: 'A payment was taken back',
    },
  ]);
  await post(paid('C', '700'));
  expect(await status()).toBe('Advance Completed');
});

test('LEDGER-02 what is owed after a whole batch counts: paid in full and returned in one batch changes nothing', async () => {
  await post(paid('A', '84000'), back('A', '84000'));
  expect(await status()).toBe('Active Advance');
  expect(await history()).toEqual([]);
});

test.each<[DealStatus[], DealStatus]>([
  [['Collections'], 'Collections'],
  [['Collections', 'Advance Completed'], 'Advance Completed'],
])('LEDGER-02 a status that somebody has set since, %j, is left alone', async (statuses, expected) => {
  await post(paid('A', '84000'));
  for (const one of statuses) await set(one);
  await post(back('A', '84000'));
  expect(await status()).toBe(expected);
});

test('LEDGER-02 a last payment completes open deals only', async () => {
  await inTenant(async (tx) => {
    for (const before of DEAL_STATUSES) {
      const id = await createFundedDeal(tx, tenantId);
      const change = { dealId: id, status: before, reason: 'test', changedBy: null };
      await changeDealStatus(tx, tenantId, change);
      await postPayments(tx, tenantId, [{ ...paid(before, '84000'), dealId: id }], DAY);
      const { status: after } = await tx
        .selectFrom('deals')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const hasEnded = ENDED_STATUSES.some((ended) => ended === before);
      expect({ before, after }).toEqual({ before, after: hasEnded ? before : 'Advance Completed' });
    }
  });
});

test('LEDGER-02 imported history completes nothing, and a return in it takes an automatic completion back', async () => {
  const post = (entry: PaymentEntry, on: typeof DAY | null) =>
    inTenant((tx) => postPayments(tx, tenantId, [entry], on));
  await post(paid('A', '84000'), null);
  expect(await status()).toBe('Active Advance');
  await post(back('A', '84000'), null);
  await post(paid('B', '84000'), DAY);
  expect(await status()).toBe('Advance Completed');
  await post(back('B', '84000'), null);
  expect(await status()).toBe('Active Advance');
});

test.each([
  ["update deals set status = 'Active Advance'", 'status is Active Advance, should be Advance Completed'],
  ['update deal_totals set collected_cents = collected_cents - 1', 'owed_cents is 1, should be 0'],
])(
  'LEDGER-02 reconciliation finds what contradicts an automatic completion: %s',
  async (statement, words) => {
    await post(paid('A', '84000'));
    await inTenant((tx) => sql.raw(statement).execute(tx));
    const found = await inTenant((tx) => findDifferences(tx, tenantId));
    expect(found.map(describeDifference)).toContainEqual(
      expect.stringContaining(`deals completed automatically, deal_id ${dealId}: ${words}`),
    );
  },
);
