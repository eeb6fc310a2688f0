import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import { parseMoney } from '../../shared/domain/money.ts';
import { payDateAfter } from '../../shared/domain/pay-date.ts';
import type { Tx } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { trailOf } from '../testing/audit-trail.ts';
import {
  createFundedDeal,
  createParticipation,
  createSyndicate,
  createTenant,
} from '../testing/factories.ts';
import { postPayment, reversePayment } from '../testing/posting.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { correctPayment } from './correct-payment.ts';
import { describeDifference } from './difference.ts';
import { findDifferences } from './find-differences.ts';
import { postPayments } from './post-payments.ts';

const DAY = calendarDate('2026-11-12');
const ON_DAY = { clearedDate: DAY, postedOn: DAY };

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
    const id = await createFundedDeal(tx, tenantId, { mid: '1' });
    await createParticipation(tx, tenantId, {
      dealId: id,
      syndicateId: await createSyndicate(tx, tenantId),
    });
    return id;
  });
});

const post = (reference: string, amount = '700') =>
  inTenant((tx) => postPayment(tx, tenantId, { dealId, reference, amount: parseMoney(amount), ...ON_DAY }));

const correct = (reference: string, amount?: string, date: string | null = null) =>
  inTenant((tx) =>
    correctPayment(
      tx,
      tenantId,
      {
        reference,
        reason: 'Mistyped',
        instead:
          amount === undefined
            ? null
            : { amount: parseMoney(amount), date: date === null ? null : calendarDate(date) },
      },
      { via: 'command line', name: 'test' },
    ),
  );

/** What stands in the ledger, which must agree with itself. */
const book = () =>
  inTenant(async (tx) => {
    expect(await findDifferences(tx, tenantId)).toEqual([]);
    const { rows } = await sql<{ said: string }>`
      select concat_ws(' ', reference, status, case when is_void then 'void' end, return_code,
        (select string_agg(net_pay_cents || case when pay_date > ${await readToday(tx)}::date then ' to come' else '' end, ', '
          order by is_reversal) from payout_lines where payment_id = payments.id)) as said
      from payments where tenant_id = ${tenantId} order by id`.execute(tx);
    return rows.map(({ said }) => said);
  });

test('LEDGER-03 a voided payment is taken back with the next payout, without a bank’s return', async () => {
  await post('A');
  const { payment, replacement, payoutChanges, dealStatus } = await correct('A');
  const payDate = await inTenant(async (tx) => payDateAfter(await readToday(tx), [1, 2, 3, 4, 5]));
  expect({ payment, replacement, payoutChanges, dealStatus }).toMatchObject({
    payment: { reference: 'A', amount: 70_000n, clearedDate: DAY },
    replacement: null,
    payoutChanges: [{ payDate, syndicateCount: 1, netPay: -6720n }],
    dealStatus: 'Active Advance',
  });
  expect(await book()).toEqual(['A reversed void 6720, -6720 to come']);
});

test('LEDGER-03 an adjusted payment is posted again under the next reference of its own', async () => {
  for (const reference of ['A', 'N/2', 'T', 'T/2']) await post(reference, reference === 'T/2' ? '1' : '700');
  expect((await correct('A', '70')).replacement).toMatchObject({ reference: 'A/2', amount: 7000n });
  const later = await correct('A/2', '77', '2026-11-10');
  expect(later.replacement).toMatchObject({ reference: 'A/3', amount: 7700n, clearedDate: '2026-11-10' });
  // A processor's own reference may end in a number, and the next one may be taken.
  expect((await correct('N/2', '70')).replacement).toMatchObject({ reference: 'N/2/2' });
  expect((await correct('T', '70')).replacement).toMatchObject({ reference: 'T/3' });
  expect(await book()).toEqual([
    'A reversed void 6720, -6720 to come',
    'N/2 reversed void 6720, -6720 to come',
    'T reversed void 6720, -6720 to come',
    'T/2 cleared 10',
    'A/2 reversed void 672 to come, -672 to come',
    'A/3 cleared 739 to come',
    'N/2/2 cleared 672 to come',
    'T/3 cleared 672 to come',
  ]);
});

test('LEDGER-03 the same correction again changes nothing; another one, or one of a returned payment, is refused in words', async () => {
  for (const reference of ['A', 'B', 'C']) await post(reference, `70${reference.charCodeAt(0) - 65}`);
  await correct('A', '70');
  await correct('B');
  await inTenant((tx) =>
    reversePayment(tx, tenantId, { reference: 'C', returnedDate: DAY, returnCode: 'R01', postedOn: DAY }),
  );
  const before = await book();
  expect(await correct('A', '70')).toMatchObject({ isRepeated: true, replacement: { reference: 'A/2' } });
  expect(await correct('B')).toMatchObject({ isRepeated: true, replacement: null });
  await expect(correct('A')).rejects.toMatchObject({
    code: 'payment_corrected',
    message: 'This payment was corrected already, and A/2 takes its place. Correct that one.',
  });
  await expect(correct('A', '71')).rejects.toMatchObject({ code: 'payment_corrected' });
  await expect(correct('B', '71')).rejects.toMatchObject({ code: 'payment_corrected' });
  await expect(correct('C')).rejects.toMatchObject({ code: 'payment_returned' });
  await expect(correct('nobody’s')).rejects.toMatchObject({ code: 'not_found' });
  await expect(correct('A/2', '70')).rejects.toMatchObject({ code: 'payment_correction_same' });
  await expect(correct('A/2', '70', '2999-01-01')).rejects.toMatchObject({ code: 'invalid_request' });
  await expect(correct('A/2', '84000.01')).rejects.toMatchObject({ code: 'payment_exceeds_payback' });
  expect(await book()).toEqual(before);
});

test('LEDGER-03 what the bank reports about a corrected payment: cleared is known, returned is refused', async () => {
  await post('A');
  await correct('A', '70');
  const debit = { reference: 'A', dealId, amount: 70_000n, date: DAY };
  const outcomes = await inTenant((tx) =>
    postPayments(
      tx,
      tenantId,
      [
        { ...debit, result: 'cleared' },
        { ...debit, result: 'returned', returnCode: 'R10' },
        { ...debit, amount: 7_000n, result: 'returned', returnCode: 'R10' },
      ],
      DAY,
    ),
  );
  const corrected = { code: 'payment_corrected' };
  expect(outcomes).toMatchObject(['already known', corrected, corrected]);
});

test('LEDGER-03 of a deal without participants a voided payment leaves the newest one that cleared', async () => {
  dealId = await inTenant((tx) => createFundedDeal(tx, tenantId, { mid: '2' }));
  await post('A');
  await correct('A');
  const totals = await inTenant((tx) =>
    tx.selectFrom('dealTotals').select('lastClearedDate').where('dealId', '=', dealId).execute(),
  );
  expect(totals).toEqual([{ lastClearedDate: null }]);
  expect(await inTenant((tx) => findDifferences(tx, tenantId))).toEqual([]);
});

test('LEDGER-03 of 50 corrections of one payment at once one is made, and those like it get its answer', async () => {
  await post('A');
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? correct('A') : correct('A', '70'))),
  );
  const made = results.filter(({ status }) => status === 'fulfilled');
  expect(made).toHaveLength(25);
  const answers = made.map((result) => (result as PromiseFulfilledResult<unknown>).value);
  expect(answers.filter((answer) => !(answer as { isRepeated: boolean }).isRepeated)).toHaveLength(1);
  const stands = await book();
  expect([
    ['A reversed void 6720, -6720 to come'],
    ['A reversed void 6720, -6720 to come', 'A/2 cleared 672 to come'],
  ]).toContainEqual(stands);
});

test('LEDGER-02 LEDGER-03 voiding a payment of a completed deal brings its former status back', async () => {
  await post('A', '700');
  await post('B', '83300');
  expect(await correct('A', '600')).toMatchObject({ dealStatus: 'Active Advance' });
  expect(await correct('A/2', '700')).toMatchObject({ dealStatus: 'Advance Completed' });
  // The amount stays, so the deal remains completed.
  expect(await correct('B', '83300', '2026-11-10')).toMatchObject({ dealStatus: 'Advance Completed' });
  await book();
});

test('LEDGER-03 OPS-04 a correction is in the audit trail: payment, reason, before, after, who', async () => {
  await post('A');
  await correct('A', '70');
  await correct('A', '70');
  await correct('A/2');
  const events = (await trailOf(database, tenantId)).filter(({ action }) => action === 'payment corrected');
  expect(events).toMatchObject([
    {
      subject: 'payment A',
      details: {
        ...{ reason: 'Mistyped', deal: '1', before: '700.00', beforeDate: '2026-11-12', after: '70.00' },
        ...{ afterDate: '2026-11-12', afterReference: 'A/2', operator: 'command line: test' },
      },
    },
    { subject: 'payment A/2', details: { before: '70.00', after: 'void' } },
  ]);
});

test('LEDGER-03 corrections are only ever added, and a return without a code is none of a bank’s', async () => {
  await post('A');
  await correct('A');
  await expect(inTenant((tx) => tx.deleteFrom('paymentCorrections').execute())).rejects.toThrow(
    /permission denied/,
  );
  await expect(
    withTenant(database.owner, tenantId, (tx) =>
      tx.updateTable('paymentCorrections').set({ reason: 'another' }).execute(),
    ),
  ).rejects.toThrow(/append-only/);
  await expect(inTenant((tx) => tx.updateTable('payments').set({ isVoid: false }).execute())).rejects.toThrow(
    /payments_return_has_code/,
  );
});

test.each([
  [
    'a cent too little taken back',
    `update payout_lines set gross_cents = gross_cents + 1, net_pay_cents = net_pay_cents + 1 where is_reversal`,
    'gross_back_cents is -6999, should be -7000',
  ],
  [
    'a cent too much in the payment that takes its place',
    `update payout_lines set gross_cents = gross_cents + 1, net_pay_cents = net_pay_cents + 1
     where payment_id = (select replaced_by from payment_corrections)`,
    'gross_cents is 701, should be 700',
  ],
  [
    'a payment that is void although nobody corrected it',
    `update payments set status = 'reversed', returned_date = '2026-11-13', is_void = true where reference = 'A/2'`,
    'is_void is true, should be false',
  ],
])('LEDGER-03 reconciliation finds what is wrong with a correction: %s', async (_, statement, words) => {
  await post('A');
  await correct('A', '70');
  await withTenant(database.owner, tenantId, async (tx) => {
    await sql`alter table payout_lines disable trigger user`.execute(tx);
    await sql.raw(statement).execute(tx);
    await sql`alter table payout_lines enable trigger user`.execute(tx);
    const found = (await findDifferences(tx, tenantId)).map(describeDifference);
    expect(found).toContainEqual(expect.stringContaining(words));
  });
});
