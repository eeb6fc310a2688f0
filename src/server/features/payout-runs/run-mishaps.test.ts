import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../shared/domain/calendar-date.ts';
import { enterThrough } from '../../ledger/cash/enter-movements.ts';
import { openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { findDifferences } from '../../ledger/find-differences.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { sitDown } from '../../testing/desk.ts';
import { approveAsSeen, openRunDesk, prepareNext, type RunDesk, readRun } from '../../testing/payout-runs.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

type Paid = Parameters<typeof openRunDesk>[1];
const open = (...paid: Paid): Promise<RunDesk> => openRunDesk(portal, paid);
const agrees = async ({ book, tenantId }: RunDesk) =>
  expect(await book.inTenant((tx) => findDifferences(tx, tenantId))).toEqual([]);
const makeFile = ({ ingrid }: RunDesk, runId: number) => ingrid.post(`payouts/${runId}/file`);

/** Approves a run as it is, and makes its file. */
async function send(desk: RunDesk, runId: number): Promise<void> {
  expect(await approveAsSeen(desk.marcus, runId)).toMatchObject({ state: 'approved' });
  expect(await makeFile(desk, runId)).toMatchObject({ state: 'file made' });
}

const tracesOf = async ({ ingrid }: RunDesk, runId: number) =>
  (await readRun(ingrid, runId)).items.map(({ trace_number }) => String(trace_number));

test('RUN-08 files that are made in another order than their runs were prepared go on with the trace numbers', async () => {
  const desk = await open({ name: 'Allegheny' }, { name: 'Lakefront' });
  const { book, ingrid } = desk;
  await book.nameOriginator();
  await book.pay();
  const later = await book.draft(book.nextPayDate, ingrid);
  const first = await book.draft(book.payDate, ingrid);
  const last = await book.draft(addDays(book.nextPayDate, 7), ingrid);
  await send(desk, first);
  await book.pay();
  await send(desk, later);
  for (const trace_number of await tracesOf(desk, later))
    await ingrid.post('payouts/returned', { trace_number, return_code: 'R01' });
  await send(desk, last);
  const traces = [
    ...(await tracesOf(desk, first)),
    ...(await tracesOf(desk, later)),
    ...(await tracesOf(desk, last)),
  ].sort();
  expect(traces.map((trace) => Number(trace.slice(8)))).toEqual([1, 2, 3, 4, 5, 6]);
  await agrees(desk);
});

test('RUN-08 RUN-16 trace numbers begin anew once they are used up, and a return is of the newest', async () => {
  const desk = await open({ name: 'Allegheny' });
  const { book, ingrid, tenantId } = desk;
  await book.nameOriginator();
  await book.pay();
  const first = await prepareNext(desk);
  await send(desk, first);
  await book.inTenant((tx) =>
    sql`update payout_run_files set last_sequence = 9999998 where tenant_id = ${tenantId}::uuid`.execute(tx),
  );
  await book.pay();
  const second = await book.draft(book.nextPayDate, ingrid);
  await send(desk, second);
  const [trace_number] = await tracesOf(desk, second);
  expect(await tracesOf(desk, first)).toEqual([trace_number]);
  expect(await ingrid.post('payouts/returned', { trace_number, return_code: 'R01' })).toMatchObject({
    run_id: second,
  });
});

test('RUN-13 the originator that was named last counts, also if its number is lower', async () => {
  const desk = await open({ name: 'Allegheny' });
  const { book, ingrid, tenantId } = desk;
  await book.nameOriginator();
  await book.nameOriginator();
  await book.inTenant((tx) =>
    sql`update payout_originators set company_name = 'Newer', set_at = now() + interval '1 minute'
      where tenant_id = ${tenantId}::uuid and id = (select min(id) from payout_originators where tenant_id = ${tenantId}::uuid)`.execute(
      tx,
    ),
  );
  expect((await ingrid.get('payouts'))['originator']).toMatchObject({ company_name: 'Newer' });
});

test('RUN-11 while an approved run has no bank file, no other one is approved', async () => {
  const desk = await open({ name: 'Blocked', account: 'none' });
  const { book, ingrid, marcus } = desk;
  await book.nameOriginator();
  await book.pay();
  const first = await prepareNext(desk);
  await approveAsSeen(marcus, first);
  await book.pay();
  const second = await book.draft(book.nextPayDate, ingrid);
  expect(await approveAsSeen(marcus, second)).toMatchObject({
    status: 409,
    code: 'run_file_first',
    message: expect.stringMatching(/^The run of \d\d\/\d\d\/\d{4} is approved and has no bank file yet/),
  });
  await marcus.post(`payouts/${first}/reopen`);
  expect(await approveAsSeen(marcus, second)).toMatchObject({ state: 'approved' });
  expect(await approveAsSeen(marcus, first)).toMatchObject({ code: 'run_file_first' });
  expect(await makeFile(desk, second)).toMatchObject({ state: 'file made' });
  await send(desk, first);
  await agrees(desk);
});

test('RUN-03 the first run is not discarded once its pay date would count as paid outside the portal', async () => {
  const desk = await open({ name: 'Allegheny' });
  const { book, ingrid, tenantId } = desk;
  await book.pay();
  const first = await prepareNext(desk);
  const second = await book.draft(book.nextPayDate, ingrid);
  const discard = (runId: number) => ingrid.post(`payouts/${runId}/discard`);
  expect(await discard(first)).toMatchObject({ status: 409, code: 'run_is_first' });
  expect(await discard(second)).toMatchObject({ state: 'discarded' });
  const moveTo = (day: string) =>
    book.inTenant((tx) =>
      sql`update payout_runs set pay_date = ${day}::date where tenant_id = ${tenantId}::uuid and id = ${first}`.execute(
        tx,
      ),
    );
  await moveTo(addDays(book.today, -1));
  expect(await discard(first)).toMatchObject({ code: 'run_is_first' });
  await moveTo(book.today);
  expect(await discard(first)).toMatchObject({ state: 'discarded' });
});

test('RUN-05 a draft of somebody who may no longer prepare payouts is taken over by another, and recorded', async () => {
  const desk = await open({ name: 'Allegheny' });
  const { book, own, ingrid, marcus, tenantId } = desk;
  await book.pay();
  const runId = await prepareNext(desk);
  const noor = await sitDown(own, 'Noor Haddad', { role: 'accounting' });
  const asIs = await noor.post('payouts', { pay_date: book.payDate });
  expect(asIs).toMatchObject({ run_id: runId });
  expect(await readRun(noor, runId)).toMatchObject({ prepared_by: 'Ingrid Holm', is_orphaned: false });
  await book.inTenant((tx) =>
    sql`update memberships set permissions = array_remove(permissions, 'prepare-payouts')
      where tenant_id = ${tenantId}::uuid and user_id = ${ingrid.userId}`.execute(tx),
  );
  expect(await readRun(noor, runId)).toMatchObject({ is_orphaned: true });
  expect(await approveAsSeen(marcus, runId)).toMatchObject({ code: 'asker_lost_permission' });
  expect(await noor.post('payouts', { pay_date: book.payDate })).toMatchObject({ run_id: runId });
  expect(await readRun(noor, runId)).toMatchObject({ prepared_by: 'Noor Haddad', is_own: true });
  expect(await approveAsSeen(noor, runId)).toMatchObject({ code: 'own_run' });
  expect(await approveAsSeen(marcus, runId)).toMatchObject({ state: 'approved' });
  expect((await trailOf(portal.database, tenantId, `payout run ${runId}`))[1]).toMatchObject({
    action: 'payout run prepared',
    actorId: noor.userId,
    details: { takenOverFrom: `user ${ingrid.userId}` },
  });
});

test('RUN-12 CASH-05 what a run has sent to the bank is not credited again by a cash account that is opened afterwards', async () => {
  const desk = await open({ name: 'Allegheny' });
  const { book, tenantId } = desk;
  const syndicateId = book.syndicates.get('Allegheny') ?? 0n;
  await book.nameOriginator();
  await book.pay();
  await send(desk, await prepareNext(desk));
  await book.pay();
  const opening = { syndicateId, cash: 500_00n, contributed: 500_00n, recordedBy: 'test' };
  await book.inTenant(async (tx) => {
    await openCashAccount(tx, tenantId, opening);
    await enterThrough(tx, tenantId, syndicateId, book.payDate);
  });
  const cash = () =>
    book.inTenant(
      async (tx) =>
        (
          await sql<{ cash: bigint }>`select cash_cents as cash from syndicate_totals
          where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId}`.execute(tx)
        ).rows[0]?.cash,
    );
  expect(await cash()).toBe(500_00n);
  await agrees(desk);
  await book.inTenant((tx) => enterThrough(tx, tenantId, syndicateId, book.nextPayDate));
  expect(await cash()).toBe(596_00n);
});
