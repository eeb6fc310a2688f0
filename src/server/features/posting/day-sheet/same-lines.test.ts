import { afterAll, beforeAll, expect, test } from 'vitest';
import { postPayments } from '../../../ledger/post-payments.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { withTenant } from '../../../platform/db/transactions.ts';
import { bankDay } from '../../../testing/bank-day.ts';
import { dropSheet, settledSheet } from '../../../testing/day-sheet.ts';
import { type Answer, type AtDesk, sitDown } from '../../../testing/desk.ts';
import { differencesIn } from '../../../testing/differences.ts';
import { createFundedDeal, createParticipation } from '../../../testing/factories.ts';
import { openTestPortal, type TestPortal } from '../../../testing/portal.ts';
import { startTestWorker } from '../../../testing/test-worker.ts';

let portal: TestPortal;
let ana: AtDesk;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
beforeAll(async () => {
  portal = await openTestPortal();
  const { database, tenantId, syndicateId } = portal;
  await withTenant(database.owner, tenantId, async (tx) => {
    for (const mid of ['M-1', 'M-2', 'M-3']) {
      const dealId = await createFundedDeal(tx, tenantId, { mid });
      await createParticipation(tx, tenantId, { dealId, syndicateId });
    }
  });
  ana = await sitDown(portal, 'Ana Ruiz', { role: 'servicing' });
  worker = await startTestWorker(database);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const inBook = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.db, portal.tenantId, work);
const payments = (day: string) =>
  inBook((tx) =>
    tx
      .selectFrom('payments')
      .select(['reference', 'sourceLine'])
      .where('clearedDate', '=', day)
      .orderBy('reference')
      .execute(),
  );
const countsOf = ({ counts }: Answer) =>
  Object.fromEntries(
    (counts as { verdict: string; line_count: number }[])
      .filter(({ line_count }) => line_count > 0)
      .map(({ verdict, line_count }) => [verdict, line_count]),
  );

const MAPPING = {
  mid: { from: 'column', column: 'Deal ID' },
  amount: { from: 'column', column: 'Amount' },
  date: { from: 'column', column: 'Process Date' },
  reference: { from: 'made', of: ['date', 'mid', 'amount'] },
};

/** A day's file that nobody has posted, checked. */
async function dropped(day: string, rows: readonly string[], note = '') {
  const lines = rows.map((row) => `${row.replace(',', `,${day},`)},${note}`);
  const sheet = await dropSheet(
    ana,
    `${note}.csv`,
    ['Deal ID,Process Date,Amount,Note', ...lines].join('\n'),
  );
  if (sheet.state === 'columns')
    await ana.put(`day_sheets/${sheet.file_id}/mapping`, { name: 'Bank', mapping: MAPPING });
  return settledSheet(ana, sheet.file_id, /^checked$/);
}
const post = (day: string, { file_id, check_number }: Awaited<ReturnType<typeof dropped>>) =>
  ana.post(`day_sheets/${file_id}/post`, { check_number, complete_through: day });
const linesOf = async (fileId: string, verdict: string) =>
  (await ana.get(`day_sheets/${fileId}/lines?verdict=${verdict}`))['lines'] as Record<string, unknown>[];

test('POST-16 of two files that were checked before either was posted, the second finds its lines posted before or suspected', async () => {
  const day = bankDay(7);
  const first = await dropped(day, ['M-1,10.00', 'M-2,20.00'], 'morning');
  const other = await dropped(day, ['M-1,10.00', 'M-3,30.00'], 'evening');
  const same = await dropped(day, ['M-1,10.00', 'M-2,20.00'], 'morning');
  for (const sheet of [first, other, same]) expect(countsOf(sheet)).toEqual({ 'will post': 2 });
  expect(await post(day, first)).toMatchObject({ status: 200 });
  await settledSheet(ana, first.file_id, /^posted$/);
  // What was seen is not what would happen now, and nothing is posted by it.
  for (const sheet of [other, same])
    expect(await post(day, sheet)).toMatchObject({
      status: 409,
      code: expect.stringMatching(/^sheet_(changed|busy)$/),
    });
  const checked = await settledSheet(ana, other.file_id, /^checked$/);
  expect(countsOf(checked)).toEqual({ suspected: 1, 'will post': 1 });
  expect(await linesOf(other.file_id, 'suspected')).toMatchObject([{ line: 2 }]);
  expect(countsOf(await settledSheet(ana, same.file_id, /^checked$/))).toEqual({ 'posted before': 2 });
  expect(await post(day, checked)).toMatchObject({ status: 200 });
  await settledSheet(ana, other.file_id, /^posted$/);
  expect(await payments(day)).toEqual([
    { reference: `${day}/M-1/10.00/1`, sourceLine: 2 },
    { reference: `${day}/M-2/20.00/1`, sourceLine: 3 },
    { reference: `${day}/M-3/30.00/1`, sourceLine: 3 },
  ]);
  // The suspected line is not forgotten: it waits, and is posted once somebody says that it is another debit.
  const waiting = (await ana.get('waiting_lines'))['lines'] as { run_id: number; line: number }[];
  expect(waiting).toMatchObject([{ line: 2, contract_MID: 'M-1', amount: '10.00', can_post: true }]);
  const at = `posting_runs/${waiting[0]?.run_id}/lines/2/post`;
  expect(await ana.post(at)).toMatchObject({ status: 409, code: 'payment_suspected' });
  expect(await ana.post(at, { post_too: true })).toMatchObject({ status: 200 });
  expect(await payments(day)).toContainEqual({ reference: `${day}/M-1/10.00/2`, sourceLine: 2 });
  expect((await ana.get('waiting_lines'))['lines']).toEqual([]);
});

test('POST-16 confirmed at once, fifty times, two files with the same lines post them once', async () => {
  const day = bankDay(6);
  const sheets = [
    await dropped(day, ['M-1,11.00', 'M-2,22.00'], 'one'),
    await dropped(day, ['M-2,22.00', 'M-1,11.00'], 'two'),
  ];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, place) => sheets[place % 2]).flatMap((sheet) =>
      sheet ? [post(day, sheet)] : [],
    ),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThanOrEqual(25);
  for (const { code } of refused) expect(code).toMatch(/^sheet_(waits|changed|busy)$/);
  const ended = await Promise.all(
    sheets.map(({ file_id }) => settledSheet(ana, file_id, /^(posted|checked)$/)),
  );
  await expect
    .poll(async () => (await ana.get(`day_sheets/${ended[0]?.file_id}`))['state'])
    .toMatch(/posted|checked/);
  expect((await payments(day)).map(({ reference }) => reference)).toEqual([
    `${day}/M-1/11.00/1`,
    `${day}/M-2/22.00/1`,
  ]);
});

test('POST-17 what the book got between confirming and posting is not posted again, and waits for a person', async () => {
  const day = bankDay(5);
  const sheet = await dropped(day, ['M-1,13.00', 'M-2,26.00'], 'late');
  await worker.stop();
  try {
    expect(await post(day, sheet)).toMatchObject({ status: 200 });
    await inBook(async (tx) => {
      const deal = await tx
        .selectFrom('deals')
        .select('id')
        .where('mid', '=', 'M-1')
        .executeTakeFirstOrThrow();
      const entry = {
        ...{ reference: `${day}/M-1/13.00/1`, dealId: deal.id, amount: 1300n },
        ...{ date: day, debitDate: null, result: 'cleared' as const },
      };
      await postPayments(tx, portal.tenantId, [entry], day);
    });
  } finally {
    worker = await startTestWorker(portal.database);
  }
  const posted = await settledSheet(ana, sheet.file_id, /^posted$/);
  expect(countsOf(posted)).toEqual({ suspected: 1, 'will post': 1 });
  expect((await payments(day)).map(({ reference }) => reference)).toEqual([
    `${day}/M-1/13.00/1`,
    `${day}/M-2/26.00/1`,
  ]);
  expect((await ana.get('waiting_lines'))['lines']).toMatchObject([
    { line: 2, contract_MID: 'M-1', can_post: true },
  ]);
  expect(await differencesIn(portal.database.db, portal.tenantId)).toEqual([]);
});
