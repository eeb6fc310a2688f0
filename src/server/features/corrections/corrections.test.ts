import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import { toParticipationChoice } from '../../book/participation-choice.ts';
import { payoutLinesSheet } from '../../book/payout-lines-sheet.ts';
import { correctPayment } from '../../ledger/correct-payment.ts';
import { readToday } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createFundedDeal, createParticipation } from '../../testing/factories.ts';
import { operatorOf, type TestOperator } from '../../testing/operator.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { postPayment, reversePayment } from '../../testing/posting.ts';
import { readReport } from '../nightly-report/report.queries.ts';
import { reportLetter } from '../nightly-report/report-letter.ts';
import { makeWorkbook } from '../nightly-report/report-workbook.ts';

const DAY = calendarDate('2026-11-12');

let portal: TestPortal;
let operator: TestOperator;
let day: CalendarDate;
beforeAll(async () => {
  portal = await openTestPortal();
  operator = await operatorOf(portal, ['post']);
  await withTenant(portal.database.db, portal.tenantId, async (tx) => {
    const { tenantId, syndicateId } = portal;
    // What a token may not correct alone is tried in approvals/by-token.test.ts.
    await tx
      .updateTable('tenants')
      .set({ correctionLimitDollars: 100_000 })
      .where('id', '=', tenantId)
      .execute();
    const dealId = await createFundedDeal(tx, tenantId, { mid: 'HC1' });
    await createParticipation(tx, tenantId, { dealId, syndicateId });
    day = await readToday(tx);
    const payment = { dealId, amount: 70_000n, clearedDate: day, postedOn: day };
    for (const reference of ['A', 'B']) await postPayment(tx, tenantId, { ...payment, reference });
  });
});
afterAll(() => portal.close());

const correct = async (body: Record<string, string>, key?: string, by = operator) => {
  const answer = await by.post('payments/correct', { reason: 'Mistyped', ...body }, key);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

const netPosted = () =>
  withTenant(portal.database.db, portal.tenantId, async (tx) => {
    const { net } = await tx
      .selectFrom('payoutLines')
      .select((eb) => eb.fn.sum<string>('netPayCents').as('net'))
      .executeTakeFirstOrThrow();
    return Number(net);
  });

test('LEDGER-03 a system of the funder corrects a payment once, however often it says so', async () => {
  const key = 'correct-A-first';
  const first = await correct({ reference: 'A', amount: '70.00' }, key);
  expect(first).toMatchObject({
    status: 200,
    body: {
      payment: { reference: 'A', amount: '700.00', cleared_date: day },
      replacement: { reference: 'A/2', amount: '70.00', cleared_date: day },
      mid: 'HC1',
      deal_status: 'Active Advance',
      payout_changes: [{ syndicates: 1, total_net_pay: '-60.48' }],
      is_repeated: false,
    },
  });
  expect(await correct({ reference: 'A', amount: '70.00' }, key)).toEqual(first);
  const otherKey = await correct({ reference: 'A', amount: '70.00' });
  expect(otherKey).toEqual({ status: 200, body: { ...first.body, is_repeated: true } });
  expect(await correct({ reference: 'A', amount: '71.00' }, key)).toMatchObject({
    status: 422,
    body: { code: 'key_used_otherwise' },
  });
  expect(await netPosted()).toBe(6720 + 672);
});

test('LEDGER-03 what cannot be corrected is refused, and so is a token for other things', async () => {
  expect(await correct({ reference: 'A' })).toMatchObject({
    status: 409,
    body: { code: 'payment_corrected' },
  });
  expect(await correct({ reference: 'nobody’s' })).toMatchObject({ status: 404 });
  for (const wrong of [{ amount: '0.00' }, { amount: '-1.00' }, { date: '2026-11-10' }, { reason: ' ' }])
    expect(await correct({ reference: 'B', ...wrong })).toMatchObject({ status: 400 });
  const other = await operatorOf(portal, ['import']);
  expect(await correct({ reference: 'B' }, undefined, other)).toMatchObject({ status: 403 });
});

test('LEDGER-06 a system moves no payment before the funding of its deal', async () => {
  expect(await correct({ reference: 'B', amount: '700.00', date: '2026-09-30' })).toMatchObject({
    ...{ status: 422, body: { code: 'payment_before_funding' } },
  });
});

test('LEDGER-03 OPS-03 the export and the nightly report tell a correction from a bank’s return', async () => {
  const { tenantId, syndicateId } = portal;
  const { letter, workbook, exported } = await withTenant(portal.database.db, tenantId, async (tx) => {
    const { id: dealId } = await tx.selectFrom('deals').select('id').executeTakeFirstOrThrow();
    const payment = { dealId, amount: 70_000n, clearedDate: DAY, postedOn: DAY };
    for (const reference of ['R', 'V']) await postPayment(tx, tenantId, { ...payment, reference });
    const returned = { returnedDate: DAY, returnCode: 'R10', postedOn: DAY };
    await reversePayment(tx, tenantId, { reference: 'R', ...returned });
    const asked = { reference: 'V', reason: 'Mistyped', instead: null };
    await correctPayment(tx, tenantId, asked, { via: 'command line', name: 'test' });
    const report = await readReport(tx, { tenantId, syndicateId, reportDate: await readToday(tx) });
    const made = await makeWorkbook(tx, report);
    const choice = toParticipationChoice(tenantId, { syndicateId });
    const rows: unknown[] = [];
    for await (const batch of payoutLinesSheet(tx, choice, null).rows)
      for (const { cells } of batch) if (cells.at(-1)) rows.push([cells.at(-2), cells.at(-1)]);
    return { letter: reportLetter(report, made, 'https://portal.example'), workbook: made, exported: rows };
  });
  expect(exported).toEqual([
    [-6720n, 'Payment corrected'],
    [-6720n, 'Payment corrected'],
    [-6720n, 'Payment returned'],
  ]);
  const told = letter.figures?.map(({ title, rows }) => [
    title,
    rows.map(({ label, value }) => `${label} ${value}`),
  ]);
  expect(told).toContainEqual([
    "Merchants' payments returned by the bank",
    [expect.stringMatching(/\(HC1\), R10 not authorized \$700.00$/)],
  ]);
  expect(told).toContainEqual([
    "Corrections of merchants' payments, with what they change for you",
    [
      expect.stringMatching(/\(HC1\), \$700.00 corrected to \$70.00 −\$60.48$/),
      expect.stringMatching(/\(HC1\), \$700.00 voided −\$67.20$/),
    ],
  ]);
  const { sheets } = await readXlsx(workbook.attachment.content);
  expect(sheets.map(({ name }) => name)).toContain('Corrected payments');
});
