import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDate } from '../../../shared/domain/calendar-date.ts';
import { openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { turnCashAccounts } from '../../ledger/cash/turn-cash-accounts.ts';
import { askForWithdrawal } from '../../ledger/cash/withdrawals.ts';
import { openPaymentSource } from '../../ledger/payment-sources.ts';
import { postPayments } from '../../ledger/post-payments.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import { dropSheet, settledSheet } from '../../testing/day-sheet.ts';
import { daysPass } from '../../testing/days-pass.ts';
import { type AtDesk, sitDown } from '../../testing/desk.ts';
import { importer } from '../../testing/desk-importer.ts';
import { approveAsSeen, openRunDesk, prepareNext, type RunDesk } from '../../testing/payout-runs.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { startTestWorker } from '../../testing/test-worker.ts';

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const PAID = [{ name: 'Allegheny Yield Fund' }];
const atDesk = ({ userId }: AtDesk): Operator => ({ via: 'desk', userId, name: 'Marcus Lee' });

/** A day's file with one payment of the deal, posted by somebody. */
const postDay = ({ book, tenantId }: RunDesk, by: Operator, reference: string) =>
  book.inTenant(async (tx) => {
    const { id: dealId } = await tx
      .selectFrom('deals')
      .select('id')
      .where('tenantId', '=', tenantId)
      .executeTakeFirstOrThrow();
    const sourceId = await openPaymentSource(tx, tenantId, { kind: 'import', fileName: 'day.csv', by });
    const entry = { reference, dealId, amount: 100_000n, date: book.today, debitDate: null };
    await postPayments(
      tx,
      tenantId,
      [{ ...entry, result: 'cleared', origin: { sourceId, line: 1 } }],
      book.today,
    );
  });

test('RUN-44 security rule: whoever posted what a run pays does not approve it', async () => {
  const desk = await openRunDesk(portal, PAID);
  const noor = await sitDown(desk.own, 'Noor Haddad', { role: 'accounting' });
  await desk.book.pay();
  await postDay(desk, atDesk(desk.marcus), 'made up');
  const runId = await prepareNext(desk);
  // The page names nobody whom approving refuses, and tells these why.
  expect(await desk.marcus.get(`payouts/${runId}`)).toMatchObject({
    approvers: ['Noor Haddad'],
    hindrance: 'You posted payments that this run pays out, so somebody else has to approve it.',
  });
  expect(await noor.get(`payouts/${runId}`)).toMatchObject({ hindrance: null });
  expect(await approveAsSeen(desk.ingrid, runId)).toMatchObject({
    ...{ code: 'own_run', message: expect.stringMatching(/: Noor Haddad\.$/) },
  });
  expect(await approveAsSeen(desk.marcus, runId)).toMatchObject({
    ...{ status: 403, code: 'run_pays_own_postings' },
    message: 'You posted payments that this run pays out, so somebody else has to approve it.',
  });
  expect(await approveAsSeen(noor, runId)).toMatchObject({ status: 200, state: 'approved' });
});

test('RUN-44 security rule: neither does whoever issued the service token that posted it', async () => {
  const desk = await openRunDesk(portal, PAID);
  const noor = await sitDown(desk.own, 'Noor Haddad', { role: 'accounting' });
  const token = await desk.book.inTenant(async (tx) => {
    const { id } = await tx
      .insertInto('serviceTokens')
      .values({
        ...{ tenantId: desk.tenantId, name: 'Loan system', tokenHash: Buffer.alloc(32, 7), scopes: ['post'] },
        expiresAt: new Date(Date.now() + 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await recordAudit(tx, {
      ...{ actorId: null, operator: atDesk(desk.marcus) },
      ...{ action: 'service token issued', subject: `service token ${id}`, details: { name: 'Loan system' } },
    });
    return {
      via: 'service token',
      id,
      name: 'Loan system',
      scopes: ['post'],
      expiresAt: new Date(),
    } as const;
  });
  await postDay(desk, token, 'by token');
  const runId = await prepareNext(desk);
  expect(await approveAsSeen(desk.marcus, runId)).toMatchObject({ code: 'run_pays_own_postings' });
  expect(await approveAsSeen(noor, runId)).toMatchObject({ status: 200, state: 'approved' });
});

const OWN = { status: 403, code: 'run_pays_own_postings' };
const PREPARES = ['view-desk', 'import-book', 'post-payments', 'approve-money'] as const;
const sitIn = ({ own }: RunDesk, name: string) =>
  sitDown(own, name, { role: 'accounting', permissions: [...PREPARES] });
const midOf = ({ book, tenantId }: RunDesk) =>
  book.inTenant(async (tx) => {
    const deals = tx.selectFrom('deals').select('mid').where('tenantId', '=', tenantId);
    return (await deals.executeTakeFirstOrThrow()).mid;
  });

test('RUN-44 security rule: neither does whoever prepared the import that another person confirmed', async () => {
  const desk = await openRunDesk(portal, PAID);
  const [noor, lea] = [await sitIn(desk, 'Noor Haddad'), await sitIn(desk, 'Lea Novak')];
  const { runId } = await importer(noor).startOf(
    'payments',
    'payments.csv',
    `Deal ID,Process Date,Amount,Status,Return Code\n${await midOf(desk)},${formatDate(desk.book.today)},$900.00,Cleared,\n`,
  );
  expect(await importer(lea).confirm(runId)).toMatchObject({ state: 'done', failure: null });
  const payoutRun = await prepareNext(desk);
  for (const hand of [noor, lea]) expect(await approveAsSeen(hand, payoutRun)).toMatchObject(OWN);
  expect(await approveAsSeen(desk.marcus, payoutRun)).toMatchObject({ status: 200 });
});

test('RUN-44 security rule: neither does whoever dropped or mapped the file of the day, or changed a line of it', async () => {
  const desk = await openRunDesk(portal, PAID);
  const [noor, omar] = [await sitIn(desk, 'Noor Haddad'), await sitIn(desk, 'Omar Reyes')];
  const [lea, pia] = [await sitIn(desk, 'Lea Novak'), await sitIn(desk, 'Pia Lund')];
  const { today } = desk.book;
  const rows = ['R1,$700.00', 'R2,$50.00'].map(
    (row) => `${row},${desk.tenantId},${formatDate(today)},Cleared`,
  );
  const text = ['Reference,Amount,Deal ID,Process Date,Status', ...rows, ''].join('\n');
  const dropped = await dropSheet(noor, 'day.csv', text.replaceAll(desk.tenantId, await midOf(desk)));
  const column = (name: string) => ({ from: 'column', column: name });
  const mapping = {
    ...{ reference: column('Reference'), mid: column('Deal ID'), date: column('Process Date') },
    ...{ amount: column('Amount'), result: { ...column('Status'), words: { Cleared: 'cleared' } } },
  };
  const sheet = `day_sheets/${dropped.file_id}`;
  expect(await omar.put(`${sheet}/mapping`, { name: 'Processor', mapping })).toMatchObject({ status: 200 });
  await settledSheet(pia, dropped.file_id, /^checked$/);
  expect(await lea.put(`${sheet}/lines/3`, { decision: 'leave out' })).toMatchObject({ status: 200 });
  const { check_number } = await settledSheet(pia, dropped.file_id, /^checked$/);
  expect(await pia.post(`${sheet}/post`, { check_number, complete_through: today })).toMatchObject({
    status: 200,
  });
  await settledSheet(pia, dropped.file_id, /^posted$/);
  const runId = await prepareNext(desk);
  for (const hand of [noor, omar, lea, pia]) expect(await approveAsSeen(hand, runId)).toMatchObject(OWN);
  expect(await approveAsSeen(desk.marcus, runId)).toMatchObject({ status: 200 });
});

test('RUN-44 security rule: who posted for an investor that a run left out does not approve the run that pays it', async () => {
  const desk = await openRunDesk(portal, [...PAID, { name: 'Zed Partners' }]);
  const { book, ingrid, marcus, tenantId, own } = desk;
  await book.nameOriginator();
  const noor = await sitDown(own, 'Noor Haddad', { role: 'accounting' });
  const dan = await sitDown(own, 'Dan Cole', { role: 'accounting' });
  await postDay(desk, atDesk(dan), 'of the first run');
  const zed = book.syndicates.get('Zed Partners');
  await book.inTenant((tx) =>
    sql`insert into open_differences (tenant_id, place, key, expected, actual, syndicate_ids, found_at, checked_at)
      values (${tenantId}::uuid, 'x', '{}', '1', '2', array[${zed}::bigint], now(), now())`.execute(tx),
  );
  const first = await prepareNext(desk);
  const { approval_id } = await marcus.post(`payouts/${first}/leave_out`, { reason: 'Differs' });
  expect(await noor.post(`approvals/${approval_id}/approve`)).toMatchObject({ status: 200 });
  expect(await approveAsSeen(noor, first)).toMatchObject({ status: 200 });
  expect(await ingrid.post(`payouts/${first}/file`)).toMatchObject({ status: 200 });
  await book.inTenant((tx) =>
    sql`delete from open_differences where tenant_id = ${tenantId}::uuid`.execute(tx),
  );
  await book.pay(10_000n);
  const second = await book.draft(book.nextPayDate, ingrid);
  expect(await approveAsSeen(dan, second)).toMatchObject(OWN);
  expect(await approveAsSeen(marcus, second)).toMatchObject({ status: 200 });
});

test('RUN-44 security rule: who posted into a cash account within 30 days does not approve its withdrawal', async () => {
  const desk = await openRunDesk(portal, [{ name: 'Zed Partners' }, ...PAID]);
  const { book, marcus, tenantId, own } = desk;
  const dan = await sitDown(own, 'Dan Cole', { role: 'accounting' });
  const syndicateId = book.syndicates.get('Zed Partners') ?? 0n;
  await book.inTenant((tx) =>
    openCashAccount(tx, tenantId, { syndicateId, cash: 0n, contributed: null, recordedBy: 'test' }),
  );
  await postDay(desk, atDesk(dan), 'into the account');
  await daysPass(portal.database.owner, tenantId, 4);
  await turnCashAccounts(portal.database.db, tenantId);
  const asked = { syndicateId, amount: 5_000n, reference: 'W-1' };
  const payTo = { bankName: 'First Bank', accountNumberLast4: '7890' };
  await book.inTenant((tx) =>
    askForWithdrawal(tx, tenantId, { ...asked, payTo }, { via: 'command line', name: 'test' }),
  );
  await book.pay(10_000n);
  const runId = await prepareNext(desk);
  expect(await approveAsSeen(dan, runId)).toMatchObject(OWN);
  expect(await approveAsSeen(marcus, runId)).toMatchObject({ status: 200 });
});
