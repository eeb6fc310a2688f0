import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, formatDate, isoWeekday } from '../../../../shared/domain/calendar-date.ts';
import { withTenant } from '../../../platform/db/transactions.ts';
import { trailOf } from '../../../testing/audit-trail.ts';
import { bankDay } from '../../../testing/bank-day.ts';
import { type DroppedSheet, dropSheet, settledSheet } from '../../../testing/day-sheet.ts';
import { type Answer, type AtDesk, sitDown } from '../../../testing/desk.ts';
import { differencesIn } from '../../../testing/differences.ts';
import { createFundedDeal, createParticipation } from '../../../testing/factories.ts';
import { openTestPortal, type TestPortal } from '../../../testing/portal.ts';
import { startTestWorker } from '../../../testing/test-worker.ts';

const DAY = bankDay(1);
const EARLIER = bankDay(2);
const LATER = bankDay(0);
/** The last Saturday that is not older than ten bank days. */
const SATURDAY = addDays(DAY, -((isoWeekday(DAY) + 1) % 7));

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
let ana: AtDesk;
let owen: AtDesk;
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
  const { database, tenantId, syndicateId } = portal;
  await withTenant(database.owner, tenantId, async (tx) => {
    const deals = [
      ['L-1', 'Beacon Hill Landscaping', '84000'],
      ['L-2', 'Marino & Sons Plumbing', '84000'],
      ['L-3', 'Quay Bakery', '84000'],
      ['L-4', 'Small Shop', '60000'],
      ['L-5', 'Harbor Diner', '84000'],
      ['L-6', 'Long Dock', '84000'],
    ] as const;
    for (const [mid, name, paybackAmount] of deals) {
      const dealId = await createFundedDeal(tx, tenantId, { mid, name, paybackAmount });
      await createParticipation(tx, tenantId, { dealId, syndicateId });
    }
    await sql`update companies set dba = 'Green Thumb' where id = (select company_id from deals where mid = 'L-1')`.execute(
      tx,
    );
  });
  ana = await sitDown(portal, 'Ana Ruiz', { role: 'servicing' });
  owen = await sitDown(portal, 'Owen Hart', { role: 'underwriter' });
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const inBook = <T>(work: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(portal.database.db, portal.tenantId, work);
const paymentOf = (reference: string) =>
  inBook((tx) =>
    tx
      .selectFrom('payments')
      .select(['amountCents', 'status', 'clearedDate', 'returnedDate'])
      .where('reference', '=', reference)
      .executeTakeFirst(),
  );
const CODE = { return_code: { from: 'column', column: 'Reason' } };
const HEADER = 'Trace,MID,Merchant,Amount,Date,Reason';
/** Lines of a processor that gives everything a number of its own. */
async function drop(name: string, rows: readonly string[]): Promise<DroppedSheet> {
  const sheet = await dropSheet(ana, name, [HEADER, ...rows].join('\n'));
  if (sheet.state !== 'columns') return sheet;
  const { file_id, mapping } = sheet;
  expect(
    await ana.put(`day_sheets/${file_id}/mapping`, {
      name: 'Processor',
      mapping: { ...(mapping as object), ...CODE },
    }),
  ).toMatchObject({
    status: 200,
  });
  return settledSheet(ana, file_id, /^checked$/);
}
const linesOf = async ({ file_id }: DroppedSheet, verdict: string) =>
  (await ana.get(`day_sheets/${file_id}/lines?verdict=${encodeURIComponent(verdict)}`))['lines'] as Record<
    string,
    unknown
  >[];
const countsOf = ({ counts }: Answer) =>
  Object.fromEntries(
    (counts as { verdict: string; line_count: number }[])
      .filter(({ line_count }) => line_count > 0)
      .map(({ verdict, line_count }) => [verdict, line_count]),
  );
const accept = (
  { file_id, check_number }: DroppedSheet,
  lines: number[] | null,
  reason = 'The owner called.',
) => ana.put(`day_sheets/${file_id}/accepted_lines`, { check_number, lines, reason });
const decide = async ({ file_id }: DroppedSheet, line: number, body: object) => {
  expect(await ana.put(`day_sheets/${file_id}/lines/${line}`, body)).toMatchObject({ status: 200 });
  return settledSheet(ana, file_id, /^checked$/);
};
const post = async ({ file_id, check_number }: DroppedSheet) => {
  expect(
    await ana.post(`day_sheets/${file_id}/post`, { check_number, complete_through: LATER }),
  ).toMatchObject({ status: 200 });
  return settledSheet(ana, file_id, /^posted$/);
};
const waitingOf = async ({ run_id }: Answer) =>
  ((await ana.get('waiting_lines'))['lines'] as Record<string, unknown>[]).filter(
    (line) => line['run_id'] === run_id,
  );
const detailsOf = async (action: string) =>
  (await trailOf(portal.database, portal.tenantId))
    .filter((event) => event.action === action)
    .map(({ details, actorId }) => {
      const { operator: _, ...told } = details as Record<string, unknown>;
      return { ...told, actorId };
    });

let odd: DroppedSheet;

test('POST-18 a line that cannot be right is not posted before a person has looked at it', async () => {
  odd = await drop('odd.csv', [
    `A-1,L-1,"Totally Different Bagels LLC",690,${DAY},`,
    `A-2,L-1,"BEACON HILL LANDSCAPING, INC",700,${DAY},`,
    `A-3,L-1,Green Thumb,300,${DAY},`,
    `A-4,L-2,,700,2016-11-18,`,
    `A-5,L-2,Marino and Sons Plumbing LLC,"1,050.01",${DAY},`,
    `A-6,L-2,Marino & Sons Plumbing,120,${SATURDAY},`,
  ]);
  expect(countsOf(odd)).toEqual({ 'look at this': 4, 'will post': 2 });
  expect(odd['posting_total']).toBe('1000.00');
  const lines = await linesOf(odd, 'look at this');
  expect(lines).toMatchObject([
    {
      ...{ line: 2, merchant: 'Totally Different Bagels LLC', deal_name: 'Beacon Hill Landscaping' },
      concerns: ['The file names Totally Different Bagels LLC, the deal is Beacon Hill Landscaping.'],
    },
    { line: 5, why: 'Dated 11/18/2016, before the deal was funded on 10/01/2026.' },
    { line: 6, why: '$1,050.01 is more than 1.5 times the debit of $700.00.' },
    { line: 7, why: `${formatDate(SATURDAY)} is a Saturday, not a bank day.` },
  ]);
  // What waits is in no effect.
  const [effect] = odd['effects'] as { gross: string }[];
  expect(effect?.gross).toBe('100.00');
});

test('POST-19 lines are accepted with one reason, which stays with them and in the audit trail', async () => {
  const path = `day_sheets/${odd.file_id}/accepted_lines`;
  const { check_number } = odd;
  expect((await ana.put(path, { check_number, lines: [2], reason: '  ' })).status).toBe(400);
  expect((await owen.put(path, { check_number, lines: [2], reason: 'x' })).status).toBe(403);
  expect(await ana.put(path, { check_number: 99, lines: [2], reason: 'x' })).toMatchObject({
    ...{ status: 409, code: 'sheet_changed' },
  });
  // Line 3 needs no look.
  expect(await accept(odd, [2, 3])).toMatchObject({ status: 409, code: 'sheet_changed' });
  expect(await accept(odd, [2, 6])).toMatchObject({ status: 200 });
  odd = await settledSheet(ana, odd.file_id, /^checked$/);
  expect(countsOf(odd)).toEqual({ 'look at this': 2, 'will post': 4 });
  const accepted = {
    ...{ accepted_reason: 'The owner called.', accepted_by: 'Ana Ruiz', why: 'Cleared.' },
    concerns: [expect.any(String)],
  };
  expect((await linesOf(odd, 'will post')).filter(({ accepted_reason }) => accepted_reason)).toMatchObject([
    { line: 2, ...accepted },
    { line: 6, ...accepted },
  ]);
  expect(await detailsOf('day sheet lines accepted')).toEqual([
    { lineCount: 2, lines: '2, 6', reason: 'The owner called.', actorId: ana.userId },
  ]);
});

test('POST-19 what was accepted is what was shown: another deal, or another concern, has to be accepted again', async () => {
  odd = await decide(odd, 6, { decision: null, contract_MID: 'L-3' });
  expect(await linesOf(odd, 'look at this')).toMatchObject([
    { line: 5 },
    {
      line: 6,
      accepted_reason: null,
      concerns: [expect.stringContaining('Quay Bakery'), expect.any(String)],
    },
    { line: 7 },
  ]);
  odd = await decide(odd, 6, { decision: null, contract_MID: 'L-2' });
  expect(await accept(odd, [6])).toMatchObject({ status: 200 });
  odd = await settledSheet(ana, odd.file_id, /^checked$/);
  expect(countsOf(odd)).toEqual({ 'look at this': 2, 'will post': 4 });
  const rename = (name: string) =>
    withTenant(portal.database.owner, portal.tenantId, (tx) =>
      tx.updateTable('deals').set({ name }).where('mid', '=', 'L-1').execute(),
    );
  await rename('Beacon Hill Landscaping Two');
  odd = await decide(odd, 5, { decision: null });
  expect((await linesOf(odd, 'look at this')).map(({ line }) => line)).toEqual([2, 5, 7]);
  await rename('Beacon Hill Landscaping');
  odd = await decide(odd, 5, { decision: null });
  // Accepting is taken back as well.
  odd = await decide(odd, 6, { decision: null });
  expect((await linesOf(odd, 'look at this')).map(({ line }) => line)).toEqual([5, 6, 7]);
});

test('POST-19 what nobody accepted waits, and posts from the queue only with a reason', async () => {
  const posted = await post(odd);
  expect(countsOf(posted)).toEqual({ 'look at this': 3, 'will post': 3 });
  expect(await paymentOf('A-1')).toMatchObject({ amountCents: 69_000n, status: 'cleared' });
  for (const reference of ['A-4', 'A-5', 'A-6']) expect(await paymentOf(reference)).toBeUndefined();
  expect(posted, 'POST-23: the header has the lines of the file').toMatchObject({ line_count: 6 });
  expect(await waitingOf(posted)).toMatchObject([
    {
      line: 5,
      needs_reason: true,
      can_post: true,
      why: expect.stringContaining('before the deal was funded'),
    },
    { line: 6, needs_reason: true, deal_name: 'Marino & Sons Plumbing' },
    { line: 7, needs_reason: true },
  ]);
  const at = (line: number) => `posting_runs/${posted['run_id']}/lines/${line}/post`;
  expect(await ana.post(at(6))).toMatchObject({
    ...{ status: 409, code: 'line_needs_reason' },
    message: '$1,050.01 is more than 1.5 times the debit of $700.00.',
  });
  expect(await ana.post(at(6), { post_too: true })).toMatchObject({ code: 'line_needs_reason' });
  expect(await paymentOf('A-5')).toBeUndefined();
  expect(await ana.post(at(6), { reason: 'Two weeks at once.' })).toMatchObject({ status: 200 });
  expect(await paymentOf('A-5')).toMatchObject({ amountCents: 105_001n });
  // With a date that can be right it needs none.
  expect(await ana.post(at(5), { date: '2016-11-17' })).toMatchObject({ code: 'line_needs_reason' });
  expect(await ana.post(at(5), { date: DAY })).toMatchObject({ status: 200 });
  expect(await paymentOf('A-4')).toMatchObject({ clearedDate: DAY });
  expect(await detailsOf('waiting line posted')).toEqual([
    { line: 6, reason: 'Two weeks at once.', actorId: ana.userId },
    { line: 5, date: DAY, actorId: ana.userId },
  ]);
  const settled = await inBook((tx) =>
    tx.selectFrom('settledLines').select(['line', 'reason']).orderBy('line').execute(),
  );
  expect(settled).toEqual([
    { line: 5, reason: null },
    { line: 6, reason: 'Two weeks at once.' },
  ]);
  expect(await differencesIn(portal.database.db, portal.tenantId)).toEqual([]);
});

test('POST-20 a line that pays its deal in full says so', async () => {
  const sheet = await drop('payoff.csv', [
    `B-1,L-4,Small Shop,"60,000.00",${DAY},`,
    `B-2,L-5,Harbor Diner,700,${DAY},`,
  ]);
  expect(await linesOf(sheet, 'look at this')).toMatchObject([
    { line: 2, why: '$60,000.00 is more than 1.5 times the debit of $700.00. Pays the deal in full.' },
  ]);
  expect(await accept(sheet, null, 'Payoff letter of Monday.')).toMatchObject({ status: 200 });
  const checked = await settledSheet(ana, sheet.file_id, /^checked$/);
  expect(await linesOf(checked, 'will post')).toMatchObject([
    { line: 2, why: 'Cleared. Pays the deal in full.' },
    { line: 3, why: 'Cleared.' },
  ]);
  await post(checked);
});

test('POST-21 a return under a number of its own takes back the debit of its deal and amount, once', async () => {
  await post(
    await drop('debits.csv', [
      `C-1,L-3,Quay Bakery,"$410.00",${EARLIER},`,
      `C-2,L-3,Quay Bakery,"$410.00",${DAY},`,
      `C-3,L-5,Harbor Diner,"$55.00",${DAY},`,
    ]),
  );
  const first = await drop('returns.csv', [
    `R-1,L-3,Quay Bakery,"($410.00)",${LATER},R01`,
    `R-2,L-5,Harbor Diner,"($56.00)",${LATER},R01`,
    `C-3,L-5,Harbor Diner,"($55.00)",${LATER},R02`,
  ]);
  expect(await linesOf(first, 'will post')).toMatchObject([
    { line: 2, reference: 'C-2', why: `Takes back the payment C-2 that cleared on ${formatDate(DAY)}.` },
    { line: 4, reference: 'C-3' },
  ]);
  expect(await linesOf(first, 'look at this')).toMatchObject([
    {
      ...{ line: 3, reference: 'R-2' },
      why: 'Its reference is unknown, and the deal has no earlier cleared payment of $56.00 to take back.',
    },
  ]);
  const posted = await post(first);
  expect(await paymentOf('C-2')).toMatchObject({ status: 'reversed', returnedDate: LATER });
  expect(await paymentOf('R-2')).toBeUndefined();
  // The same return again is known by its number; another one of the same day is of the other debit.
  const second = await drop('returns again.csv', [
    `R-1,L-3,Quay Bakery,"($410.00)",${LATER},R01`,
    `R-3,L-3,Quay Bakery,"($410.00)",${LATER},R01`,
  ]);
  expect(await linesOf(second, 'posted before')).toMatchObject([{ line: 2, reference: 'C-2' }]);
  expect(await linesOf(second, 'will post')).toMatchObject([{ line: 3, reference: 'C-1' }]);
  await post(second);
  expect(await paymentOf('C-1')).toMatchObject({ status: 'reversed' });
  const at = `posting_runs/${posted['run_id']}/lines/3/post`;
  expect(await ana.post(at)).toMatchObject({ status: 409, code: 'line_needs_reason' });
  expect(await ana.post(at, { reason: 'The debit never cleared.' })).toMatchObject({ status: 200 });
  expect(await paymentOf('R-2')).toMatchObject({ status: 'returned', clearedDate: null });
  expect(await differencesIn(portal.database.db, portal.tenantId)).toEqual([]);
});

test('POST-21 a return of a debit that waits for a person waits with it', async () => {
  const sheet = await drop('both.csv', [
    `D-1,L-6,Somebody Else,"$99.00",${DAY},`,
    `D-1,L-6,Long Dock,"($99.00)",${LATER},R01`,
  ]);
  expect(await linesOf(sheet, 'look at this')).toMatchObject([
    { line: 2 },
    { line: 3, concerns: ['It returns line 2, which does not post yet.'] },
  ]);
  expect(await accept(sheet, [2])).toMatchObject({ status: 200 });
  const checked = await settledSheet(ana, sheet.file_id, /^checked$/);
  expect(await linesOf(checked, 'will post')).toMatchObject([
    { line: 2, why: 'Cleared.' },
    { line: 3, why: 'Takes back a debit of this file.', concerns: [] },
  ]);
  await ana.post(`day_sheets/${sheet.file_id}/discard`);
});

test('POST-22 an amount that cannot be read is typed in, at the check and in the queue; another one is not', async () => {
  let sheet = await drop('unread.csv', [
    `E-1,L-6,Long Dock,n/a,${DAY},`,
    `E-2,L-6,Long Dock,see note,soon,`,
    `E-3,L-6,Long Dock,"$20.00",${DAY},`,
  ]);
  expect(countsOf(sheet)).toEqual({ refused: 2, 'will post': 1 });
  const line = `day_sheets/${sheet.file_id}/lines`;
  expect(await ana.put(`${line}/4`, { decision: null, amount: '21.00' })).toMatchObject({
    ...{ status: 409, code: 'line_amount_readable' },
  });
  sheet = await decide(sheet, 2, { decision: null, amount: '31.50' });
  expect(await linesOf(sheet, 'will post')).toMatchObject([
    { line: 2, amount: '31.50', has_corrections: true },
    { line: 4 },
  ]);
  expect(await detailsOf('day sheet line changed')).toContainEqual({
    ...{ line: 2, amount: '31.50', actorId: ana.userId },
  });
  const posted = await post(sheet);
  expect(await paymentOf('E-1')).toMatchObject({ amountCents: 3150n });
  expect(await waitingOf(posted)).toMatchObject([
    { line: 3, can_post: false, can_change: true, date_text: 'soon', amount_text: 'see note' },
  ]);
  const at = `posting_runs/${posted['run_id']}/lines/3/post`;
  expect(await ana.post(at, { date: DAY })).toMatchObject({ status: 422, code: 'line_unreadable' });
  expect(await ana.post(at, { date: DAY, amount: '12.00' })).toMatchObject({ status: 200 });
  expect(await paymentOf('E-2')).toMatchObject({ amountCents: 1200n, clearedDate: DAY });
  expect(await waitingOf(posted)).toEqual([]);
});

test('POST-23 what posts is one figure wherever it stands, and what is taken back is told in dollars', async () => {
  const sheet = await drop('sums.csv', [
    `F-1,L-5,Harbor Diner,"$400.00",${DAY},`,
    `F-2,L-5,Harbor Diner,"($44.00)",${LATER},R01`,
    `F-3,L-2,Marino & Sons Plumbing,"$50.00",${DAY},`,
    `A-2,L-1,Beacon Hill Landscaping,"($700.00)",${LATER},R01`,
  ]);
  expect(await accept(sheet, null)).toMatchObject({ status: 200 });
  const checked = await settledSheet(ana, sheet.file_id, /^checked$/);
  // A return of a debit that never cleared moves nothing.
  expect(checked).toMatchObject({ posting_total: '-250.00', total: '-294.00' });
  expect(checked['counts']).toContainEqual({ verdict: 'will post', line_count: 4, amount: '-250.00' });
  const { run_id } = await post(checked);
  const runs = (await ana.get('posting_runs'))['runs'] as Record<string, unknown>[];
  expect(runs.find((run) => run['run_id'] === run_id)).toMatchObject({
    ...{ posted: 2, posted_amount: '450.00', debits_taken_back: 2, taken_back_amount: '700.00' },
  });
});

test('DESK-20 the card of the day has all of its files, with what they took back', async () => {
  const runs = (await ana.get('posting_runs'))['runs'] as {
    posted_amount: string;
    taken_back_amount: string;
  }[];
  const sumOf = (amounts: string[]) =>
    amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0) / 100;
  const lines = await inBook((tx) =>
    tx
      .selectFrom('daySheetLines as line')
      .innerJoin('daySheets as sheet', (join) =>
        join.onRef('sheet.tenantId', '=', 'line.tenantId').onRef('sheet.fileId', '=', 'line.fileId'),
      )
      .select('line.line')
      .where('sheet.state', '=', 'posted')
      .execute(),
  );
  const { file } = (await ana.get('board')) as unknown as { file: Record<string, unknown> };
  expect(file).toMatchObject({ files: runs.length, entries: lines.length, complete_through: LATER });
  expect(Number(file['posted_amount'])).toBe(sumOf(runs.map(({ posted_amount }) => posted_amount)));
  expect(Number(file['taken_back_amount'])).toBe(
    sumOf(runs.map(({ taken_back_amount }) => taken_back_amount)),
  );
  expect(file['taken_back_amount']).toBe('1575.00');
});

test('POST-24 a posted file leaves the open ones with its copies, and one that waits can be discarded', async () => {
  const open = async () =>
    ((await ana.get('posting_runs'))['sheets'] as { file_name: string }[])
      .map(({ file_name }) => file_name)
      .toSorted();
  const rows = [`G-1,L-5,Harbor Diner,"$41.00",${DAY},`];
  const first = await drop('first.csv', rows);
  const copy = await drop('copy.csv', rows);
  const other = await drop('other.csv', [`G-2,L-5,Harbor Diner,"$42.00",${DAY},`]);
  expect(await open()).toEqual(['copy.csv', 'first.csv', 'other.csv']);
  await post(first);
  await settledSheet(ana, copy.file_id, /^checked$/);
  expect(await open()).toEqual(['other.csv']);
  const discard = (sheet: DroppedSheet, desk = ana) => desk.post(`day_sheets/${sheet.file_id}/discard`);
  expect(await discard(first)).toMatchObject({ status: 409, code: 'sheet_posted' });
  expect((await discard(other, owen)).status).toBe(403);
  expect(await discard(other)).toMatchObject({ status: 200 });
  expect(await open()).toEqual([]);
  expect((await ana.get(`day_sheets/${other.file_id}`)).status).toBe(404);
  expect(await detailsOf('day sheet discarded')).toContainEqual({ file: 'other.csv', actorId: ana.userId });
  await expect
    .poll(() =>
      inBook((tx) => tx.selectFrom('sheetFiles').select('name').where('id', '=', other.file_id).execute()),
    )
    .toEqual([]);
});
