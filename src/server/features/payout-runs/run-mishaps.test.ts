import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../shared/domain/calendar-date.ts';
import { writeCashEntries } from '../../ledger/cash/cash-entries.ts';
import { enterThrough } from '../../ledger/cash/enter-movements.ts';
import { lockCashAccount, openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { readCashAccount } from '../../ledger/cash/read-cash-account.ts';
import { recordCashEntry } from '../../ledger/cash/record-cash-entry.ts';
import { type AskedWithdrawal, askForWithdrawal, settleWithdrawal } from '../../ledger/cash/withdrawals.ts';
import { correctPayment } from '../../ledger/correct-payment.ts';
import { findDifferences } from '../../ledger/find-differences.ts';
import { lockLedgerExclusively } from '../../ledger/ledger-lock.ts';
import { approveRun } from '../../payout-runs/approve-run.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withClaims } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { createMembership, createUser } from '../../testing/factories.ts';
import {
  approveAsSeen,
  enterBankFile,
  giveBack,
  openRunDesk,
  prepareNext,
  type RunDesk,
  readRun,
  takeBack,
} from '../../testing/payout-runs.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { writeReturnFile } from '../../testing/return-files.ts';
import { untilBlockedBy } from '../../testing/until-waiting.ts';

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

/** Two payouts that were sent, and the bank's file that returns both, the one of the last syndicate at the end. */
async function openReturned() {
  const desk = await open({ name: 'Allegheny' }, { name: 'Lakefront' });
  const { book, ingrid } = desk;
  await book.nameOriginator();
  await book.pay();
  const runId = await prepareNext(desk);
  await send(desk, runId);
  const last = [...book.syndicates.values()].at(-1) ?? 0n;
  const { items } = await readRun(ingrid, runId);
  const traces = items.toSorted((one) => (one['syndicate_id'] === Number(last) ? 1 : -1));
  const back = traces.map(({ trace_number, syndicate_id }) => ({
    ...{ code: 'R03', trace: String(trace_number), amount: 96_00n, id: `S${syndicate_id}` },
  }));
  const notices = back.map((entry) => ({ ...entry, code: 'C01', amount: 0n, corrected: '1918171614' }));
  const text = writeReturnFile([...back, ...notices]);
  return { desk, runId, last, text };
}

/** What stands between the file and its last entry, and then records something. */
const IN_THE_WAY: Readonly<
  Record<string, (desk: RunDesk, last: bigint) => Promise<(tx: Tx) => Promise<unknown>>>
> = {
  async 'a withdrawal from one of its accounts'({ book, tenantId }, last) {
    const opening = { syndicateId: last, cash: 500_00n, contributed: null, recordedBy: 'test' };
    await book.inTenant((tx) => openCashAccount(tx, tenantId, opening));
    return (tx) => lockCashAccount(tx, tenantId, last);
  },
  // An approval that read the book before the return, and counted as later, would leave its money out for good.
  'somebody who approves a run':
    async ({ tenantId }) =>
    (tx) =>
      lockLedgerExclusively(tx, tenantId),
  'somebody who changes one of its bank accounts': async (_desk, last) => (tx) =>
    sql`select from syndicates where id = ${last} for update`.execute(tx),
  async 'somebody who changes the permissions of one of its people'({ book, tenantId }, last) {
    const userId = await createUser(portal.database.owner);
    await book.inTenant((tx) => createMembership(tx, tenantId, userId, { syndicateId: last }));
    return (tx) => sql`select from memberships where user_id = ${userId} for update`.execute(tx);
  },
};

test.each(Object.keys(IN_THE_WAY))(
  'RUN-16 a file of returns waits for %s, and neither breaks the other off',
  async (name) => {
    const { desk, runId, last, text } = await openReturned();
    const lock = await IN_THE_WAY[name]?.(desk, last);
    const reading: Promise<unknown>[] = [];
    await desk.book.inTenant(async (tx) => {
      await lock?.(tx);
      reading.push(enterBankFile(desk, text));
      await untilBlockedBy(portal.database.db, tx);
      await recordAudit(tx, { actorId: null, action: 'withdrawal asked for', subject: 'test' });
    });
    expect(await reading[0]).toMatchObject({ status: 200, state: 'entered' });
    const { items } = await readRun(desk.ingrid, runId);
    expect(items.map(({ return_code }) => return_code)).toEqual(['R03', 'R03']);
    await agrees(desk);
  },
);

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
  for (const trace_number of await tracesOf(desk, later)) await giveBack(desk, trace_number, 'R01');
  for (const syndicateId of book.syndicates.values())
    await ingrid.post(`payouts/accounts/${syndicateId}/confirm`, { reason: 'It was full' });
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
  expect(await giveBack(desk, trace_number, 'R01')).toMatchObject({ state: 'entered' });
  const codeOf = async (runId: number) => (await readRun(ingrid, runId)).items[0]?.['return_code'];
  expect([await codeOf(first), await codeOf(second)]).toEqual([null, 'R01']);
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

test('RUN-05 security rule: nobody approves the run of somebody whom they have just let in, or who has let them in', async () => {
  const desk = await open({ name: 'Allegheny' });
  const { book, own, marcus, ingrid } = desk;
  const ada = await sitDown(own, 'Ada Vance');
  await book.pay();
  const pay_date = book.payDate;
  await ada.put(`people/${marcus.userId}/permissions`, { role: 'administrator' });
  const { run_id: first } = await ada.post('payouts', { pay_date });
  expect(await approveAsSeen(marcus, Number(first))).toMatchObject({ code: 'decider_of_asker' });
  expect(await ada.post(`payouts/${first}/discard`)).toMatchObject({ state: 'discarded' });
  const { run_id: second } = await marcus.post('payouts', { pay_date });
  expect(await approveAsSeen(ada, Number(second))).toMatchObject({ code: 'decider_of_asker' });
  expect(await approveAsSeen(ingrid, Number(second))).toMatchObject({ state: 'approved' });
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

/** A syndicate with 500.00 in its cash account, that a payout is due to. */
async function openKept(name = 'Kept') {
  const desk = await open({ name });
  const { book, tenantId } = desk;
  const syndicateId = book.syndicates.get(name) ?? 0n;
  const opening = { syndicateId, cash: 500_00n, contributed: 500_00n, recordedBy: 'test' };
  await book.inTenant((tx) => openCashAccount(tx, tenantId, opening));
  await book.pay();
  const ask = (reference: string, amount: bigint, payTo?: AskedWithdrawal['payTo']) =>
    book.inTenant((tx) =>
      askForWithdrawal(tx, tenantId, { syndicateId, amount, reference, ...(payTo && { payTo }) }, TESTER),
    );
  const enter = (amount: bigint) =>
    book.inTenant((tx) =>
      writeCashEntries(tx, tenantId, [
        { syndicateId, kind: 'adjustment', effectiveDate: book.today, amount, reason: 'test' },
      ]),
    );
  const withdrawals = async (runId: number) =>
    (await readRun(desk.ingrid, runId)).items
      .filter(({ kind }) => kind === 'withdrawal')
      .map(({ amount, outcome, reason }) => `${amount} ${outcome} ${reason}`.trim());
  return { ...desk, syndicateId, ask, enter, withdrawals };
}
const TESTER = { via: 'command line', name: 'test' } as const;

test('RUN-12 a withdrawal that its cash account no longer covers is blocked, and keeps nobody else from being paid', async () => {
  const desk = await openKept();
  const { book, ask, enter, withdrawals, marcus } = desk;
  await book.nameOriginator();
  await ask('W-1', 200_00n);
  await ask('W-2', 250_00n);
  const runId = await prepareNext(desk);
  expect(await withdrawals(runId)).toEqual(['250.00 in file', '200.00 in file']);
  await approveAsSeen(marcus, runId);
  await enter(-100_00n);
  expect(await makeFile(desk, runId)).toMatchObject({ status: 200, state: 'draft' });
  expect(await withdrawals(runId)).toEqual(['250.00 blocked not covered', '200.00 in file']);
  await send(desk, runId);
  await agrees(desk);
});

test('RUN-12 a withdrawal that is asked for after the approval waits for the next run; one that is cancelled reopens it', async () => {
  const desk = await openKept();
  const { book, ask, withdrawals, marcus, syndicateId, tenantId } = desk;
  await book.nameOriginator();
  await ask('W-1', 200_00n);
  const runId = await prepareNext(desk);
  await approveAsSeen(marcus, runId);
  await ask('W-2', 100_00n);
  await ask('W-3', 50_00n);
  expect(await makeFile(desk, runId)).toMatchObject({ state: 'file made' });
  expect(await withdrawals(runId)).toEqual(['200.00 in file']);
  await book.pay();
  const next = await book.draft(book.nextPayDate, desk.ingrid);
  expect(await withdrawals(next)).toEqual(['100.00 in file', '50.00 in file']);
  await approveAsSeen(marcus, next);
  const cancelled = { syndicateId, reference: 'W-3', state: 'cancelled', reason: 'test' } as const;
  await book.inTenant((tx) => settleWithdrawal(tx, tenantId, cancelled, TESTER));
  expect(await makeFile(desk, next)).toMatchObject({ state: 'draft' });
});

test('RUN-12 a withdrawal is not paid to an account that came after it, although its last digits are the same', async () => {
  const desk = await openKept();
  const { book, ask, withdrawals, tenantId } = desk;
  await ask('W-1', 200_00n, { bankName: 'First Bank', accountNumberLast4: '7890' });
  const runId = await prepareNext(desk);
  expect(await withdrawals(runId)).toEqual(['200.00 in file']);
  await book.inTenant((tx) =>
    sql`update syndicate_bank_accounts set changed_at = clock_timestamp() where tenant_id = ${tenantId}::uuid`.execute(
      tx,
    ),
  );
  expect(await withdrawals(runId)).toEqual(['200.00 blocked other account']);
});

test('RUN-05 security rule: nobody approves a run that pays a syndicate whose papers go to them, or lately went there; RUN-23 an address for copies bars nobody, and is told and recorded', async () => {
  const desk = await open({ name: 'Allegheny' });
  const { book, ingrid, marcus, tenantId } = desk;
  await book.pay();
  const runId = await prepareNext(desk);
  const { email } = await withClaims(portal.database.owner, { userId: marcus.userId }, (tx) =>
    tx.selectFrom('users').select('email').where('id', '=', marcus.userId).executeTakeFirstOrThrow(),
  );
  const set = (change: ReturnType<typeof sql>) =>
    book.inTenant((tx) =>
      sql`update syndicates set ${change} where tenant_id = ${tenantId}::uuid`.execute(tx),
    );
  const isRefused = async () => {
    expect(await readRun(marcus, runId)).toMatchObject({ is_paid_to_caller: true });
    expect(await approveAsSeen(marcus, runId)).toMatchObject({ status: 403, code: 'run_pays_you' });
  };
  await set(sql`previous_esign_email = ${email}, esign_email_changed_at = now() - interval '1 year'`);
  await isRefused();
  await set(
    sql`previous_esign_email = null, esign_email_changed_at = null, esign_email = upper(${email}::text)`,
  );
  await isRefused();
  // Given up today.
  await set(sql`esign_email = 'papers@allegheny.example'`);
  await isRefused();
  await book.inTenant(async (tx) => {
    await sql`alter table former_addresses disable row level security`.execute(tx);
    await sql`delete from former_addresses where tenant_id = ${tenantId}::uuid`.execute(tx);
    await sql`alter table former_addresses enable row level security`.execute(tx);
  });
  // An investor names addresses for copies alone, and could keep anybody from approving by it.
  expect(await readRun(ingrid, runId)).toMatchObject({ copied: [] });
  await set(sql`cc_emails = array[upper(${email}::text)]`);
  const copied = [{ name: 'Marcus Lee', syndicate: 'Allegheny' }];
  expect(await readRun(ingrid, runId)).toMatchObject({ copied });
  expect(await readRun(marcus, runId)).toMatchObject({ is_paid_to_caller: false, copied });
  expect(await approveAsSeen(marcus, runId)).toMatchObject({ status: 200, state: 'approved' });
  const trail = await trailOf(portal.database, tenantId, `payout run ${runId}`);
  expect(trail.find(({ action }) => action === 'payout run approved')?.details).toMatchObject({
    copiedBy: `syndicate ${book.syndicates.get('Allegheny')}`,
  });
});

const take = ({ book, tenantId }: RunDesk, { userId }: AtDesk, ...permissions: string[]) =>
  book.inTenant((tx) =>
    sql`update memberships set permissions = array(
        select permission from unnest(permissions) permission where permission <> all (${permissions}::text[]))
      where tenant_id = ${tenantId}::uuid and user_id = ${userId}`.execute(tx),
  );

test('RUN-07 RUN-10 security rule: an approval ends with the approver’s permission, and so does the right to download the file', async () => {
  const desk = await open({ name: 'Allegheny' });
  const { book, own, ingrid, marcus } = desk;
  await book.nameOriginator();
  await book.pay();
  const runId = await prepareNext(desk);
  await approveAsSeen(marcus, runId);
  await take(desk, marcus, 'approve-money');
  expect(await makeFile(desk, runId)).toMatchObject({ state: 'draft' });
  const theo = await sitDown(own, 'Theo Grant', { role: 'accounting' });
  await approveAsSeen(theo, runId);
  expect(await makeFile(desk, runId)).toMatchObject({ state: 'file made' });
  await take(desk, theo, 'approve-money', 'prepare-payouts');
  expect((await theo.get(`payouts/${runId}`))['may_download']).toBe(false);
  expect(await theo.post(`payouts/${runId}/download`)).toMatchObject({
    status: 403,
    code: 'permission_needed',
  });
  expect(await ingrid.post(`payouts/${runId}/download`)).toMatchObject({ status: 200 });
});

test('RUN-04 RUN-07 a name that a bank file cannot say is blocked, and another name or originator withdraws the approval', async () => {
  const desk = await open({ name: '日本資本' });
  const { book, ingrid, marcus, tenantId } = desk;
  await book.nameOriginator(true);
  await book.pay();
  const runId = await prepareNext(desk);
  expect((await readRun(ingrid, runId)).items).toMatchObject([{ outcome: 'blocked', reason: 'name' }]);
  const rename = (name: string) =>
    book.inTenant((tx) =>
      sql`update syndicates set name = ${name} where tenant_id = ${tenantId}::uuid`.execute(tx),
    );
  await rename('Nihon Capital');
  await approveAsSeen(marcus, runId);
  await rename('Another Capital');
  expect(await makeFile(desk, runId)).toMatchObject({ state: 'draft' });
  await approveAsSeen(marcus, runId);
  await book.nameOriginator(true);
  expect(await makeFile(desk, runId)).toMatchObject({ state: 'draft' });
  await send(desk, runId);
  // The debit that balances it counts, as in the file.
  expect((await readRun(ingrid, runId)).file).toMatchObject({ entries: 2 });
});

test('RUN-08 a run of which all is kept needs no originator', async () => {
  const desk = await openKept();
  const runId = await prepareNext(desk);
  await send(desk, runId);
  expect(await readRun(desk.ingrid, runId)).toMatchObject({ file: null, effective_date: desk.book.payDate });
  await agrees(desk);
});

/** A desk whose first run is at the bank, with the trace number of its entry. */
async function openSent() {
  const desk = await open({ name: 'Allegheny' });
  await desk.book.nameOriginator();
  await desk.book.pay();
  const first = await prepareNext(desk);
  await send(desk, first);
  const [trace_number] = await tracesOf(desk, first);
  return { desk, first, trace_number };
}

test('RUN-11 after a return nothing goes to the account until somebody has said that it is right, and it can be taken back', async () => {
  const { desk, first, trace_number } = await openSent();
  const { book, ingrid, marcus, tenantId } = desk;
  await giveBack(desk, trace_number);
  await book.pay();
  const second = await book.draft(book.nextPayDate, ingrid);
  const told = async () =>
    (await readRun(ingrid, second)).items.map(
      ({ amount, outcome, reason }) => `${amount} ${outcome} ${reason}`,
    );
  expect(await told()).toEqual(['192.00 blocked returned']);
  expect(await takeBack(desk, trace_number)).toMatchObject({ status: 200 });
  expect(await takeBack(desk, trace_number)).toMatchObject({ status: 409, code: 'return_changed' });
  expect(await told()).toEqual(['96.00 in file ']);
  await giveBack(desk, trace_number);
  await send(desk, second);
  expect(await takeBack(desk, trace_number)).toMatchObject({ status: 409, code: 'payout_return_brought_in' });
  const third = await book.draft(addDays(book.nextPayDate, 7), ingrid);
  const left = async () => (await readRun(ingrid, third)).items.map(({ outcome }) => outcome);
  expect(await left()).toEqual(['blocked']);
  const confirm = `payouts/accounts/${book.syndicates.get('Allegheny')}/confirm`;
  expect(await ingrid.post(confirm, { reason: 'It was full' })).toMatchObject({ status: 200 });
  expect(await left()).toEqual(['in file']);
  await approveAsSeen(marcus, third);
  const trail = await trailOf(portal.database, tenantId, `payout run ${first}`);
  expect(trail.slice(-3).map(({ action }) => action)).toEqual([
    'payout returned',
    'payout return taken back',
    'payout returned',
  ]);
  await agrees(desk);
});

test('RUN-11 a return that comes while an approval waits is brought in by it, and is not taken back after that', async () => {
  const { desk, trace_number } = await openSent();
  const { book, ingrid, marcus, tenantId } = desk;
  await book.pay();
  const second = await book.draft(book.nextPayDate, ingrid);
  await book.inTenant(async (tx) => {
    await sql`select now()`.execute(tx);
    await giveBack(desk, trace_number);
    const { fingerprint, totals } = await readRun(ingrid, second);
    expect(totals).toMatchObject({ brought_in: '96.00' });
    const by = { via: 'desk', userId: marcus.userId, name: 'Marcus Lee' } as const;
    await approveRun(tx, { tenantId, runId: BigInt(second) }, fingerprint ?? '', by);
  });
  expect(await makeFile(desk, second)).toMatchObject({ state: 'file made' });
  expect(await takeBack(desk, trace_number)).toMatchObject({
    status: 409,
    code: 'payout_return_brought_in',
  });
  await agrees(desk);
});

test('RUN-12 a return of a withdrawal that is taken back is taken out of the cash account again', async () => {
  const desk = await openKept();
  const { book, ask, syndicateId, tenantId } = desk;
  await book.nameOriginator();
  await ask('W-1', 200_00n);
  const runId = await prepareNext(desk);
  await send(desk, runId);
  const posted = () => book.inTenant(async (tx) => (await readCashAccount(tx, tenantId, syndicateId)).posted);
  const trace_number = (await tracesOf(desk, runId)).find((trace) => /^\d{15}$/.test(trace));
  await giveBack(desk, trace_number);
  expect(await posted()).toBe(500_00n);
  await takeBack(desk, trace_number);
  expect(await posted()).toBe(300_00n);
  await agrees(desk);
});

test('RUN-12 a withdrawal that comes back once more, under whatever reference somebody has entered meanwhile, is put back once more', async () => {
  const desk = await openKept();
  const { book, ask, syndicateId, tenantId } = desk;
  await book.nameOriginator();
  await ask('W-1', 200_00n);
  const runId = await prepareNext(desk);
  await send(desk, runId);
  const taken = {
    syndicateId,
    kind: 'adjustment',
    amount: 1_00n,
    reference: 'W-1/R03',
    reason: 'Rounding',
  } as const;
  await book.inTenant((tx) => recordCashEntry(tx, tenantId, taken, TESTER));
  const posted = () => book.inTenant(async (tx) => (await readCashAccount(tx, tenantId, syndicateId)).posted);
  const trace_number = (await tracesOf(desk, runId)).find((trace) => /^\d{15}$/.test(trace));
  for (const _ of [1, 2, 3]) {
    expect(await giveBack(desk, trace_number)).toMatchObject({ status: 200 });
    expect(await posted()).toBe(501_00n);
    expect(await takeBack(desk, trace_number)).toMatchObject({ status: 200 });
    expect(await posted()).toBe(301_00n);
  }
  await agrees(desk);
});

test('RUN-11 RUN-12 what is owed from before a cash account was opened is taken from it, once', async () => {
  const desk = await open({ name: 'Allegheny' });
  const { book, tenantId, ingrid } = desk;
  const syndicateId = book.syndicates.get('Allegheny') ?? 0n;
  const reference = await book.pay();
  await send(desk, await withOriginator(desk));
  const asked = { reference, reason: 'Mistyped', instead: null };
  await book.inTenant((tx) => correctPayment(tx, tenantId, asked, TESTER));
  const second = await book.draft(book.nextPayDate, ingrid);
  expect((await readRun(ingrid, second)).totals).toMatchObject({ carried: '-96.00' });
  await send(desk, second);
  const opening = { syndicateId, cash: 500_00n, contributed: 500_00n, recordedBy: 'test' };
  await book.inTenant((tx) => openCashAccount(tx, tenantId, opening));
  const third = await book.draft(addDays(book.nextPayDate, 7), ingrid);
  expect((await readRun(ingrid, third)).totals).toMatchObject({
    brought_in: '-96.00',
    kept: '-96.00',
    carried: '0.00',
  });
  await send(desk, third);
  await makeFile(desk, third);
  const posted = () => book.inTenant(async (tx) => (await readCashAccount(tx, tenantId, syndicateId)).posted);
  expect(await posted()).toBe(404_00n);
  const fourth = await book.draft(addDays(book.nextPayDate, 8), ingrid);
  expect((await readRun(ingrid, fourth)).items).toEqual([]);
  await agrees(desk);
});

async function withOriginator(desk: RunDesk): Promise<number> {
  await desk.book.nameOriginator();
  return prepareNext(desk);
}
