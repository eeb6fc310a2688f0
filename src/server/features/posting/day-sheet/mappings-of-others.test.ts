import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { withTenant } from '../../../platform/db/transactions.ts';
import { bankDay } from '../../../testing/bank-day.ts';
import { dropSheet, settledSheet } from '../../../testing/day-sheet.ts';
import { type AtDesk, sitDown } from '../../../testing/desk.ts';
import { createFundedDeal } from '../../../testing/factories.ts';
import { openTestPortal, type TestPortal } from '../../../testing/portal.ts';
import { startTestWorker } from '../../../testing/test-worker.ts';

let portal: TestPortal;
let worker: Awaited<ReturnType<typeof startTestWorker>>;
beforeAll(async () => {
  portal = await openTestPortal();
  worker = await startTestWorker(portal.database);
  await withTenant(portal.database.owner, portal.tenantId, (tx) =>
    createFundedDeal(tx, portal.tenantId, { mid: 'M-101' }),
  );
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});

const DAY = bankDay(3);
const column = (name: string) => ({ from: 'column', column: name });
const readAs = (returned: 'returned' | 'cleared') => ({
  ...{ reference: column('Reference'), mid: column('Deal ID'), date: column('Process Date') },
  ...{ amount: column('Amount'), return_code: column('Code') },
  result: { ...column('Status'), words: { Cleared: 'cleared', Returned: returned } },
});
const drop = (desk: AtDesk, reference: string) =>
  dropSheet(
    desk,
    `${reference}.csv`,
    `Reference,Deal ID,Process Date,Amount,Status,Code\n${reference},M-101,${formatDate(DAY)},$70.00,Cleared,\n`,
  );
const map = async (desk: AtDesk, fileId: string, returned: 'returned' | 'cleared') => {
  const answer = await desk.put(`day_sheets/${fileId}/mapping`, {
    name: 'Processor',
    mapping: readAs(returned),
  });
  expect(answer).toMatchObject({ status: 200 });
  return settledSheet(desk, fileId, /^checked$/);
};

test('POST-04 security rule: what a person has said of columns reads files of others once one was posted that way', async () => {
  const ella = await sitDown(portal, 'Ella Good', { role: 'accounting' });
  const dan = await sitDown(portal, 'Dan Cole', { role: 'accounting' });
  const first = await drop(ella, 'R1');
  expect(first).toMatchObject({ state: 'columns', source_name: null });
  await map(ella, first.file_id, 'returned');
  expect(await drop(ella, 'R2')).toMatchObject({ state: 'checked', source_name: 'Processor' });
  const other = await drop(dan, 'R3');
  expect(other).toMatchObject({ state: 'columns', source_name: null });
  // What he says and discards is not left behind for her next file.
  // A word that is known to mean one thing cannot mean the other.
  const wrong = { name: 'Processor', mapping: readAs('cleared') };
  expect(await dan.put(`day_sheets/${other.file_id}/mapping`, wrong)).toMatchObject({
    ...{ status: 422, code: 'sheet_mapping_invalid' },
    message: '“Returned” means returned, so it can’t count as cleared.',
  });
  await map(dan, other.file_id, 'returned');
  expect(await dan.post(`day_sheets/${other.file_id}/discard`)).toMatchObject({ status: 200 });
  const next = await drop(ella, 'R4');
  expect(next).toMatchObject({ state: 'columns', source_name: null });
  const { check_number } = await map(ella, next.file_id, 'returned');
  const posted = await ella.post(`day_sheets/${next.file_id}/post`, { check_number, complete_through: DAY });
  expect(posted).toMatchObject({ status: 200 });
  await settledSheet(ella, next.file_id, /^posted$/);
  expect(await drop(dan, 'R5')).toMatchObject({ state: 'checked', source_name: 'Processor' });
});
