import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { importDesk, outcomesOf, problemsOf } from '../testing/import-desk.ts';
import { importFolder } from '../testing/import-folder.ts';

const desk = importDesk();
const { run, ask } = desk;

const HEADER = 'reference,deal,amount,cleared_date,returned_date,return_code,debit_date';

async function take(rows: readonly string[], header = HEADER) {
  const one = await importFolder({ 'payments.csv': `${[header, ...rows].join('\n')}\n` });
  const report = await run(one.path);
  await one.remove();
  return report;
}

const debitDates = async () => {
  const rows = await ask(sql<{ reference: string; debitDate: string | null }>`
    select reference, debit_date from payments where reference not like 'ACH-%'`);
  return Object.fromEntries(rows.map(({ reference, debitDate }) => [reference, debitDate]));
};

test('SCHED-11 imported payments keep the day of their debit; a file without it changes nothing', async () => {
  await run();
  const rows = [
    'told,D-1,700.00,2026-10-14,,,2026-10-13',
    'untold,D-1,700.00,2026-10-15,,,',
    'back,D-1,700.00,,2026-10-16,R01,2026-10-14',
    'reversed,D-1,700.00,2026-10-16,2026-10-20,R10,2026-10-15',
  ];
  expect(outcomesOf(await take(rows), 'new')).toEqual({ payments: 4 });
  const dates = { told: '2026-10-13', untold: null, back: '2026-10-14', reversed: '2026-10-15' };
  expect(await debitDates()).toEqual(dates);

  await ask(sql`update tenants set clearing_bank_days = 2 returning 1`);
  // Two bank days before it cleared: there is a weekend between.
  await take(['counted,D-1,700.00,2026-10-20,,,', 'early,D-1,700.00,2026-10-21,,,2026-10-16']);
  const all = { ...dates, counted: '2026-10-16', early: '2026-10-16' };
  expect(await debitDates()).toEqual(all);

  expect(outcomesOf(await take(rows), 'unchanged')).toEqual({ payments: 4 });
  const without = rows.map((row) => row.split(',').slice(0, 6).join());
  const header = HEADER.replace(',debit_date', '');
  expect(outcomesOf(await take(without, header), 'unchanged')).toEqual({ payments: 4 });
  // It comes back later, and the day of its debit stays.
  await take(['told,D-1,700.00,2026-10-14,2026-10-22,R10'], header);
  expect(await debitDates()).toEqual(all);
  expect(await desk.differences()).toEqual([]);
});

test('SCHED-11 a debit after its payment cleared is bad, and another one than was posted is refused', async () => {
  await run();
  await take(['told,D-1,700.00,2026-10-14,,,2026-10-13', 'untold,D-1,700.00,2026-10-15,,,']);
  const late = 'debit_date is after the day on which it cleared or came back';
  const bad = await take([
    'one,D-1,700.00,2026-10-14,,,2026-10-15',
    'two,D-1,700.00,,2026-10-14,R01,2026-10-15',
    'three,D-1,700.00,2026-10-14,,,October',
  ]);
  expect([bad.applied, problemsOf(bad)]).toEqual([
    'nothing',
    [
      `payments.csv:2: ${late}`,
      `payments.csv:3: ${late}`,
      'payments.csv:4: debit_date is not a date such as 2026-11-13',
    ],
  ]);
  // What the file leaves out of a payment is known.
  const short = 'reference,deal,amount,debit_date';
  expect(problemsOf(await take(['told,D-1,700.00,2026-10-15'], short))).toEqual([`payments.csv:2: ${late}`]);
  const other = await take(['told,D-1,700.00,2026-10-12', 'untold,D-1,700.00,2026-10-14'], short);
  const stays = 'debit_date stays: this payment was posted with another';
  expect(problemsOf(other)).toEqual([`payments.csv:2: ${stays}`, `payments.csv:3: ${stays}`]);
  expect(outcomesOf(await take(['untold,D-1,700.00,2026-10-15'], short), 'unchanged')).toEqual({
    payments: 1,
  });
  expect(await debitDates()).toEqual({ told: '2026-10-13', untold: null });
});
