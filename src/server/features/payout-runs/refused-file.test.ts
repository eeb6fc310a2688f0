import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../shared/domain/calendar-date.ts';
import { openCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { readCashAccount } from '../../ledger/cash/read-cash-account.ts';
import { askForWithdrawal } from '../../ledger/cash/withdrawals.ts';
import { findDifferences } from '../../ledger/find-differences.ts';
import { trailOf } from '../../testing/audit-trail.ts';
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

const agrees = async ({ book, tenantId }: RunDesk) =>
  expect(await book.inTenant((tx) => findDifferences(tx, tenantId))).toEqual([]);

async function makeFile({ marcus, ingrid }: RunDesk, runId: unknown) {
  await approveAsSeen(marcus, runId);
  expect(await ingrid.post(`payouts/${runId}/file`)).toMatchObject({ state: 'file made' });
}

const refuse = ({ ingrid }: RunDesk, runId: unknown) =>
  ingrid.post(`payouts/${runId}/refused`, { reason: 'The bank says that the company ID is wrong.' });

test('RUN-19 security rule: two people say that the bank refused a file; all of it is owed again, and the next run pays it once', async () => {
  const desk = await openRunDesk(portal, [{ name: 'Allegheny' }, { name: 'Lakefront' }, { name: 'Kept' }]);
  const { book, ingrid, marcus, tenantId } = desk;
  const kept = book.syndicates.get('Kept') ?? 0n;
  await book.nameOriginator();
  await book.inTenant(async (tx) => {
    await openCashAccount(tx, tenantId, {
      syndicateId: kept,
      cash: 500_00n,
      contributed: null,
      recordedBy: 'test',
    });
    await askForWithdrawal(
      tx,
      tenantId,
      {
        syndicateId: kept,
        reference: 'W-1',
        amount: 200_00n,
        payTo: { bankName: 'First Bank', accountNumberLast4: '7890' },
      },
      { via: 'command line', name: 'test' },
    );
  });
  await book.pay();
  const first = await prepareNext(desk);
  expect(await refuse(desk, first)).toMatchObject({ status: 409, code: 'run_without_file' });
  await makeFile(desk, first);
  const cash = () => book.inTenant(async (tx) => (await readCashAccount(tx, tenantId, kept)).posted);
  expect(await cash()).toBe(300_00n);
  const { status, approval_id } = await refuse(desk, first);
  expect(status).toBe(200);
  expect(await refuse(desk, first)).toMatchObject({ code: 'approval_waiting' });
  expect(await ingrid.post(`approvals/${approval_id}/approve`)).toMatchObject({ status: 403 });
  // Nothing is owed again before the second person.
  expect((await readRun(ingrid, first)).items.map(({ return_code }) => return_code)).toEqual([
    null,
    null,
    null,
    null,
  ]);
  const waiting = (await marcus.get('approvals'))['approvals'] as Record<string, unknown>[];
  expect(waiting).toMatchObject([{ asked_for: expect.stringContaining('all 3 of its entries, $392.00') }]);
  // 20 at once: it happens once.
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => marcus.post(`approvals/${approval_id}/approve`)),
  );
  expect(answers.filter(({ status: one }) => one === 200)).toHaveLength(1);
  const refused = await readRun(marcus, first);
  expect(refused).toMatchObject({ state: 'file made', refused_by: 'Marcus Lee', may_download: false });
  expect(
    refused.items.map(({ syndicate, kind, return_code }) => `${syndicate} ${kind} ${return_code}`).sort(),
  ).toEqual(['Allegheny payout FILE', 'Kept payout null', 'Kept withdrawal FILE', 'Lakefront payout FILE']);
  expect(await cash()).toBe(500_00n);
  await agrees(desk);
  const item_id = refused.items.find(({ return_code }) => return_code === 'FILE')?.['item_id'];
  for (const [path, body] of [
    [`payouts/${first}/settle`, {}],
    [`payouts/${first}/download`, {}],
    [`payouts/${first}/refused`, { reason: 'Again, please.' }],
    [`returned/${item_id}/take_back`, { return_code: 'FILE', cash_after: null, reason: 'A test' }],
  ] as const)
    expect(await ingrid.post(path, body)).toMatchObject({ status: 409, code: 'run_file_refused' });
  const trail = await trailOf(portal.database, tenantId, `payout run ${first}`);
  expect(trail.at(-1)).toMatchObject({
    action: 'payout file refused',
    actorId: marcus.userId,
    details: { entries: 3, amount: '392.00' },
  });

  await book.pay();
  const second = await book.draft(book.nextPayDate, ingrid);
  const next = await readRun(ingrid, second);
  expect(next.totals).toMatchObject({
    ledger: '288.00',
    brought_in: '192.00',
    in_file: '384.00',
    kept: '96.00',
    blocked: '0.00',
  });
  await makeFile(desk, second);
  expect((await readRun(ingrid, second)).totals).toEqual(next.totals);
  await agrees(desk);
  const third = await book.draft(addDays(book.nextPayDate, 7), ingrid);
  expect((await readRun(ingrid, third)).items).toEqual([]);
});

test('RUN-19 a run that the bank has paid is not refused any more', async () => {
  const desk = await openRunDesk(portal, [{ name: 'Allegheny' }]);
  const { book, ingrid, marcus } = desk;
  await book.nameOriginator();
  await book.pay();
  const runId = await prepareNext(desk);
  await makeFile(desk, runId);
  const { approval_id } = await refuse(desk, runId);
  await book.reachEffectiveDate(runId);
  await ingrid.post(`payouts/${runId}/settle`);
  expect(await refuse(desk, runId)).toMatchObject({ status: 409, code: 'run_settled' });
  expect(await marcus.post(`approvals/${approval_id}/approve`)).toMatchObject({
    status: 409,
    code: 'run_settled',
  });
  expect((await readRun(marcus, runId)).items).toMatchObject([{ return_code: null }]);
  await agrees(desk);
});

test('RUN-19 a return that was entered before the bank refused the file is not taken back: its money stays owed', async () => {
  const desk = await openRunDesk(portal, [{ name: 'Allegheny' }, { name: 'Lakefront' }]);
  const { book, ingrid, marcus } = desk;
  await book.nameOriginator();
  await book.pay();
  const runId = await prepareNext(desk);
  await makeFile(desk, runId);
  const [back] = (await readRun(ingrid, runId)).items;
  await giveBack(desk, back?.['trace_number']);
  const { approval_id } = await refuse(desk, runId);
  expect(await marcus.post(`approvals/${approval_id}/approve`)).toMatchObject({ status: 200 });
  expect(await takeBack(desk, back?.['trace_number'])).toMatchObject({
    status: 409,
    code: 'run_file_refused',
  });
  const body = { return_code: 'R03', cash_after: null, reason: 'The bank found it' };
  for (const path of ['take_back', 'ask'])
    expect(await ingrid.post(`returned/${back?.['item_id']}/${path}`, body)).toMatchObject({
      code: 'run_file_refused',
    });
  const next = await book.draft(book.nextPayDate, ingrid);
  expect((await readRun(ingrid, next)).totals).toMatchObject({ brought_in: '192.00' });
  await agrees(desk);
});
