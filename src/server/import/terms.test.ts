import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { importDesk, outcomesOf } from '../testing/import-desk.ts';

const desk = importDesk();
const { run, ask } = desk;

const HEADER = 'external_id,deal,effective_date,payment,frequency,weekday,first_debit_date,note';
const termsOf = () =>
  ask(sql<object>`
    select t.effective_date, t.payment_cents, t.payment_frequency, t.debit_weekday, t.reason, t.note
    from deal_terms t join deals d on d.tenant_id = t.tenant_id and d.id = t.deal_id
    order by t.deal_id, t.id`);

test('SCHED-06 IMPORT-01 terms of deals are imported: lower payments, pauses, and the weekday of the contract', async () => {
  await desk.folder.edit(
    'terms.csv',
    () =>
      `${HEADER}\nT-1,D-1,2026-10-26,350.00,,,,Reconciliation\nT-2,D-1,2026-11-02,0,,,,Storm damage\nT-3,D-1,2026-11-09,700.00,,,,\nT-4,D-1,2026-10-01,3500.00,WEEKLY,tuesday,,\n`,
  );
  await run();
  const rows = await termsOf();
  expect(rows.slice(1)).toMatchObject([
    { effectiveDate: '2026-10-26', paymentCents: 35_000n, reason: 'modified', note: 'Reconciliation' },
    { effectiveDate: '2026-11-02', paymentCents: 0n, reason: 'paused' },
    { effectiveDate: '2026-11-09', paymentCents: 70_000n, reason: 'resumed' },
    { effectiveDate: '2026-10-01', paymentFrequency: 'WEEKLY', debitWeekday: 2, reason: 'contract' },
  ]);
  await run();
  expect(await termsOf()).toEqual(rows);
});

test('SCHED-06 IMPORT-01 terms that make no sense, and others under the same id, are refused by name', async () => {
  await desk.folder.edit(
    'terms.csv',
    () => `${HEADER}\nT-1,D-1,2026-09-01,350.00,,,,\nT-2,D-1,2026-10-26,350.00,,tuesday,,\n`,
  );
  expect(outcomesOf(await run()).join('\n')).toMatch(/before the day on which the deal was funded/);
});
