import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import { completeDay } from '../ledger/standings/complete-day.ts';
import { turnDay } from '../ledger/standings/turn-of-day.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { importDesk, outcomesOf, problemsOf } from '../testing/import-desk.ts';
import { importFolder } from '../testing/import-folder.ts';

const desk = importDesk();
const { run, ask } = desk;

const HEADER = 'external_id,deal,effective_date,payment,frequency,weekday,first_debit_date,note';

async function take(rows: readonly string[], asked: { header?: string; isDryRun?: boolean } = {}) {
  const { header = HEADER, isDryRun = false } = asked;
  const one = await importFolder({ 'terms.csv': `${[header, ...rows].join('\n')}\n` });
  const report = await run(one.path, { isDryRun });
  await one.remove();
  return report;
}

/** All but the contract, which comes with the deal. */
const recorded = async () =>
  (
    await ask(sql<Record<string, unknown>>`
      select effective_date, payment_cents, payment_frequency, debit_weekday, first_debit_date, reason, note, recorded_by
      from deal_terms order by id`)
  ).slice(1);

const standing = async () =>
  (
    await ask(sql`
      select as_of, expected_cents, expected_payoff, contract_payoff from deal_standings
      join deals on deals.id = deal_id where mid = 'HB-200117'`)
  )[0];

test('SCHED-11 terms of deals are imported once: lower payments, pauses, and the weekday of the contract', async () => {
  await desk.folder.edit('terms.csv', () => `${HEADER}\n`);
  await run();
  const rows = [
    'T-1,D-1,2026-10-26,350.00,,,,Reconciliation',
    'T-2,D-1,2026-11-02,0,,,,Storm damage',
    'T-3,D-1,2026-11-09,3500.00,WEEKLY,tuesday,2026-11-17,',
    'T-4,D-1,2026-11-23,1750.00,,,,Half of it',
  ];
  const before = await desk.book();
  expect(outcomesOf(await take(rows, { isDryRun: true }), 'new')).toEqual({ terms: 4 });
  expect(await desk.book()).toEqual(before);
  expect(outcomesOf(await take(rows), 'new')).toEqual({ terms: 4 });
  const daily = { paymentFrequency: 'DAILY', debitWeekday: null, firstDebitDate: null };
  const weekly = { paymentFrequency: 'WEEKLY', debitWeekday: 2 };
  const recordedBy = 'command line: test';
  const added = [
    {
      effectiveDate: '2026-10-26',
      paymentCents: 35_000n,
      ...daily,
      reason: 'modified',
      note: 'Reconciliation',
      recordedBy,
    },
    {
      effectiveDate: '2026-11-02',
      paymentCents: 0n,
      ...daily,
      reason: 'paused',
      note: 'Storm damage',
      recordedBy,
    },
    {
      effectiveDate: '2026-11-09',
      paymentCents: 350_000n,
      ...weekly,
      firstDebitDate: '2026-11-17',
      reason: 'resumed',
      note: '',
      recordedBy,
    },
    // Columns that are empty stay as they were before.
    {
      effectiveDate: '2026-11-23',
      paymentCents: 175_000n,
      ...weekly,
      firstDebitDate: null,
      reason: 'modified',
      note: 'Half of it',
      recordedBy,
    },
  ];
  expect(await recorded()).toEqual(added);

  // Neither the same file again, nor the same terms under another id, nor a file with fewer columns adds anything.
  expect(outcomesOf(await take(rows), 'unchanged')).toEqual({ terms: 4 });
  const twin = [
    'T-9,D-1,2026-11-09,3500.00,WEEKLY,tuesday,2026-11-17,Told twice',
    'T-10,D-1,2026-10-01,700.00,,,,',
  ];
  expect(
    outcomesOf(await take([...twin, ...twin.map((row) => row.replace('T-', 'U-'))]), 'unchanged'),
  ).toEqual({
    terms: 4,
  });
  const short = rows.map((row) => row.split(',').slice(0, 4).join());
  const header = 'external_id,deal,effective_date,payment';
  expect(outcomesOf(await take(short, { header }), 'unchanged')).toEqual({ terms: 4 });
  await ask(sql`update external_ids set column_hashes = null where kind = 'terms' returning 1`);
  expect(outcomesOf(await take(short, { header }), 'unchanged')).toEqual({ terms: 4 });
  expect(await recorded()).toEqual(added);
  // Other terms from the same day on are a row of their own, and count from then on.
  await take(['T-11,D-1,2026-11-23,900.00,,,,']);
  expect((await recorded()).slice(4)).toMatchObject([
    { effectiveDate: '2026-11-23', paymentCents: 90_000n, paymentFrequency: 'WEEKLY', debitWeekday: 2 },
  ]);
  expect(await desk.differences()).toEqual([]);
});

test('SCHED-11 how a deal stands is worked out in the same transaction as its terms', async () => {
  await run();
  const { database, tenantId } = desk;
  await withTenant(database.db, tenantId, (tx) => completeDay(tx, tenantId, calendarDate('2026-10-09')));
  await turnDay(database.db, tenantId);
  expect(await standing()).toMatchObject({ asOf: '2026-10-09', expectedCents: 420_000n });
  // Three debits of 700.00 and, from the 7th to the 9th, three of 350.00.
  await take(['T-2,D-1,2026-10-07,350.00,,,,']);
  expect(await standing()).toMatchObject({ expectedCents: 315_000n });
  expect(await desk.differences()).toEqual([]);
});

test('SCHED-11 a weekday of the contract is not a modification, and moves its payoff', async () => {
  await desk.folder.edit('deals.csv', (text) => text.replace('700.00,DAILY', '3500.00,WEEKLY'));
  await desk.folder.edit('terms.csv', () => `${HEADER}\n`);
  await run();
  // 24 debits on Thursdays, the weekday of the funding.
  expect(await standing()).toMatchObject({ contractPayoff: '2027-03-18' });
  expect(problemsOf(await take(['T-5,D-1,2026-10-01,3500.00,,tuesday,,']))).toEqual([]);
  expect(await recorded()).toMatchObject([{ debitWeekday: 2, reason: 'contract' }]);
  expect(await standing()).toMatchObject({ contractPayoff: '2027-03-16' });
  await take(['T-6,D-1,2026-10-01,3400.00,,,,']);
  expect((await recorded()).slice(1)).toMatchObject([{ debitWeekday: 2, reason: 'modified' }]);
  expect(await desk.differences()).toEqual([]);
});

test('SCHED-11 terms that make no sense, and others under the same id, are refused by name', async () => {
  await run();
  const before = await recorded();
  const report = await take([
    'T-2,D-1,2026-09-01,350.00,,,,',
    'T-3,D-1,2026-10-27,350.00,,tuesday,,',
    'T-4,D-1,2026-10-27,350.00,,,2026-10-26,',
    'T-5,D-1,2026-10-27,-1.00,,,,',
    'T-6,D-1,2026-10-27,350.00,MONTHLY,,,',
    'T-7,D-1,2026-10-27,350.00,WEEKLY,sunday,,',
    'T-8,D-2,2026-10-27,350.00,,,,',
    'T-9,D-1,,350.00,,,,',
  ]);
  expect(problemsOf(report)).toEqual([
    'terms.csv:2: effective_date is before the day on which the deal was funded',
    'terms.csv:3: weekday is only for weekly debits',
    'terms.csv:4: first_debit_date is before the day from which the terms count',
    'terms.csv:5: payment is less than 0',
    'terms.csv:6: frequency is missing or none of: DAILY, WEEKLY',
    'terms.csv:7: weekday is missing or none of: monday, tuesday, wednesday, thursday, friday',
    'terms.csv:8: deal is not funded',
    'terms.csv:9: effective_date is missing',
  ]);
  const stays = 'stays: terms are only ever added, so give the new ones a row of their own';
  for (const [row, column] of [
    ['T-1,D-1,2026-10-26,0,,,,Reconciliation', 'payment'],
    ['T-1,D-1,2026-10-27,350.00,,,,Reconciliation', 'effective_date'],
    ['T-1,D-1,2026-10-26,350.00,WEEKLY,,,Reconciliation', 'frequency'],
    ['T-1,D-1,2026-10-26,350.00,,,2026-10-30,Reconciliation', 'first_debit_date'],
    ['T-1,D-1,2026-10-26,350.00,,,,Other', 'note'],
  ] as const) {
    const refused = await take([row]);
    expect([refused.applied, problemsOf(refused)]).toEqual(['some', [`terms.csv:2: ${column} ${stays}`]]);
  }
  expect(await recorded()).toEqual(before);
});
