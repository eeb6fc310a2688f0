import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankDayFrom } from '../../../shared/domain/bank-holidays.ts';
import { addDays } from '../../../shared/domain/calendar-date.ts';
import { makeBatch } from '../../statements/make-batch.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { sitDown } from '../../testing/desk.ts';
import { approveAsSeen, openRunDesk, prepareNext, type RunDesk, readRun } from '../../testing/payout-runs.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { recheckDifferences } from '../reconciliation/recheck.ts';
import { reconcile } from '../reconciliation/reconcile.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const ALLEGHENY = 'Allegheny Yield Fund';
const LAKEFRONT = 'Lakefront Funding';
const openDesk = () => openRunDesk(portal, [{ name: ALLEGHENY }, { name: LAKEFRONT }]);

/** Changes a kept sum of an investor by so many cents, as no program of ours does. */
const bend = ({ book, tenantId }: RunDesk, table: string, name: string, cents: number) =>
  book.inTenant(async (tx) => {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
    await sql`update ${sql.table(table)} set net_pay_cents = net_pay_cents + ${cents}::integer,
        gross_cents = gross_cents + ${cents}::integer
      where tenant_id = ${tenantId}::uuid and syndicate_id = ${book.syndicates.get(name)}`.execute(tx);
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
  });
const reconcileBook = ({ tenantId }: RunDesk) => reconcile(portal.database.db, tenantId, { isWhole: true });
const differing = async (desk: RunDesk, runId: number) =>
  ((await readRun(desk.marcus, runId)) as unknown as { differing: { syndicate: string }[] }).differing.map(
    ({ syndicate }) => syndicate,
  );
const outcomes = async (desk: RunDesk, runId: number) =>
  (await readRun(desk.marcus, runId)).items.map(({ syndicate, outcome, reason }) => [
    syndicate,
    outcome,
    reason,
  ]);

test('RUN-40 a run whose figures are not those of its lines is not approved, and the investors are named, without any reconciliation before', async () => {
  const desk = await openDesk();
  await desk.book.pay();
  const runId = await prepareNext(desk);
  await bend(desk, 'syndicate_pay_dates', LAKEFRONT, 1);
  expect(await approveAsSeen(desk.marcus, runId)).toMatchObject({
    status: 409,
    code: 'run_not_reconciled',
    message: expect.stringContaining(LAKEFRONT),
  });
  expect(await differing(desk, runId)).toEqual([LAKEFRONT]);
  await bend(desk, 'syndicate_pay_dates', LAKEFRONT, -1);
  expect(await differing(desk, runId)).toEqual([]);
  expect(await approveAsSeen(desk.marcus, runId)).toMatchObject({ state: 'approved' });
});

test('RUN-40 a line that is not the share of its payment stops the approval, though all sums agree', async () => {
  const desk = await openDesk();
  const { book, marcus } = desk;
  await book.pay();
  const runId = await prepareNext(desk);
  for (const table of ['payout_lines', 'syndicate_pay_dates']) await bend(desk, table, ALLEGHENY, 1);
  expect(await differing(desk, runId)).toEqual([ALLEGHENY]);
  expect(await approveAsSeen(marcus, runId)).toMatchObject({ code: 'run_not_reconciled' });
});

test('RUN-40 DESK-190 what a reconciliation left open stops the bank file too; the page lists it by investor, and checking again takes what agrees off it', async () => {
  const desk = await openDesk();
  const { book, ingrid, marcus, tenantId } = desk;
  await book.pay();
  await book.nameOriginator();
  const runId = await prepareNext(desk);
  expect(await approveAsSeen(marcus, runId)).toMatchObject({ state: 'approved' });
  await bend(desk, 'syndicate_totals', LAKEFRONT, 125);
  expect(await ingrid.get('differences')).toMatchObject({ number_of_differences: 0 });
  await reconcileBook(desk);
  const listed = (await ingrid.get('differences')) as unknown as {
    differences: Record<string, unknown>[];
    stopped_run: object;
  };
  expect(listed).toMatchObject({
    number_of_investors: 1,
    stopped_run: { run_id: runId, pay_date: book.payDate },
  });
  expect(listed.differences).toContainEqual(
    expect.objectContaining({
      place: 'Totals of investors',
      figure: 'Net pay',
      gap: '1.25',
      investors: [{ syndicate_id: Number(book.syndicates.get(LAKEFRONT)), syndicate: LAKEFRONT }],
    }),
  );
  expect(await ingrid.get('board')).toMatchObject({ check: { ties_out: false } });
  expect(await ingrid.post(`payouts/${runId}/file`)).toMatchObject({ code: 'run_not_reconciled' });

  expect(await ingrid.post('differences/check')).toMatchObject({ is_checking: true });
  expect(await recheckDifferences(portal.database.db, tenantId)).toBeGreaterThan(0);
  expect(await ingrid.post(`payouts/${runId}/file`)).toMatchObject({ code: 'run_not_reconciled' });
  await bend(desk, 'syndicate_totals', LAKEFRONT, -125);
  expect(await recheckDifferences(portal.database.db, tenantId)).toBe(0);
  expect(await ingrid.get('differences')).toMatchObject({ number_of_differences: 0, differences: [] });
  expect(await ingrid.get('board')).toMatchObject({ check: { ties_out: true } });
  expect(await ingrid.post(`payouts/${runId}/file`)).toMatchObject({ state: 'file made' });
});

test('RUN-41 two people leave an investor out: the others are paid, its money is held, and a later run brings it in', async () => {
  const desk = await openDesk();
  const { book, ingrid, marcus, tenantId, own } = desk;
  await book.pay();
  await book.nameOriginator();
  const runId = await prepareNext(desk);
  const path = `payouts/${runId}/leave_out`;
  expect(await marcus.post(path, { reason: 'Nothing differs' })).toMatchObject({ code: 'run_reconciled' });
  await bend(desk, 'syndicate_totals', LAKEFRONT, 1);
  await reconcileBook(desk);
  const asked = await marcus.post(path, { reason: 'The others wait for their money' });
  expect(asked.status).toBe(200);
  const approval = `approvals/${asked['approval_id']}/approve`;
  expect(await marcus.post(approval)).toMatchObject({ code: 'own_approval' });
  expect(await outcomes(desk, runId)).toEqual([
    [ALLEGHENY, 'in file', ''],
    [LAKEFRONT, 'in file', ''],
  ]);
  expect((await ingrid.post(approval)).status).toBe(200);
  expect(await outcomes(desk, runId)).toEqual([
    [ALLEGHENY, 'in file', ''],
    [LAKEFRONT, 'held', 'not reconciled'],
  ]);
  const trail = await trailOf(own.database, tenantId);
  expect(trail.find(({ action }) => action === 'investors left out')?.details).toMatchObject({
    syndicates: `syndicate ${book.syndicates.get(LAKEFRONT)}`,
  });
  expect(await approveAsSeen(marcus, runId)).toMatchObject({ state: 'approved' });
  expect(await ingrid.post(`payouts/${runId}/file`)).toMatchObject({ state: 'file made' });

  await bend(desk, 'syndicate_totals', LAKEFRONT, -1);
  await reconcileBook(desk);
  expect(await ingrid.get('differences')).toMatchObject({ number_of_differences: 0 });
  await book.pay();
  const next = await book.draft(book.nextPayDate, ingrid);
  const { items } = await readRun(marcus, next);
  expect(items.find(({ syndicate }) => syndicate === LAKEFRONT)).toMatchObject({ outcome: 'in file' });
  expect(Number(items.find(({ syndicate }) => syndicate === LAKEFRONT)?.['released_in'])).toBeGreaterThan(0);
});

test('RUN-40 an investor whose figures differ and who is not in the run stops nothing', async () => {
  const desk = await openDesk();
  const other = await openDesk();
  await desk.book.pay();
  await other.book.pay();
  const runId = await prepareNext(desk);
  await bend(other, 'syndicate_totals', LAKEFRONT, 1);
  await reconcileBook(other);
  expect(await approveAsSeen(desk.marcus, runId)).toMatchObject({ state: 'approved' });
});

test('STMT-33 no statement is made of an investor whose figures differ, until they agree', async () => {
  const desk = await openDesk();
  const { book, tenantId } = desk;
  await book.pay();
  await bend(desk, 'syndicate_totals', LAKEFRONT, 1);
  await reconcileBook(desk);
  const month = `${book.payDate.slice(0, 7)}-01` as typeof book.payDate;
  const batch = {
    syndicateIds: [...book.syndicates.values()],
    months: { first: month, last: month },
    madeFrom: month,
    years: [],
    newFrom: month,
    told: month,
  };
  const madeOf = async () =>
    (await makeBatch(portal.database.db, tenantId, batch)).map(({ syndicateId }) => syndicateId);
  expect(await madeOf()).toEqual([book.syndicates.get(ALLEGHENY)]);
  await bend(desk, 'syndicate_totals', LAKEFRONT, -1);
  await recheckDifferences(portal.database.db, tenantId);
  expect(await madeOf()).toEqual([book.syndicates.get(LAKEFRONT)]);
});

test('RUN-42 a run is marked as settled from its effective date on, and two people take that back', async () => {
  const desk = await openDesk();
  const { book, ingrid, marcus } = desk;
  await book.pay();
  await book.nameOriginator();
  const runId = await prepareNext(desk);
  await approveAsSeen(marcus, runId);
  await ingrid.post(`payouts/${runId}/file`);
  expect(await ingrid.post(`payouts/${runId}/settle`)).toMatchObject({ code: 'run_not_effective_yet' });
  await book.reachEffectiveDate(runId);
  const back = `payouts/${runId}/not_settled`;
  expect(await ingrid.post(back, { reason: 'Not yet' })).toMatchObject({ code: 'run_not_settled' });
  expect(await ingrid.post(`payouts/${runId}/settle`)).toMatchObject({ state: 'settled' });
  const { approval_id } = await ingrid.post(back, { reason: 'The bank holds the file' });
  expect(await ingrid.post(`approvals/${approval_id}/approve`)).toMatchObject({ code: 'own_approval' });
  const lee = await sitDown(desk.own, 'Lee Approver', { role: 'accounting' });
  expect((await lee.post(`approvals/${approval_id}/approve`)).status).toBe(200);
  expect(await readRun(marcus, runId)).toMatchObject({ state: 'file made' });
});

test('RUN-43 a pay date whose run was not prepared in time says on which day its money moves', async () => {
  const desk = await openDesk();
  const { book, ingrid, tenantId } = desk;
  await book.pay();
  await book.draft(addDays(book.today, -7), ingrid);
  // Whatever the time of the day, the bank can still be reached.
  await book.nameOriginator();
  await book.inTenant((tx) =>
    tx
      .updateTable('payoutOriginators')
      .set({ cutoffMinute: 1439 })
      .where('tenantId', '=', tenantId)
      .execute(),
  );
  const nextPayout = async () => (await ingrid.get('board'))['next_payout'];
  const onTime = (await ingrid.get('payouts'))['due'] as { pay_date: string; moves_on: string }[];
  expect(onTime).toEqual([expect.objectContaining({ pay_date: book.payDate, moves_on: book.payDate })]);
  expect(await nextPayout()).toMatchObject({ pay_date: book.payDate, moves_on: book.payDate });
  await book.inTenant((tx) =>
    sql`update syndicate_pay_dates set pay_date = ${book.today}::date where tenant_id = ${tenantId}::uuid`.execute(
      tx,
    ),
  );
  const movesOn = bankDayFrom(addDays(bankDayFrom(book.today), 1));
  const late = (await ingrid.get('payouts'))['due'];
  expect(late).toEqual([expect.objectContaining({ pay_date: book.today, moves_on: movesOn })]);
  expect(await nextPayout()).toMatchObject({ pay_date: book.today, moves_on: movesOn });
});
