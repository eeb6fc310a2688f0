import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import { parseMoney, sumMoney } from '../../shared/domain/money.ts';
import type { Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../testing/factories.ts';
import { type ClearedPayment, postPayment, reversePayment } from '../testing/posting.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { changeDealStatus } from './change-deal-status.ts';
import { describeDifference } from './difference.ts';
import { findDifferences } from './find-differences.ts';

let database: TestDatabase;
let tenantId: string;
const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(database.db, tenantId, work);

beforeAll(async () => {
  database = await createTestDatabase();
  tenantId = await createTenant(database.owner);
});
afterAll(() => database.drop());

async function goldenBook() {
  return inTenant(async (tx) => {
    const syndicateId = await createSyndicate(tx, tenantId);
    const dealId = await createFundedDeal(tx, tenantId);
    const participationId = await createParticipation(tx, tenantId, { dealId, syndicateId });
    return { syndicateId, dealId, participationId };
  });
}

const payment = (
  dealId: bigint,
  reference: string,
  overrides: Partial<ClearedPayment> = {},
): ClearedPayment => ({
  dealId,
  reference,
  amount: parseMoney('700'),
  clearedDate: calendarDate('2026-10-02'),
  postedOn: calendarDate('2026-10-02'),
  ...overrides,
});

const linesOf = (participationId: bigint) =>
  inTenant((tx) =>
    tx
      .selectFrom('payoutLines')
      .select(['grossCents', 'managementFeeCents', 'netPayCents', 'payDate', 'isReversal'])
      .where('participationId', '=', participationId)
      .orderBy('isReversal')
      .execute(),
  );

const totalsOf = (syndicateId: bigint) =>
  inTenant((tx) =>
    tx
      .selectFrom('syndicateTotals')
      .selectAll()
      .where('syndicateId', '=', syndicateId)
      .executeTakeFirstOrThrow(),
  );

const expectReconciled = async () =>
  expect(await inTenant((tx) => findDifferences(tx, tenantId))).toEqual([]);

test('a payment that comes late is paid with the next payout, not with one that is past', async () => {
  const { dealId, participationId } = await goldenBook();
  const late = { clearedDate: calendarDate('2026-10-02'), postedOn: calendarDate('2026-11-10') };
  await inTenant((tx) => postPayment(tx, tenantId, payment(dealId, 'late', late)));
  // The next day is Veterans Day.
  expect((await linesOf(participationId)).map((line) => line.payDate)).toEqual(['2026-11-12']);
  const returned = {
    reference: 'late',
    returnedDate: calendarDate('2026-11-12'),
    returnCode: 'R01',
    postedOn: calendarDate('2026-11-16'),
  };
  await inTenant((tx) => reversePayment(tx, tenantId, returned));
  expect((await linesOf(participationId)).at(-1)).toMatchObject({ isReversal: true, payDate: '2026-11-17' });
  await expectReconciled();
});

test('CALC-06 DASH-07 a posted payment writes the golden example: 70.00 gross, 2.80 fee, 67.20 net', async () => {
  const { dealId, participationId, syndicateId } = await goldenBook();
  expect(await inTenant((tx) => postPayment(tx, tenantId, payment(dealId, 'golden')))).toBe('posted');
  expect(await linesOf(participationId)).toEqual([
    {
      grossCents: 7000n,
      managementFeeCents: 280n,
      netPayCents: 6720n,
      payDate: '2026-10-05',
      isReversal: false,
    },
  ]);
  expect(await totalsOf(syndicateId)).toMatchObject({
    participationCount: 1,
    investmentCostCents: 660_000n,
    anticipatedReturnCents: 840_000n,
    portfolioBalanceCents: 833_000n,
    netPayCents: 6720n,
  });
  await expectReconciled();
});

test('DASH-07 posting the same payment again changes nothing, also 20 times at once', async () => {
  const { dealId, participationId, syndicateId } = await goldenBook();
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () =>
      inTenant((tx) => postPayment(tx, tenantId, payment(dealId, 'replayed'))),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'posted')).toHaveLength(1);
  expect(await linesOf(participationId)).toHaveLength(1);
  expect((await totalsOf(syndicateId)).netPayCents).toBe(6720n);
  await expectReconciled();
});

test('DASH-07 another payment under a used reference is refused', async () => {
  const { dealId } = await goldenBook();
  await inTenant((tx) => postPayment(tx, tenantId, payment(dealId, 'reference-1')));
  const different = payment(dealId, 'reference-1', { amount: 70_001n });
  await expect(inTenant((tx) => postPayment(tx, tenantId, different))).rejects.toMatchObject({
    code: 'payment_conflict',
  });
});

test('DASH-07 a payment beyond the payback is refused and leaves nothing behind', async () => {
  const { dealId, participationId } = await goldenBook();
  const tooMuch = payment(dealId, 'too-much', { amount: parseMoney('84000.01') });
  await expect(inTenant((tx) => postPayment(tx, tenantId, tooMuch))).rejects.toMatchObject({
    code: 'payment_exceeds_payback',
  });
  expect(await linesOf(participationId)).toEqual([]);
  await expectReconciled();
});

test('DASH-07 of 20 payments racing for one payback only those that fit are posted, and the last one settles', async () => {
  const { dealId, participationId } = await goldenBook();
  const tenth = parseMoney('8400');
  const race = Array.from({ length: 20 }, (_, index) =>
    inTenant((tx) => postPayment(tx, tenantId, payment(dealId, `racing ${index}`, { amount: tenth }))),
  );
  const outcomes = await Promise.allSettled(race);
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(10);
  const gross = (await linesOf(participationId)).map((line) => line.grossCents);
  expect(gross).toHaveLength(10);
  expect(sumMoney(gross)).toBe(parseMoney('8400'));
  await expectReconciled();
});

test('DASH-07 a correction is a reversing line; once, however often it is told', async () => {
  const { dealId, participationId, syndicateId } = await goldenBook();
  await inTenant((tx) => postPayment(tx, tenantId, payment(dealId, 'bounced')));
  const returned = {
    reference: 'bounced',
    returnedDate: calendarDate('2026-10-07'),
    postedOn: calendarDate('2026-10-07'),
    returnCode: 'R01',
  };
  expect(await inTenant((tx) => reversePayment(tx, tenantId, returned))).toBe('reversed');
  expect(await inTenant((tx) => reversePayment(tx, tenantId, returned))).toBe('already known');
  expect(await linesOf(participationId)).toEqual([
    {
      grossCents: 7000n,
      managementFeeCents: 280n,
      netPayCents: 6720n,
      payDate: '2026-10-05',
      isReversal: false,
    },
    {
      grossCents: -7000n,
      managementFeeCents: -280n,
      netPayCents: -6720n,
      payDate: '2026-10-08',
      isReversal: true,
    },
  ]);
  expect(await totalsOf(syndicateId)).toMatchObject({ netPayCents: 0n, portfolioBalanceCents: 840_000n });
  await expectReconciled();
});

test('DASH-07 what is said again differently is refused, and the same file read again changes nothing', async () => {
  const { dealId } = await goldenBook();
  const disputed = payment(dealId, 'disputed');
  await inTenant((tx) => postPayment(tx, tenantId, disputed));
  const returned = {
    reference: 'disputed',
    returnedDate: calendarDate('2026-10-07'),
    postedOn: calendarDate('2026-10-07'),
    returnCode: 'R01',
  };
  await inTenant((tx) => reversePayment(tx, tenantId, returned));
  expect(await inTenant((tx) => postPayment(tx, tenantId, disputed))).toBe('already known');
  const conflict = { code: 'payment_conflict' };
  const otherReason = { ...returned, returnCode: 'R10' };
  await expect(inTenant((tx) => reversePayment(tx, tenantId, otherReason))).rejects.toMatchObject(conflict);
  const presentedAgain = { ...disputed, clearedDate: calendarDate('2026-10-12') };
  await expect(inTenant((tx) => postPayment(tx, tenantId, presentedAgain))).rejects.toMatchObject(conflict);
  await expectReconciled();
});

test('DASH-07 nobody joins a deal that pays already, and nobody beyond the whole of it', async () => {
  const { dealId } = await goldenBook();
  const join = (sharePercent: string) =>
    inTenant(async (tx) => {
      const syndicateId = await createSyndicate(tx, tenantId);
      return createParticipation(tx, tenantId, { dealId, syndicateId }, { sharePercent });
    });
  await expect(join('90.5')).rejects.toMatchObject({ code: 'shares_exceed_deal' });
  await join('90');
  await inTenant((tx) => postPayment(tx, tenantId, payment(dealId, 'first of all')));
  await expect(join('0.5')).rejects.toMatchObject({ code: 'deal_already_paying' });
  await expectReconciled();
});

test('CALC-05 a write-off takes the remaining balance out of the portfolio balance, and payments after it leave it out', async () => {
  const { dealId, syndicateId } = await goldenBook();
  const change = (status: 'Write-off' | 'Active Advance') =>
    inTenant((tx) => changeDealStatus(tx, tenantId, { dealId, status, reason: 'test', changedBy: null }));
  await inTenant((tx) => postPayment(tx, tenantId, payment(dealId, 'before-write-off')));
  await change('Write-off');
  expect((await totalsOf(syndicateId)).portfolioBalanceCents).toBe(0n);
  await inTenant((tx) => postPayment(tx, tenantId, payment(dealId, 'recovered')));
  expect((await totalsOf(syndicateId)).portfolioBalanceCents).toBe(0n);
  await expectReconciled();
  await change('Active Advance');
  expect((await totalsOf(syndicateId)).portfolioBalanceCents).toBe(826_000n);
  await expectReconciled();
});

test('DASH-07 a rollup that is one cent off is found and named', async () => {
  const { syndicateId } = await goldenBook();
  const bend = (cents: bigint) =>
    inTenant((tx) =>
      tx
        .updateTable('syndicateTotals')
        .set((eb) => ({ netPayCents: eb('netPayCents', '+', cents) }))
        .where('syndicateId', '=', syndicateId)
        .execute(),
    );
  await bend(1n);
  const differences = await inTenant((tx) => findDifferences(tx, tenantId));
  expect(differences).toMatchObject([
    { where: 'syndicate_totals', key: { syndicate_id: Number(syndicateId) } },
  ]);
  await bend(-1n);
  await expectReconciled();
});

test('DASH-07 the ledger takes no change: lines can be neither altered nor deleted', async () => {
  const { dealId } = await goldenBook();
  await inTenant((tx) => postPayment(tx, tenantId, payment(dealId, 'fixed')));
  await expect(inTenant((tx) => tx.deleteFrom('payoutLines').execute())).rejects.toThrow(/permission denied/);
  await expect(
    withTenant(database.owner, tenantId, (tx) =>
      tx.updateTable('payoutLines').set({ grossCents: 1n }).execute(),
    ),
  ).rejects.toThrow(/append-only/);
});

describe('DASH-07 a planted difference is found and named:', () => {
  const planted: [name: string, statement: string, found: string[]][] = [
    [
      'a cent more in a line',
      `update payout_lines set gross_cents = gross_cents + 1, net_pay_cents = net_pay_cents + 1
       where payment_id = (select id from payments where reference = 'P1')`,
      ['payout_lines', 'gross_cents is 7001, should be 7000'],
    ],
    [
      'a cent of fee',
      `update payout_lines set management_fee_cents = management_fee_cents - 1, net_pay_cents = net_pay_cents + 1
       where payment_id = (select id from payments where reference = 'P1')`,
      ['payout_lines', 'management_fee_cents is 279, should be 280'],
    ],
    [
      'a line that is missing',
      `delete from payout_lines where payment_id = (select id from payments where reference = 'P1')`,
      ['payout_lines', 'is missing'],
    ],
    [
      'a reversal that took back too little',
      `update payout_lines set gross_cents = gross_cents + 1, net_pay_cents = net_pay_cents + 1 where is_reversal`,
      ['payout_lines', 'gross_back_cents is -6999, should be -7000'],
    ],
    [
      'a cent more in a payment',
      `update payments set amount_cents = amount_cents + 50 where reference = 'P1'`,
      ['payout_lines', 'gross_cents is 7000, should be 7005'],
    ],
    [
      'a cent less from the payment that settled a deal',
      `update payout_lines set gross_cents = gross_cents - 1, net_pay_cents = net_pay_cents - 1
       where payment_id = (select id from payments where settles_deal)`,
      ['lines of settled deals', 'gross_cents is 839999, should be 840000'],
    ],
    [
      'a cent in a rollup',
      `update syndicate_pay_dates set net_pay_cents = net_pay_cents + 1`,
      ['syndicate_pay_dates', 'net_pay_cents is'],
    ],
  ];

  test.each(planted)('%s', async (_name, statement, [where = '', words = '']) => {
    const plantedTenant = await createTenant(database.owner);
    await withTenant(database.owner, plantedTenant, async (tx) => {
      const syndicateId = await createSyndicate(tx, plantedTenant);
      const post = (dealId: bigint, reference: string, amount = '700') =>
        postPayment(tx, plantedTenant, payment(dealId, reference, { amount: parseMoney(amount) }));
      const [open, settled] = [
        await createFundedDeal(tx, plantedTenant),
        await createFundedDeal(tx, plantedTenant),
      ];
      for (const dealId of [open, settled])
        await createParticipation(tx, plantedTenant, { dealId, syndicateId });
      await post(open, 'P1');
      await post(open, 'P2');
      await reversePayment(tx, plantedTenant, {
        reference: 'P2',
        returnedDate: calendarDate('2026-10-05'),
        returnCode: 'R10',
        postedOn: calendarDate('2026-10-05'),
      });
      await post(settled, 'P3', '0.05');
      await post(settled, 'P4', '83999.95');
      expect(await findDifferences(tx, plantedTenant)).toEqual([]);

      await sql`alter table payout_lines disable trigger user`.execute(tx);
      await sql.raw(statement).execute(tx);
      const found = (await findDifferences(tx, plantedTenant)).map(describeDifference);
      expect(found.filter((text) => text.startsWith(where) && text.includes(words))).not.toEqual([]);
      await sql`alter table payout_lines enable trigger user`.execute(tx);
    });
  });
});
