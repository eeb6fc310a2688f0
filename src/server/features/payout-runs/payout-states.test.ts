import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { findDifferences } from '../../ledger/find-differences.ts';
import { carryPayDatesAnew } from '../../ledger/unpaid-dates.ts';
import {
  approveAsSeen,
  giveBack,
  openRunDesk,
  prepareNext,
  type RunDesk,
  readRun,
  takeBack,
} from '../../testing/payout-runs.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const idOf = ({ book }: RunDesk, name: string) => book.syndicates.get(name) ?? 0n;
const agrees = async ({ book, tenantId }: RunDesk) =>
  expect(await book.inTenant((tx) => findDifferences(tx, tenantId))).toEqual([]);

/** What the investor of a syndicate reads on the Payouts tab, and on the strip. */
async function told(desk: RunDesk, name: string) {
  const id = idOf(desk, name);
  const read = async (path: string) =>
    (await (await desk.marcus.fetchAs(path, id)).json()) as {
      data: Record<string, unknown>[];
    } & Record<string, unknown>;
  const { data } = await read(`/api/payouts/get_payouts_paydates/${id}`);
  const strip = await read(`/api/payouts/syndication_sums/${id}`);
  return {
    days: data.map((day) => ({
      day: day['pay_date'],
      state: day['payout_state'],
      upcoming: day['is_upcoming'],
      words: day['payout_words'],
      trace: day['trace_number'],
    })),
    strip,
  };
}

const states = async (desk: RunDesk, name: string) =>
  (await told(desk, name)).days.map(({ day, state }) => `${day} ${state}`);

async function makeFile(desk: RunDesk, runId: unknown) {
  expect(await approveAsSeen(desk.marcus, runId)).toMatchObject({ status: 200, state: 'approved' });
  expect(await desk.ingrid.post(`payouts/${runId}/file`)).toMatchObject({ state: 'file made' });
}

test('RUN-17 a payout is scheduled, on its way and paid by its run, with the trace number that the bank knows', async () => {
  const desk = await openRunDesk(portal, [{ name: 'Allegheny' }, { name: 'Lakefront' }]);
  const { book, marcus, ingrid } = desk;
  await book.nameOriginator();
  await book.pay();
  // Without payout runs a payout is on its way until its day.
  expect(await states(desk, 'Allegheny')).toEqual([`${book.payDate} on its way`]);
  const runId = await prepareNext(desk);
  expect(await states(desk, 'Allegheny')).toEqual([`${book.payDate} scheduled`]);
  await approveAsSeen(marcus, runId);
  expect(await states(desk, 'Allegheny')).toEqual([`${book.payDate} on its way`]);
  expect((await told(desk, 'Allegheny')).strip).toMatchObject({
    paid_payouts: '0.00',
    upcoming_payouts: '96.00',
    upcoming_pay_date: book.payDate,
  });
  await ingrid.post(`payouts/${runId}/file`);
  const { items } = await readRun(marcus, runId);
  const trace = items.find(({ syndicate }) => syndicate === 'Allegheny')?.['trace_number'];
  expect(trace).toMatch(/^\d{15}$/);
  const after = await told(desk, 'Allegheny');
  expect(after.days).toEqual([{ day: book.payDate, state: 'paid', upcoming: 0, words: null, trace }]);
  expect(after.strip).toMatchObject({ paid_payouts: '96.00', upcoming_payouts: '0.00' });
  expect(await ingrid.get('investors')).toMatchObject({
    investors: [
      { name: 'Allegheny', paid_out: '96.00', upcoming: '0.00' },
      { name: 'Lakefront', paid_out: '96.00', upcoming: '0.00' },
    ],
  });
  await agrees(desk);
});

test('RUN-17 RUN-18 what the bank returns is owed again in words, and paid by the run that brings it in', async () => {
  const desk = await openRunDesk(portal, [{ name: 'Allegheny' }]);
  const { book, ingrid, marcus } = desk;
  await book.nameOriginator();
  await book.pay();
  const first = await prepareNext(desk);
  await makeFile(desk, first);
  const [item] = (await readRun(marcus, first)).items;
  await giveBack(desk, item?.['trace_number'], 'R02');
  const returned = await told(desk, 'Allegheny');
  expect(returned.days[0]).toMatchObject({
    state: 'returned',
    upcoming: 1,
    words: expect.stringContaining('R02 account closed'),
    trace: item?.['trace_number'],
  });
  expect(returned.strip).toMatchObject({ paid_payouts: '0.00', upcoming_payouts: '96.00' });
  await agrees(desk);
  await takeBack(desk, item?.['trace_number']);
  expect(await states(desk, 'Allegheny')).toEqual([`${book.payDate} paid`]);
  await giveBack(desk, item?.['trace_number'], 'R01');
  await ingrid.post(`payouts/accounts/${idOf(desk, 'Allegheny')}/confirm`, {
    reason: 'The investor called.',
  });
  await book.pay();
  const second = await book.draft(book.nextPayDate, ingrid);
  await makeFile(desk, second);
  const [again] = (await readRun(marcus, second)).items;
  expect(again).toMatchObject({ amount: '192.00', returned_in: '96.00' });
  const paid = await told(desk, 'Allegheny');
  expect(paid.days).toEqual([
    { day: book.nextPayDate, state: 'paid', upcoming: 0, words: null, trace: again?.['trace_number'] },
    {
      day: book.payDate,
      state: 'paid',
      upcoming: 0,
      words: `Paid with the payout of ${formatDate(book.nextPayDate)}.`,
      trace: again?.['trace_number'],
    },
  ]);
  expect(paid.strip).toMatchObject({ paid_payouts: '192.00', upcoming_payouts: '0.00' });
  await agrees(desk);
});

test('RUN-18 held, blocked and kept are told with what to do, and the pay dates written anew say the same', async () => {
  const desk = await openRunDesk(portal, [
    { name: 'Paid' },
    { name: 'No Account', account: 'none' },
    { name: 'Unknown', account: 'type unknown' },
    { name: 'Kept' },
  ]);
  const { book, tenantId } = desk;
  await book.nameOriginator();
  await book.inTenant((tx) =>
    openCashAccount(tx, tenantId, {
      syndicateId: idOf(desk, 'Kept'),
      cash: 0n,
      contributed: null,
      recordedBy: 'test',
    }),
  );
  await book.pay();
  await makeFile(desk, await prepareNext(desk));
  const [noAccount] = (await told(desk, 'No Account')).days;
  expect(noAccount).toMatchObject({ state: 'blocked', words: expect.stringContaining('no bank account') });
  const [unknown] = (await told(desk, 'Unknown')).days;
  expect(unknown).toMatchObject({
    state: 'blocked',
    words: expect.stringContaining('checking or a savings'),
  });
  const [kept] = (await told(desk, 'Kept')).days;
  expect(kept).toMatchObject({ state: 'paid', words: 'Kept in your cash account.', trace: null });
  await agrees(desk);
  const marks = () =>
    book.inTenant(async (tx) => {
      const { rows } =
        await sql`select syndicate_id, pay_date, payout_item_id, is_paid from syndicate_pay_dates
        where tenant_id = ${tenantId}::uuid order by 1, 2`.execute(tx);
      return rows;
    });
  const before = await marks();
  await book.inTenant(async (tx) => {
    await sql`update syndicate_pay_dates set payout_item_id = null, is_paid = false where tenant_id = ${tenantId}::uuid`.execute(
      tx,
    );
    expect(await findDifferences(tx, tenantId)).not.toEqual([]);
    await carryPayDatesAnew(tx, tenantId, [...book.syndicates.values()]);
  });
  expect(await marks()).toEqual(before);
  await agrees(desk);
});

test('RUN-17 a payout of a day that has come is on its way until its run has a bank file', async () => {
  const desk = await openRunDesk(portal, [{ name: 'Allegheny' }]);
  const { book, ingrid, tenantId } = desk;
  await book.pay();
  // As though the pay date were today.
  await book.inTenant((tx) =>
    sql`update syndicate_pay_dates set pay_date = ${book.today}::date where tenant_id = ${tenantId}::uuid`.execute(
      tx,
    ),
  );
  expect(await states(desk, 'Allegheny')).toEqual([`${book.today} paid`]);
  await book.draft(book.today, ingrid);
  const due = await told(desk, 'Allegheny');
  expect(due.days).toMatchObject([{ day: book.today, state: 'on its way', upcoming: 1 }]);
  expect(due.strip).toMatchObject({ paid_payouts: '0.00', upcoming_payouts: '96.00', latest_payout: null });
  expect(await ingrid.get('board')).toMatchObject({ book: { on_its_way: '96.00' } });
});
