import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { createFundedDeal, createParticipation } from '../../testing/factories.ts';
import { openTestPortal, type TestPortal } from '../../testing/portal.ts';
import { correctPayment } from '../correct-payment.ts';
import { findDifferences } from '../find-differences.ts';
import { DayFileError, postDayFile } from './post-day-file.ts';

let portal: TestPortal;
let folder: string;
beforeAll(async () => {
  portal = await openTestPortal();
  folder = await mkdtemp(join(tmpdir(), 'debit-dates-'));
  const { tenantId, syndicateId } = portal;
  await withTenant(portal.database.owner, tenantId, async (tx) => {
    const dealId = await createFundedDeal(tx, tenantId, { mid: 'M-1' });
    await createParticipation(tx, tenantId, { dealId, syndicateId });
  });
});
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true });
});

const HEADER = 'reference,mid,amount,date,result,return_code,debit_date';
const operator = { via: 'command line', name: 'ana' } as const;

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(portal.database.db, portal.tenantId, work);

async function post(name: string, lines: readonly string[], confirmed: readonly string[] = []) {
  const path = join(folder, name);
  await writeFile(path, [HEADER, ...lines, ''].join('\n'));
  return postDayFile(portal.database.db, portal.tenantId, path, {
    ...(confirmed.length > 0 && { confirmed: { references: new Set(confirmed), by: operator } }),
  });
}

const debitDates = () =>
  inTenant(async (tx) => {
    const rows = await tx.selectFrom('payments').select(['reference', 'debitDate']).execute();
    return Object.fromEntries(rows.map(({ reference, debitDate }) => [reference, debitDate]));
  });

const correct = (reference: string, amount: bigint, date: string | null) =>
  inTenant((tx) =>
    correctPayment(
      tx,
      portal.tenantId,
      { reference, reason: 'Mistyped', instead: { amount, date: date === null ? null : calendarDate(date) } },
      operator,
    ),
  );

test('SCHED-06 a payment keeps the day of its debit, as the file tells it or by the time to clear', async () => {
  const late = post('late.csv', ['X,M-1,700.00,2026-10-07,cleared,,2026-10-08']);
  await expect(late).rejects.toBeInstanceOf(DayFileError);
  await expect(late).rejects.toMatchObject({ problems: [{ line: 2, column: 'debit_date' }] });

  await post('one.csv', [
    'told,M-1,700.00,2026-10-07,cleared,,2026-10-05',
    'untold,M-1,710.00,2026-10-07,cleared,,',
    'back,M-1,720.00,2026-10-07,returned,R01,2026-10-06',
  ]);
  await inTenant((tx) => tx.updateTable('tenants').set({ clearingBankDays: 2 }).execute());
  const held = ['twin,M-1,700.00,2026-10-07,cleared,,2026-10-02'];
  expect((await post('two.csv', held)).held).toMatchObject([{ reference: 'twin', debitDate: '2026-10-02' }]);
  await post('two.csv', held, ['twin']);
  await post('three.csv', [
    // Two bank days before: the 12th was Columbus Day.
    'counted,M-1,730.00,2026-10-14,cleared,,',
    'gone,M-1,740.00,2026-10-14,returned,R02,',
  ]);
  await correct('told', 70_100n, null);
  await correct('counted', 73_100n, '2026-10-15');
  expect(await debitDates()).toEqual({
    told: '2026-10-05',
    'told/2': '2026-10-05',
    untold: null,
    back: '2026-10-06',
    twin: '2026-10-02',
    counted: '2026-10-09',
    'counted/2': '2026-10-13',
    gone: null,
  });
  expect(await inTenant((tx) => findDifferences(tx, portal.tenantId))).toEqual([]);
});
