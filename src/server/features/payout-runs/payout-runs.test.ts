import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../shared/domain/calendar-date.ts';
import { openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { readCashAccount } from '../../ledger/cash/read-cash-account.ts';
import { askForWithdrawal } from '../../ledger/cash/withdrawals.ts';
import { isPaidOut } from '../../ledger/closed-pay-dates.ts';
import { correctPayment } from '../../ledger/correct-payment.ts';
import { findDifferences } from '../../ledger/find-differences.ts';
import { announceChange } from '../../payout-accounts/announce-change.ts';
import { lastFours, sealNumbers } from '../../payout-accounts/bank-numbers.ts';
import { createEncryption } from '../../platform/crypto/encryption.ts';
import { withClaims } from '../../platform/db/transactions.ts';
import { trailOf } from '../../testing/audit-trail.ts';
import { sitDown } from '../../testing/desk.ts';
import { readNachaFile } from '../../testing/nacha-reader.ts';
import {
  approveAsSeen,
  giveBack,
  openRunDesk,
  prepareNext,
  type RunBook,
  type RunDesk,
  readRun,
} from '../../testing/payout-runs.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { reversePayment } from '../../testing/posting.ts';
import { ENCRYPTION_KEY } from '../../testing/test-app.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

type Paid = Parameters<typeof openRunDesk>[1];
type Desk = RunDesk;
const openDesk = (paid: Paid): Promise<Desk> => openRunDesk(portal, paid);
const prepare = prepareNext;
const agrees = async ({ book, tenantId }: Desk) =>
  expect(await book.inTenant((tx) => findDifferences(tx, tenantId))).toEqual([]);
const payDatesOf = ({ book, tenantId }: Desk) =>
  book.inTenant(async (tx) => {
    const rows = await tx
      .selectFrom('syndicatePayDates')
      .select(['payDate', sql<bigint>`sum(net_pay_cents)::bigint`.as('net')])
      .where('tenantId', '=', tenantId)
      .groupBy('payDate')
      .orderBy('payDate')
      .execute();
    return rows.map(({ payDate, net }) => `${payDate} ${net}`);
  });
const TWO: Paid = [{ name: 'Allegheny Yield Fund' }, { name: 'Lakefront Funding', holder: 'person' }];

test('RUN-03 50 who prepare the run of a pay date at once make one, from the bank day before it on', async () => {
  const desk = await openDesk(TWO);
  const { book, ingrid } = desk;
  expect(await ingrid.post('payouts', { pay_date: book.payDate })).toMatchObject({ code: 'run_nothing_due' });
  await book.pay();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => ingrid.post('payouts', { pay_date: book.payDate })),
  );
  expect(new Set(answers.map(({ status, run_id }) => `${status} ${run_id}`)).size).toBe(1);
  const runId = answers[0]?.['run_id'];
  const trail = await trailOf(portal.database, desk.tenantId, `payout run ${runId}`);
  expect(trail.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['payout run prepared', ingrid.userId],
  ]);
  expect(await ingrid.post('payouts', { pay_date: addDays(book.nextPayDate, 7) })).toMatchObject({
    code: expect.stringMatching(/run_too_early|run_no_bank_day/),
  });
  expect(await ingrid.post('payouts', { pay_date: '2026-11-16' })).toMatchObject({
    code: 'run_before_first',
  });
  const list = await ingrid.get('payouts');
  expect(list).toMatchObject({ runs: [{ run_id: runId, state: 'draft', ledger: '192.00' }], due: [] });
  expect(await ingrid.post(`payouts/${runId}/discard`)).toMatchObject({ state: 'discarded' });
  expect(Number((await ingrid.post('payouts', { pay_date: book.payDate }))['run_id'])).toBeGreaterThan(
    Number(runId),
  );
});

test('RUN-04 a draft tells in file, kept, held, blocked and carried apart, and they equal the ledger to the cent', async () => {
  const desk = await openDesk([
    { name: 'In File' },
    { name: 'Kept' },
    { name: 'Held' },
    { name: 'No Account', account: 'none' },
    { name: 'Type Unknown', account: 'type unknown' },
    { name: 'Carried' },
  ]);
  const { book, tenantId, ingrid } = desk;
  const idOf = (name: string) => book.syndicates.get(name) ?? 0n;
  await book.inTenant(async (tx) => {
    await openCashAccount(tx, tenantId, {
      syndicateId: idOf('Kept'),
      cash: 0n,
      contributed: null,
      recordedBy: 'test',
    });
    await changeBank(tx, tenantId, idOf('Held'));
  });
  await book.pay();
  // As though a payment of an earlier pay date had come back for one of them.
  await book.inTenant((tx) =>
    sql`update syndicate_pay_dates set net_pay_cents = -2000, gross_cents = -2000, management_fee_cents = 0
      where tenant_id = ${tenantId}::uuid and syndicate_id = ${idOf('Carried')}`.execute(tx),
  );
  const run = await readRun(ingrid, await prepare(desk));
  const told = Object.fromEntries(
    run.items.map(({ syndicate, outcome, reason, amount }) => [syndicate, [outcome, reason, amount]]),
  );
  expect(told).toEqual({
    'In File': ['in file', '', '96.00'],
    Kept: ['kept', '', '96.00'],
    Held: ['held', 'bank change pending', '96.00'],
    'No Account': ['blocked', 'no account', '96.00'],
    'Type Unknown': ['blocked', 'type unknown', '96.00'],
    Carried: ['carried', '', '-20.00'],
  });
  expect(run.totals).toEqual({
    in_file: '96.00',
    kept: '96.00',
    held: '96.00',
    blocked: '192.00',
    carried: '-20.00',
    ledger: '460.00',
    brought_in: '0.00',
    withdrawn: '0.00',
  });
  const said = await ingrid.put(`payouts/accounts/${idOf('Type Unknown')}`, {
    account_type: 'savings',
    holder_kind: 'person',
    holder_name: 'Una Kent',
  });
  expect(said.status).toBe(200);
  expect((await readRun(ingrid, run.run_id)).totals).toMatchObject({ in_file: '192.00', blocked: '96.00' });
  expect(await trailOf(portal.database, tenantId, `syndicate ${idOf('Type Unknown')}`)).toContainEqual(
    expect.objectContaining({
      action: 'payout account described',
      details: expect.objectContaining({
        oldAccountType: '',
        newAccountType: 'savings',
        newHolderName: 'Una Kent',
      }),
    }),
  );
  await expect(
    book.inTenant((tx) =>
      sql`update payout_runs set in_file_cents = 1 where tenant_id = ${tenantId}::uuid`.execute(tx),
    ),
  ).rejects.toThrow('run_equals_ledger');
});

test('RUN-30 the page of a run says what returned payments take back, and a correction is none', async () => {
  const desk = await openDesk(TWO);
  const { book, tenantId, ingrid } = desk;
  const [, returned, corrected] = [
    await book.pay(200_000n),
    await book.pay(70_000n),
    await book.pay(50_000n),
  ];
  const takenBack = async () => (await ingrid.get(`payouts/${runId}`))['taken_back'];
  const runId = await prepare(desk);
  expect(await takenBack()).toEqual({ payments: 0, amount: '0.00' });
  const day = book.today;
  await book.inTenant((tx) =>
    reversePayment(tx, tenantId, {
      ...{ reference: returned ?? '', returnCode: 'R01', returnedDate: day, postedOn: day },
    }),
  );
  const operator = { via: 'command line', name: 'test' } as const;
  const asked = { reference: corrected ?? '', reason: 'A test', instead: null };
  await book.inTenant((tx) => correctPayment(tx, tenantId, asked, operator));
  // Of $700.00, a tenth for each of two investors, less the management fee.
  expect(await takenBack()).toEqual({ payments: 1, amount: '-134.40' });
});

type Tx = Parameters<Parameters<RunBook['inTenant']>[0]>[0];
function changeBank(tx: Tx, tenantId: string, syndicateId: bigint) {
  const account = { tenantId, syndicateId };
  const numbers = { accountNumber: '555566667777', routingNumber: '021000021' };
  return announceChange(tx, {
    ...account,
    bankName: 'New Bank',
    by: { actorId: null, operator: { via: 'command line', name: 'test' } },
    ...sealNumbers(createEncryption({ key: ENCRYPTION_KEY }), account, numbers),
    ...lastFours(numbers),
  });
}

test('RUN-05 security rule: nobody approves a run they prepared or that pays their own syndicate, and only the draft they saw', async () => {
  const desk = await openDesk(TWO);
  const { book, ingrid, marcus, tenantId } = desk;
  await book.pay();
  const runId = await prepare(desk);
  const seen = await readRun(marcus, runId);
  expect(seen).toMatchObject({ is_own: false, approvers: ['Marcus Lee'], is_paid_to_caller: false });
  expect(await approveAsSeen(ingrid, runId)).toMatchObject({
    status: 403,
    code: 'own_run',
    message: 'You prepared this run, so somebody else has to approve it: Marcus Lee.',
  });
  const owen = await sitDown({ ...portal, tenantId }, 'Owen Hart', { role: 'servicing' });
  const { email } = await withClaims(portal.database.owner, { userId: marcus.userId }, (tx) =>
    tx.selectFrom('users').select('email').where('id', '=', marcus.userId).executeTakeFirstOrThrow(),
  );
  expect(await approveAsSeen(owen, runId)).toMatchObject({ status: 403, code: 'permission_needed' });
  await book.inTenant((tx) =>
    sql`update syndicates set esign_email = ${email}
      where tenant_id = ${tenantId}::uuid and id = ${book.syndicates.get('Lakefront Funding')}`.execute(tx),
  );
  expect(await readRun(marcus, runId)).toMatchObject({ is_paid_to_caller: true });
  expect(await approveAsSeen(marcus, runId)).toMatchObject({ status: 403, code: 'run_pays_you' });
  await book.inTenant((tx) =>
    sql`update syndicates set esign_email = 'a@b.example' where tenant_id = ${tenantId}::uuid`.execute(tx),
  );
  // An address that was given up today still counts.
  const noor = await sitDown({ ...portal, tenantId }, 'Noor Haddad', { role: 'accounting' });
  await book.pay();
  const approve = (fingerprint: string | null) => noor.post(`payouts/${runId}/approve`, { fingerprint });
  expect(await approve(seen.fingerprint)).toMatchObject({ status: 409, code: 'run_changed' });
  expect(await approveAsSeen(noor, runId)).toMatchObject({ status: 200, state: 'approved' });
  expect(await readRun(noor, runId)).toMatchObject({ state: 'approved', totals: { in_file: '384.00' } });
  await expect(
    book.inTenant((tx) =>
      sql`update payout_runs set approved_by = prepared_by where tenant_id = ${tenantId}::uuid`.execute(tx),
    ),
  ).rejects.toThrow('another_person_approves');
  const elsewhere = await openDesk(TWO);
  expect((await elsewhere.marcus.get(`payouts/${runId}`)).status).toBe(404);
});

test('RUN-01 RUN-06 an approved run closes its pay date for posting and corrections, and a withdrawn approval opens it again', async () => {
  const desk = await openDesk(TWO);
  const { book, marcus, tenantId } = desk;
  const reference = await book.pay();
  const runId = await prepare(desk);
  const paidOut = () => book.inTenant((tx) => isPaidOut(tx, tenantId, book.payDate));
  expect(await paidOut()).toBe(false);
  await approveAsSeen(marcus, runId);
  expect(await paidOut()).toBe(true);
  expect(await book.inTenant((tx) => isPaidOut(tx, tenantId, addDays(book.today, -1)))).toBe(true);
  await book.pay(50_000n);
  expect(await payDatesOf(desk)).toEqual([`${book.payDate} 19200`, `${book.nextPayDate} 9600`]);
  const asked = { reference, reason: 'Mistyped', instead: null };
  await book.inTenant((tx) => correctPayment(tx, tenantId, asked, { via: 'command line', name: 'test' }));
  expect(await payDatesOf(desk)).toEqual([`${book.payDate} 19200`, `${book.nextPayDate} -9600`]);
  await agrees(desk);
  expect(await marcus.post(`payouts/${runId}/reopen`)).toMatchObject({ state: 'draft' });
  await book.pay(50_000n);
  expect(await payDatesOf(desk)).toEqual([`${book.payDate} 28800`, `${book.nextPayDate} -9600`]);
  expect(await approveAsSeen(marcus, runId)).toMatchObject({ state: 'approved' });
  await agrees(desk);
});

test('RUN-02 posting and approving at the same moment: each payment is in the run or on a later pay date, never lost', async () => {
  const desk = await openDesk(TWO);
  const { book, marcus, tenantId } = desk;
  await book.pay();
  const runId = await prepare(desk);
  for (let round = 0; round < 6; round += 1) {
    const { fingerprint } = await readRun(marcus, runId);
    await Promise.all([
      ...Array.from({ length: 4 }, () => book.pay(10_000n)),
      marcus.post(`payouts/${runId}/approve`, { fingerprint }),
      ...Array.from({ length: 4 }, () => book.pay(10_000n)),
    ]);
    await agrees(desk);
    if ((await readRun(marcus, runId)).state === 'approved') await marcus.post(`payouts/${runId}/reopen`);
  }
  const approving = Array.from({ length: 20 }, () => approveAsSeen(marcus, runId));
  await Promise.all([...approving, ...Array.from({ length: 5 }, () => book.pay(10_000n))]);
  if ((await readRun(marcus, runId)).state === 'draft') await approveAsSeen(marcus, runId);
  await agrees(desk);
  const { totals } = await readRun(marcus, runId);
  const [first] = await payDatesOf(desk);
  expect(`${book.payDate} ${totals['ledger']?.replace('.', '')}`).toBe(first);
  await book.inTenant((tx) =>
    sql`update syndicate_pay_dates set net_pay_cents = net_pay_cents + 1
      where tenant_id = ${tenantId}::uuid and pay_date = ${book.payDate}::date`.execute(tx),
  );
  const found = await book.inTenant((tx) => findDifferences(tx, tenantId));
  expect(found.map(({ where }) => where)).toContain('payout_run_items');
});

test('RUN-08 RUN-10 the file is made once, says what was approved, is encrypted, and is downloaded once by whom it concerns', async () => {
  const desk = await openDesk(TWO);
  const { book, ingrid, marcus, tenantId } = desk;
  await book.pay();
  const runId = await prepare(desk);
  expect(await ingrid.post(`payouts/${runId}/file`)).toMatchObject({ code: 'run_not_approved' });
  await approveAsSeen(marcus, runId);
  expect(await ingrid.post(`payouts/${runId}/file`)).toMatchObject({ code: 'originator_missing' });
  await book.nameOriginator();
  // Whose file it is was not part of what was approved.
  expect(await ingrid.post(`payouts/${runId}/file`)).toMatchObject({ state: 'draft' });
  await approveAsSeen(marcus, runId);
  const made = await Promise.all(Array.from({ length: 20 }, () => ingrid.post(`payouts/${runId}/file`)));
  expect(new Set(made.map(({ status, state }) => `${status} ${state}`))).toEqual(new Set(['200 file made']));
  const run = await readRun(ingrid, runId);
  expect(run.file).toMatchObject({ entries: 2, batches: 2, credit: '192.00', entry_hash: '0003240155' });
  expect(await ingrid.post(`payouts/${runId}/reopen`)).toMatchObject({ code: 'run_file_made' });

  const ada = await sitDown({ ...portal, tenantId }, 'Ada Vance');
  expect(await ada.post(`payouts/${runId}/download`)).toMatchObject({
    status: 403,
    code: 'run_file_of_others',
  });
  const first = await marcus.post(`payouts/${runId}/download`);
  expect(first).toMatchObject({ status: 200, name: `payouts-${book.payDate}.ach` });
  expect(await ingrid.post(`payouts/${runId}/download`)).toMatchObject({ code: 'run_file_downloaded' });
  const again = await ingrid.post(`payouts/${runId}/download`, { reason: 'The bank lost it' });
  expect(again['text']).toBe(first['text']);
  const { entries, credit } = readNachaFile(String(first['text']));
  expect(credit).toBe(19_200n);
  const traces = new Map(
    run.items.map(({ syndicate, trace_number }) => [String(syndicate).toUpperCase(), trace_number]),
  );
  expect(entries).toEqual([
    expect.objectContaining({
      class: 'CCD',
      name: 'ALLEGHENY YIELD FUND',
      routingNumber: '021000021',
      accountNumber: '1000007890',
      isSavings: false,
      amount: 9_600n,
      effectiveDate: run.effective_date,
      trace: traces.get('ALLEGHENY YIELD FUND'),
    }),
    expect.objectContaining({
      class: 'PPD',
      name: 'LAKEFRONT FUNDING',
      routingNumber: '011401533',
      accountNumber: '1000017890',
      isSavings: true,
      amount: 9_600n,
      trace: traces.get('LAKEFRONT FUNDING'),
    }),
  ]);
  const stored = await book.inTenant((tx) =>
    tx.selectFrom('payoutRunFiles').selectAll().where('tenantId', '=', tenantId).execute(),
  );
  expect(stored).toHaveLength(1);
  expect(stored[0]?.fileCipher.toString('latin1')).not.toContain('1000007890');
  const trail = await trailOf(portal.database, tenantId, `payout run ${runId}`);
  expect(trail.map(({ action }) => action)).toEqual([
    'payout run prepared',
    'payout run approved',
    'payout run reopened',
    'payout run approved',
    'payout file made',
    'payout file fetched',
    'payout file fetched',
  ]);
  expect(trail[4]?.details).toMatchObject({ bankNumbersOpened: 2, credit: '192.00' });
  expect(JSON.stringify(trail.map(({ details }) => details))).not.toContain('1000007890');
  await agrees(desk);
});

test('RUN-07 whatever changes after the approval withdraws it when the file is to be made: no file, and the date is open', async () => {
  const desk = await openDesk(TWO);
  const { book, ingrid, marcus, tenantId } = desk;
  await book.nameOriginator();
  await book.pay();
  const runId = await prepare(desk);
  await approveAsSeen(marcus, runId);
  await book.inTenant((tx) => changeBank(tx, tenantId, book.syndicates.get('Allegheny Yield Fund') ?? 0n));
  expect(await ingrid.post(`payouts/${runId}/file`)).toMatchObject({ status: 200, state: 'draft' });
  expect(await readRun(ingrid, runId)).toMatchObject({
    state: 'draft',
    file: null,
    totals: { held: '96.00' },
  });
  const trail = await trailOf(portal.database, tenantId, `payout run ${runId}`);
  expect(trail.at(-1)).toMatchObject({
    action: 'payout run reopened',
    details: { because: 'changed since its approval' },
  });
  expect(await book.inTenant((tx) => isPaidOut(tx, tenantId, book.payDate))).toBe(false);
});

test('RUN-11 what was held, blocked, carried or returned is brought into the next run, once', async () => {
  const desk = await openDesk([{ name: 'Returned' }, { name: 'Blocked', account: 'type unknown' }]);
  const { book, ingrid, marcus } = desk;
  await book.nameOriginator();
  await book.pay();
  const first = await prepare(desk);
  await approveAsSeen(marcus, first);
  await ingrid.post(`payouts/${first}/file`);
  const sent = (await readRun(ingrid, first)).items.find(({ outcome }) => outcome === 'in file');
  const trace_number = sent?.['trace_number'];
  const returned = await Promise.all(Array.from({ length: 10 }, () => giveBack(desk, trace_number)));
  expect(returned.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(await giveBack(desk, trace_number, 'R01')).toMatchObject({ code: 'return_file_empty' });
  await book.reachEffectiveDate(first);
  expect(await ingrid.post(`payouts/${first}/settle`)).toMatchObject({ state: 'settled' });
  const checked = { reason: 'The bank says that it is open again' };
  await ingrid.post(`payouts/accounts/${book.syndicates.get('Returned')}/confirm`, checked);
  await ingrid.put(`payouts/accounts/${book.syndicates.get('Blocked')}`, {
    account_type: 'checking',
    holder_kind: 'business',
    holder_name: null,
  });
  await book.pay(10_000n);
  const second = await book.draft(book.nextPayDate, ingrid);
  const draft = await readRun(marcus, second);
  expect(draft.totals).toEqual({
    ledger: '19.20',
    brought_in: '192.00',
    in_file: '211.20',
    kept: '0.00',
    held: '0.00',
    blocked: '0.00',
    carried: '0.00',
    withdrawn: '0.00',
  });
  const parts = draft.items.map(({ syndicate, released_in, returned_in }) => [
    syndicate,
    released_in,
    returned_in,
  ]);
  expect(parts.sort()).toEqual([
    ['Blocked', '96.00', '0.00'],
    ['Returned', '0.00', '96.00'],
  ]);
  expect(await approveAsSeen(marcus, second)).toMatchObject({ state: 'approved' });
  expect(await ingrid.post(`payouts/${second}/file`)).toMatchObject({ state: 'file made' });
  const third = await book.draft(addDays(book.nextPayDate, 1), ingrid);
  expect((await readRun(marcus, third)).totals).toMatchObject({ brought_in: '0.00', ledger: '0.00' });
  await agrees(desk);
});

test('RUN-12 a withdrawal joins the file apart from the payouts, is entered when the file is made, and put back when it is returned', async () => {
  const desk = await openDesk([{ name: 'Kept' }]);
  const { book, ingrid, marcus, tenantId } = desk;
  await book.nameOriginator(true);
  const syndicateId = book.syndicates.get('Kept') ?? 0n;
  const posted = () => book.inTenant(async (tx) => (await readCashAccount(tx, tenantId, syndicateId)).posted);
  await book.inTenant(async (tx) => {
    await openCashAccount(tx, tenantId, {
      syndicateId,
      cash: 500_00n,
      contributed: 500_00n,
      recordedBy: 'test',
    });
    const asked = { syndicateId, amount: 200_00n, reference: 'W-1' };
    await askForWithdrawal(tx, tenantId, asked, { via: 'command line', name: 'test' });
  });
  await book.pay();
  const runId = await prepare(desk);
  expect((await readRun(ingrid, runId)).totals).toMatchObject({
    kept: '96.00',
    in_file: '0.00',
    withdrawn: '200.00',
  });
  await approveAsSeen(marcus, runId);
  expect(await posted()).toBe(500_00n);
  expect(await ingrid.post(`payouts/${runId}/file`)).toMatchObject({ state: 'file made' });
  expect(await posted()).toBe(300_00n);
  const { text } = await ingrid.post(`payouts/${runId}/download`);
  const file = readNachaFile(String(text));
  expect(file).toMatchObject({ credit: 200_00n, debit: 200_00n });
  expect(file.entries.map(({ isDebit, accountNumber }) => [isDebit, accountNumber])).toEqual([
    [false, '1000007890'],
    [true, '99887766'],
  ]);
  const [item] = (await readRun(ingrid, runId)).items.filter(({ kind }) => kind === 'withdrawal');
  expect(await giveBack(desk, item?.['trace_number'], 'R02')).toMatchObject({ status: 200 });
  expect(await giveBack(desk, item?.['trace_number'], 'R02')).toMatchObject({ code: 'return_file_empty' });
  expect(await posted()).toBe(500_00n);
  await agrees(desk);
});

test('RUN-13 security rule: what bank files say about the funder counts once a second person has approved it', async () => {
  const desk = await openDesk(TWO);
  const own = { ...portal, tenantId: desk.tenantId };
  const ada = await sitDown(own, 'Ada Vance');
  const theo = await sitDown(own, 'Theo Grant');
  const asked = await ada.post('payouts/originator', {
    odfi_routing: '021000021',
    bank_name: 'Hudson Trust',
    immediate_origin: '1234567890',
    company_id: '1987654321',
    company_name: 'Harbor Capital',
    cutoff_minute: 840,
    offset_account: '99887766',
    reason: 'Our bank',
  });
  expect(asked).toMatchObject({ status: 200 });
  expect((await ada.get('payouts'))['originator']).toBeNull();
  expect(await ada.post(`approvals/${asked['approval_id']}/approve`)).toMatchObject({ code: 'own_approval' });
  expect(await theo.post(`approvals/${asked['approval_id']}/approve`)).toMatchObject({ status: 200 });
  expect((await ada.get('payouts'))['originator']).toMatchObject({
    company_name: 'Harbor Capital',
    offset_last4: '7766',
  });
  const stored = await desk.book.inTenant((tx) => tx.selectFrom('payoutOriginators').selectAll().execute());
  expect(JSON.stringify(stored[0]?.offsetAccountCipher?.toString('latin1'))).not.toContain('99887766');
});
