import { writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CalendarDate, formatDate } from '../../../../shared/domain/calendar-date.ts';
import { withTenant } from '../../../platform/db/transactions.ts';
import { trailOf } from '../../../testing/audit-trail.ts';
import { bankDay } from '../../../testing/bank-day.ts';
import { dropSheet, settledSheet } from '../../../testing/day-sheet.ts';
import { type Answer, type AtDesk, sitDown } from '../../../testing/desk.ts';
import { differencesIn } from '../../../testing/differences.ts';
import { createFundedDeal, createParticipation } from '../../../testing/factories.ts';
import { openTestPortal, type TestPortal } from '../../../testing/portal.ts';
import { EICAR } from '../../../testing/sample-files.ts';
import { startTestWorker } from '../../../testing/test-worker.ts';
import { paymentsQuery } from '../payments/payments.queries.ts';

const [D1, D2, D3, D4, D5, D6] = [7, 6, 5, 4, 3, 2].map(bankDay) as [
  ...[CalendarDate, CalendarDate, CalendarDate],
  ...[CalendarDate, CalendarDate, CalendarDate],
];
/** As in a processor's file: `11/13/26`. */
const short = (day: CalendarDate) => `${formatDate(day).slice(0, 6)}${day.slice(2, 4)}`;

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let ana: AtDesk;
let owen: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
  const { database, tenantId, syndicateId } = portal;
  await withTenant(database.owner, tenantId, async (tx) => {
    for (const [mid, name] of [
      ['M-101', 'Café'],
      ['M-2', 'Ship'],
      ['M-3', 'Dock'],
    ] as const) {
      const dealId = await createFundedDeal(tx, tenantId, { mid, name });
      await createParticipation(tx, tenantId, { dealId, syndicateId });
    }
  });
  ana = await sitDown(portal, 'Ana Ruiz', { role: 'servicing' });
  owen = await sitDown(portal, 'Owen Hart', { role: 'underwriter' });
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const payments = () =>
  withTenant(portal.database.db, portal.tenantId, (tx) =>
    tx
      .selectFrom('payments')
      .select(['reference', 'amountCents', 'status', 'sourceLine'])
      .orderBy('reference')
      .execute(),
  );
const differences = () => differencesIn(portal.database.db, portal.tenantId);

interface Line extends Record<string, unknown> {
  line: number;
  why: string;
}
const linesOf = async (fileId: string, verdict: string) => {
  const answer = await ana.get(`day_sheets/${fileId}/lines?verdict=${encodeURIComponent(verdict)}`);
  expect(answer.status).toBe(200);
  return answer['lines'] as Line[];
};
const countsOf = ({ counts }: Answer) =>
  Object.fromEntries(
    (counts as { verdict: string; line_count: number }[]).map(({ verdict, line_count }) => [
      verdict,
      line_count,
    ]),
  );
const decide = async (fileId: string, line: number, body: object) => {
  expect(await ana.put(`day_sheets/${fileId}/lines/${line}`, body)).toMatchObject({ status: 200 });
  return settledSheet(ana, fileId);
};

const MAPPING = {
  mid: { from: 'column', column: 'Deal ID' },
  amount: { from: 'column', column: 'Amount' },
  date: { from: 'column', column: 'Process Date' },
  result: { from: 'column', column: 'Status', words: { Cleared: 'cleared', Returned: 'returned' } },
  return_code: { from: 'column', column: 'Return Code' },
  merchant: { from: 'column', column: 'Merchant' },
  reference: { from: 'made', of: ['date', 'mid', 'amount'] },
};
const HEADER = ['Deal ID', 'Merchant', 'Process Date', 'Amount', 'Status', 'Return Code'];
const day = (iso: string) => new Date(`${iso}T00:00:00Z`);

const batch = (...rows: unknown[][]) =>
  writeXlsx({
    sheets: [
      {
        name: 'Batch',
        columns: [{}, {}, { numFmt: 'yyyy-mm-dd' }, {}, {}, {}],
        rows: [['Batch 10/05/26'], [], HEADER, ...rows] as never,
      },
    ],
  });

const FIRST_DAY = () =>
  batch(
    ['M-101', 'Café', day(D1), 700, 'Cleared', ''],
    ['M-2', 'Ship', day(D1), 312.29, 'Cleared', ''],
    ['M-2', 'Ship', day(D1), 312.29, 'Cleared', ''],
    // With a letter for a digit, and the dash that a spreadsheet makes of a hyphen.
    ['M–1O1', 'Café', day(D1), 50, 'Cleared', ''],
    ['M-3', 'Dock', day(D1), 'n/a', 'Cleared', ''],
    ['M-3', 'Dock', '13/45/26', 100, 'Cleared', ''],
    ['M-3', 'Dock', day(D1), 90_000, 'Cleared', ''],
    ['Total', '', '', 91_474.58, '', ''],
  );

let firstFile: string;
let firstBytes: Uint8Array;

test('POST-04 POST-05 an unknown source is mapped once, and each line gets its verdict, problems with the value', async () => {
  firstBytes = await FIRST_DAY();
  const dropped = await dropSheet(ana, 'Batch 10-05.xlsx', firstBytes);
  firstFile = dropped.file_id;
  expect(dropped).toMatchObject({
    state: 'columns',
    line_count: 7,
    source_name: null,
    mapping: { mid: { from: 'column', column: 'Deal ID' }, reference: { from: 'made' } },
  });
  expect(dropped['columns']).toContainEqual({ name: 'Amount', samples: ['700', '312.29', 'n/a'] });
  const wrong = { ...MAPPING, amount: { from: 'column', column: 'Amt' } };
  expect(await ana.put(`day_sheets/${firstFile}/mapping`, { name: 'Bank', mapping: wrong })).toMatchObject({
    status: 422,
    code: 'sheet_mapping_invalid',
    message: 'The file has no column Amt.',
  });
  expect(await ana.put(`day_sheets/${firstFile}/mapping`, { name: 'Bank', mapping: MAPPING })).toMatchObject({
    status: 200,
  });
  const sheet = await settledSheet(ana, firstFile, /^checked$/);
  expect(sheet).toMatchObject({
    state: 'checked',
    source_name: 'Bank',
    total: '91474.58',
    file_total: '91474.58',
    posting_total: '1012.29',
    cleared: { count: 7, amount: '91474.58' },
    latest_date: D1,
  });
  expect(countsOf(sheet)).toEqual({
    refused: 4,
    'look at this': 0,
    suspected: 1,
    'left out': 0,
    'posted before': 0,
    'will post': 2,
  });
  expect(await linesOf(firstFile, 'refused')).toMatchObject([
    { line: 7, suggested_MID: 'M-101', why: 'No deal has this MID.' },
    { line: 8, amount: null, amount_text: 'n/a', why: 'Amount “n/a” is not an amount such as 1,234.50.' },
    { line: 9, date_text: '13/45/26', why: 'Date “13/45/26” is a date that does not exist.' },
    { line: 10, why: 'The payment is larger than what the merchant still owes.' },
  ]);
  expect(await linesOf(firstFile, 'suspected')).toMatchObject([
    { line: 6, why: 'Same deal, day and amount as line 5.' },
  ]);
  const effects = sheet['effects'] as { net_pay: string; pay_date: string }[];
  expect(effects).toMatchObject([{ gross: expect.any(String), net_pay: expect.any(String) }]);
  expect(await payments()).toEqual([]);
});

test('POST-06 a line is left out, posted all the same, or given another MID or date, and all are checked again', async () => {
  expect(countsOf(await decide(firstFile, 6, { decision: 'post too' }))).toMatchObject({
    suspected: 0,
    'will post': 3,
  });
  expect(countsOf(await decide(firstFile, 6, { decision: null }))).toMatchObject({
    suspected: 1,
    'will post': 2,
  });
  expect(countsOf(await decide(firstFile, 7, { decision: null, contract_MID: 'M-101' }))).toMatchObject({
    refused: 3,
    'will post': 3,
  });
  expect(countsOf(await decide(firstFile, 9, { decision: null, date: D1 }))).toMatchObject({
    refused: 2,
    'will post': 4,
  });
  expect(countsOf(await decide(firstFile, 5, { decision: 'leave out' }))).toMatchObject({
    'left out': 1,
    suspected: 0,
    'will post': 4,
  });
  expect(countsOf(await decide(firstFile, 5, { decision: null }))).toMatchObject({
    suspected: 1,
    'will post': 4,
  });
  expect((await ana.put(`day_sheets/${firstFile}/lines/99`, { decision: null })).status).toBe(404);
  expect((await owen.put(`day_sheets/${firstFile}/lines/5`, { decision: null })).status).toBe(403);
});

test('POST-07 while the totals differ nothing is posted until a person writes why', async () => {
  const { check_number } = await settledSheet(ana, firstFile);
  const confirm = { check_number, complete_through: D1 };
  expect(
    await ana.put(`day_sheets/${firstFile}/totals`, { stated_total: '99.00', difference_reason: null }),
  ).toMatchObject({
    status: 200,
  });
  expect(await ana.post(`day_sheets/${firstFile}/post`, confirm)).toMatchObject({
    status: 409,
    code: 'totals_differ',
  });
  expect(
    await ana.put(`day_sheets/${firstFile}/totals`, {
      stated_total: '99.00',
      difference_reason: 'The bank was late.',
    }),
  ).toMatchObject({ status: 200 });
  expect(await ana.post(`day_sheets/${firstFile}/post`, { ...confirm, check_number: 1 })).toMatchObject({
    code: 'sheet_changed',
  });
  expect(
    await ana.post(`day_sheets/${firstFile}/post`, { ...confirm, complete_through: '2099-01-01' }),
  ).toMatchObject({
    code: 'complete_through_to_come',
  });
  expect(await payments()).toEqual([]);
});

test('POST-08 what is confirmed is posted once, as a day file that names file and line, whoever presses at once', async () => {
  const { check_number, effects } = await settledSheet(ana, firstFile);
  const confirm = { check_number, complete_through: D1 };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ana.post(`day_sheets/${firstFile}/post`, confirm)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  const posted = await settledSheet(ana, firstFile, /^posted$/);
  expect(posted).toMatchObject({
    posted_by: 'Ana Ruiz',
    complete_through: D1,
    run_id: expect.any(Number),
  });
  expect(await payments()).toEqual([
    { reference: `${D1}/M-101/50.00/line 7`, amountCents: 5000n, status: 'cleared', sourceLine: 7 },
    { reference: `${D1}/M-101/700.00/1`, amountCents: 70_000n, status: 'cleared', sourceLine: 4 },
    { reference: `${D1}/M-2/312.29/1`, amountCents: 31_229n, status: 'cleared', sourceLine: 5 },
    { reference: `${D1}/M-3/100.00/line 9`, amountCents: 10_000n, status: 'cleared', sourceLine: 9 },
  ]);
  expect(await ana.get('board'), 'DESK-20: all lines of the file are told').toMatchObject({
    file: { entries: 7, posted: 4, refused: 2, held: 1, known: 0 },
  });
  // What was said beforehand is what the syndicate was then paid.
  const lines = await withTenant(portal.database.db, portal.tenantId, (tx) =>
    tx.selectFrom('payoutLines').select(['payDate', 'grossCents', 'netPayCents']).execute(),
  );
  const net = lines.reduce((sum, { netPayCents }) => sum + netPayCents, 0n);
  expect(effects).toMatchObject([
    { net_pay: `${net / 100n}.${String(net % 100n).padStart(2, '0')}`, pay_date: lines[0]?.payDate },
  ]);
  const trail = (await trailOf(portal.database, portal.tenantId)).map(({ action }) => action);
  expect(trail.filter((action) => action === 'payments posted')).toHaveLength(1);
  expect(trail.filter((action) => action === 'day sheet confirmed')).toHaveLength(1);
  for (const path of ['mapping', 'totals', 'lines/5'])
    expect(
      await ana.put(`day_sheets/${firstFile}/${path}`, {
        ...{ name: 'x', mapping: MAPPING, stated_total: null, difference_reason: null, decision: null },
      }),
    ).toMatchObject({ status: 409, code: 'sheet_posted' });
  expect(await differences()).toEqual([]);
});

test('POST-09 the same file again is known, its source too, and nothing of it is posted twice', async () => {
  const again = await dropSheet(ana, 'Batch again.xlsx', firstBytes);
  expect(again).toMatchObject({
    state: 'checked',
    source_name: 'Bank',
    posted_before: { posted_by: 'Ana Ruiz' },
  });
  expect(countsOf(again)).toMatchObject({ 'posted before': 2, 'will post': 0 });
  const { check_number } = again;
  expect(
    await ana.post(`day_sheets/${again.file_id}/post`, { check_number, complete_through: D1 }),
  ).toMatchObject({ code: 'nothing_to_post' });
});

test('POST-10 a return without a reference takes back the debit of its deal and amount, from csv as well', async () => {
  const csv = [
    'Process Date;Deal ID ;Merchant;Amount;Status;Return Code',
    `${short(D2)};M-101;Café;($700.00);Returned;R01`,
    `${short(D2)};M-2;Ship;$20.00;Cleared;`,
    `${short(D2)};M-3;Dock;($77.00);Returned;R02`,
    ';;;($757.00);;',
  ].join('\r\n');
  const dropped = await dropSheet(ana, 'next day.csv', Buffer.from(csv, 'latin1'));
  expect(dropped).toMatchObject({
    state: 'checked',
    total: '-757.00',
    file_total: '-757.00',
    posting_total: '-680.00',
  });
  expect(await linesOf(dropped.file_id, 'will post')).toMatchObject([
    {
      line: 2,
      reference: `${D1}/M-101/700.00/1`,
      why: `Takes back the payment ${D1}/M-101/700.00/1 that cleared on ${formatDate(D1)}.`,
    },
    { line: 3, why: 'Cleared.' },
    { line: 4, why: expect.stringContaining('never cleared') },
  ]);
  const { file_id, check_number } = dropped;
  await ana.post(`day_sheets/${file_id}/post`, { check_number, complete_through: D2 });
  await settledSheet(ana, file_id, /^posted$/);
  expect(await payments()).toContainEqual(
    expect.objectContaining({ reference: `${D1}/M-101/700.00/1`, status: 'reversed' }),
  );
  expect(countsOf(await dropSheet(ana, 'again.csv', Buffer.from(csv, 'latin1')))).toMatchObject({
    'posted before': 3,
    'will post': 0,
  });
  expect(await differences()).toEqual([]);
});

test('POST-11 lines that were not posted wait until they are posted or dropped with a reason', async () => {
  const waiting = async () => (await ana.get('waiting_lines'))['lines'] as { run_id: number; line: number }[];
  const [suspected, unreadable, large, ...others] = await waiting();
  expect([suspected, unreadable, large]).toMatchObject([
    { line: 6, amount: '312.29', can_post: true, file_name: 'Batch 10-05.xlsx' },
    { line: 8, can_post: false },
    { line: 10, can_post: true, why: 'The payment is larger than what the merchant still owes.' },
  ]);
  expect(others).toEqual([]);
  const at = (line: number) => `posting_runs/${suspected?.run_id}/lines/${line}`;
  expect((await owen.post(`${at(6)}/post`)).status).toBe(403);
  expect(await ana.post(`${at(8)}/post`)).toMatchObject({ status: 422, code: 'line_unreadable' });
  expect(await ana.post(`${at(10)}/post`)).toMatchObject({ status: 422, code: 'payment_exceeds_payback' });
  // It resembles line 5, which is posted; nothing of it is until a person says that it is another payment.
  const before = await payments();
  expect(await ana.post(`${at(6)}/post`)).toMatchObject({
    ...{ status: 409, code: 'payment_suspected' },
    message: expect.stringContaining(`${D1}/M-2/312.29/1`),
  });
  expect(await payments()).toEqual(before);
  const settled = await Promise.all(
    Array.from({ length: 20 }, () => ana.post(`${at(6)}/post`, { post_too: true })),
  );
  expect(new Set(settled.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await payments()).filter(({ sourceLine }) => sourceLine === 6)).toHaveLength(1);
  expect((await ana.post(`${at(8)}/drop`, { reason: ' ' })).status).toBe(400);
  for (const line of [8, 10])
    expect(await ana.post(`${at(line)}/drop`, { reason: 'The bank sends it again.' })).toMatchObject({
      status: 200,
    });
  expect(await ana.post(`${at(8)}/post`)).toMatchObject({ status: 409, code: 'line_settled' });
  expect(await waiting()).toEqual([]);
  const queue = (await ana.get('board/queues/lines'))['items'];
  expect(queue).toEqual([]);
  expect((await ana.post('posting_runs/999999/lines/1/drop', { reason: 'x' })).status).toBe(404);
  expect(await differences()).toEqual([]);
});

test('POST-12 POST-13 runs are listed with who posted them, and payments are found by reference, deal, day and amount', async () => {
  const { runs } = (await owen.get('posting_runs')) as unknown as { runs: Record<string, unknown>[] };
  expect(runs).toMatchObject([
    {
      file_name: 'next day.csv',
      posted_by: 'Ana Ruiz',
      posted: 1,
      debits_taken_back: 2,
      waiting: 0,
      is_finished: true,
    },
    { file_name: 'Batch 10-05.xlsx', posted: 5, posted_amount: '1474.58', file_id: firstFile },
  ]);
  const find = async (search: string) =>
    (
      (await owen.get(`payments?search=${encodeURIComponent(search)}`))['payments'] as { reference: string }[]
    ).map(({ reference }) => reference);
  expect(await find(`${D1}/M-101/700.00/1`)).toEqual([`${D1}/M-101/700.00/1`]);
  expect(await find('M-2')).toHaveLength(3);
  expect(await find(formatDate(D2))).toHaveLength(2);
  expect(await find('$312.29')).toHaveLength(2);
  expect(await find('nothing')).toEqual([]);
  expect(((await owen.get('payments'))['payments'] as object[]).length).toBe(7);
  expect(await owen.get(`payments?after=${D2}_1`)).toMatchObject({ status: 200, next: null });
});

test('POST-13 a reference or a MID is looked up by its own index, not among all payments', async () => {
  const plan = await withTenant(portal.database.db, portal.tenantId, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const query = paymentsQuery(portal.tenantId, { search: 'M-2' });
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toMatch(/Index Cond: .*reference = /);
  expect(plan).toMatch(/Index Cond: .*deal_id = /);
  expect(plan).not.toMatch(/SubPlan|payments_by_day/);
});

const CSV_HEADER = 'Process Date;Deal ID ;Merchant;Amount;Status;Return Code';
const post = async ({ file_id, check_number }: { file_id: string; check_number: number }, day: string) => {
  expect(await ana.post(`day_sheets/${file_id}/post`, { check_number, complete_through: day })).toMatchObject(
    { status: 200 },
  );
  return settledSheet(ana, file_id, /^posted$/);
};
const referencesOf = async (start: string) =>
  (await payments()).map(({ reference }) => reference).filter((reference) => reference.startsWith(start));

test('POST-09 the same debit in another file is suspected, and posted too under a number of its own', async () => {
  const TWENTY = `${short(D2)};M-2;Ship;$20.00;Cleared;`;
  const second = await dropSheet(
    ana,
    'second.csv',
    `${CSV_HEADER}\n${TWENTY}\n${short(D2)};M-3;Dock;$5.00;Cleared;`,
  );
  expect(countsOf(second)).toMatchObject({ suspected: 1, 'posted before': 0, 'will post': 1 });
  expect(await linesOf(second.file_id, 'suspected')).toMatchObject([
    { line: 2, why: expect.stringContaining(`the payment ${D2}/M-2/20.00/1 of `) },
  ]);
  const decided = await decide(second.file_id, 2, { decision: 'post too' });
  expect(countsOf(decided)).toMatchObject({ suspected: 0, 'will post': 2 });
  expect(await linesOf(second.file_id, 'will post')).toMatchObject([
    { line: 2, reference: `${D2}/M-2/20.00/2` },
    { line: 3, reference: `${D2}/M-3/5.00/1` },
  ]);
  await post(decided, D2);
  // What is left waiting is compared as well.
  const third = await dropSheet(
    ana,
    'third.csv',
    `${CSV_HEADER}\n${TWENTY}\n${short(D2)};M-3;Dock;$6.00;Cleared;`,
  );
  const { run_id } = await post(third, D2);
  const line = `posting_runs/${run_id}/lines/2/post`;
  expect(await ana.post(line)).toMatchObject({ status: 409, code: 'payment_suspected' });
  expect(await ana.post(line, { post_too: true })).toMatchObject({ status: 200 });
  expect(await referencesOf(`${D2}/M-2/20.00`)).toEqual([
    `${D2}/M-2/20.00/1`,
    `${D2}/M-2/20.00/2`,
    `${D2}/M-2/20.00/3`,
  ]);
  expect(await differences()).toEqual([]);
});

test('POST-10 a return is of the debit of the day that it names, and never of one of its own day', async () => {
  const rows = [
    `${short(D3)};M-101;$33.00;Cleared;;${short(D1)}`,
    `${short(D4)};M-101;$33.00;Cleared;;${short(D2)}`,
    `${short(D5)};M-101;($33.00);Returned;R01;${short(D1)}`,
    `${short(D5)};M-101;$44.00;Cleared;;${short(D3)}`,
    `${short(D5)};M-101;($44.00);Returned;R01;`,
  ];
  const header = 'Process Date;Deal ID;Amount;Status;Return Code;Debit Date';
  const dropped = await dropSheet(ana, 'returns.csv', [header, ...rows].join('\n'));
  const { file_id, mapping } = dropped;
  const named = { name: 'Bank with debit dates', mapping };
  expect(await ana.put(`day_sheets/${file_id}/mapping`, named)).toMatchObject({ status: 200 });
  expect(countsOf(await settledSheet(ana, file_id, /^checked$/))).toMatchObject({ 'will post': 5 });
  expect(await linesOf(file_id, 'will post')).toMatchObject([
    { line: 2, reference: `${D3}/M-101/33.00/1` },
    { line: 3 },
    { line: 4, reference: `${D3}/M-101/33.00/1`, why: 'Takes back a debit of this file.' },
    { line: 5 },
    { line: 6, why: expect.stringContaining('never cleared') },
  ]);
});

test('POST-04 a reference is made from all that tells two payments apart', async () => {
  const { file_id } = await dropSheet(ana, 'short.csv', `Account;Amount;Date\nM-2;1.00;${short(D2)}`);
  const mapping = {
    mid: { from: 'column', column: 'Account' },
    amount: { from: 'column', column: 'Amount' },
    date: { from: 'column', column: 'Date' },
    reference: { from: 'made', of: ['mid'] },
  };
  expect(await ana.put(`day_sheets/${file_id}/mapping`, { name: 'Short', mapping })).toMatchObject({
    status: 422,
    code: 'sheet_mapping_invalid',
    message: 'The reference cannot be made from these columns.',
  });
});

test('POST-05 what would be paid out goes to the next pay date where a payout run has closed one', async () => {
  const file = `${CSV_HEADER}\n${short(D6)};M-2;Ship;$21.00;Cleared;`;
  const dropped = await dropSheet(ana, 'closed.csv', file);
  const payDateOf = ({ effects }: Answer) =>
    (effects as { pay_date: string }[]).map(({ pay_date }) => pay_date);
  const [closed = ''] = payDateOf(dropped);
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    tx
      .insertInto('payoutRuns')
      .values({
        ...{ tenantId: portal.tenantId, payDate: closed, state: 'approved', preparedBy: ana.userId },
        ...{ approvedBy: owen.userId, approvedAt: new Date() },
      })
      .execute(),
  );
  const checked = await decide(dropped.file_id, 2, { decision: null });
  const [open = ''] = payDateOf(checked);
  expect(open > closed).toBe(true);
  await post(checked, D6);
  const lines = await withTenant(portal.database.db, portal.tenantId, (tx) =>
    tx
      .selectFrom('payoutLines')
      .innerJoin('payments', (join) =>
        join
          .onRef('payments.tenantId', '=', 'payoutLines.tenantId')
          .onRef('payments.id', '=', 'payoutLines.paymentId'),
      )
      .select('payoutLines.payDate')
      .where('payments.reference', '=', `${D6}/M-2/21.00/1`)
      .execute(),
  );
  expect(lines).toEqual([{ payDate: open }]);
});

test('POST-01 a file that is no spreadsheet, infected or empty is refused in words', async () => {
  expect(await dropSheet(ana, 'virus.csv', EICAR)).toMatchObject({
    state: 'unreadable',
    problem: 'A virus was found in the file.',
  });
  expect(await dropSheet(ana, 'a.csv', Buffer.from([1, 0, 2, 0, 3]))).toMatchObject({
    problem: 'Only csv and xlsx files can be read. Save the file as one of them.',
  });
  expect(await dropSheet(ana, 'a.csv', '1,2\n3,4\n')).toMatchObject({
    problem: 'Line 1: no row has the names of the columns above the others.',
  });
  expect(await ana.post('day_sheets', { file_name: 'a.csv', file_size: 21 * 1024 * 1024 })).toMatchObject({
    code: 'file_too_large',
  });
});
