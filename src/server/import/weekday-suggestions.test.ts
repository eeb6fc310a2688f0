import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { importDesk, outcomesOf, problemsOf } from '../testing/import-desk.ts';
import { importFolder } from '../testing/import-folder.ts';
import { termsFile } from './weekday-suggestions.ts';

const desk = importDesk();
const { run, ask } = desk;

const HEADER = 'external_id,deal,effective_date,payment,frequency,weekday,first_debit_date,note';

/** Makes the deal of the folder a weekly one, funded on a Thursday, with debits on these days. */
async function edit(
  folder: Pick<typeof desk.folder, 'edit'>,
  days: readonly string[],
  terms: readonly string[] = [],
): Promise<void> {
  await folder.edit('deals.csv', (text) => text.replace('700.00,DAILY', '3500.00,WEEKLY'));
  await folder.edit('terms.csv', () => `${[HEADER, ...terms].join('\n')}\n`);
  const rows = days.map((day, index) => `DEBIT-${index},D-1,500.00,${day},,,`);
  await folder.edit('payments.csv', (text) => `${[text.split('\n')[0], ...rows].join('\n')}\n`);
}

/** The Wednesdays of October; then Veterans Day was one, and its debit was made on the next day. */
const WEDNESDAYS = ['2026-10-07', '2026-10-14', '2026-10-21', '2026-10-28', '2026-11-04', '2026-11-12'];

const weekdays = () =>
  ask(sql`select effective_date, debit_weekday, reason, note from deal_terms order by id`);

test('SCHED-12 the weekday of a weekly deal is suggested by its history, and recorded once it is imported', async () => {
  await edit(desk.folder, [...WEDNESDAYS, '2026-11-09'], ['T-1,D-1,2026-10-26,1750.00,,,,Half']);
  const dry = await run(undefined, { isDryRun: true });
  const note = '6 of 7 debits were on a Wednesday';
  const row = { deal: 'D-1', frequency: 'WEEKLY', weekday: 'wednesday', note };
  const suggestions = [
    {
      ...{ deal: 'D-1', mid: 'HB-200117', weekday: 3, expectedOn: 4, count: 6, of: 7 },
      // Each of its terms would be of the weekday of the funding otherwise.
      terms: [
        {
          ...row,
          externalId: 'weekday of HB-200117 from 2026-10-01',
          effectiveDate: '2026-10-01',
          payment: '3500.00',
        },
        {
          ...row,
          externalId: 'weekday of HB-200117 from 2026-10-26',
          effectiveDate: '2026-10-26',
          payment: '1750.00',
        },
      ],
    },
  ];
  expect(dry.suggestions).toEqual(suggestions);
  const imported = await run();
  expect([problemsOf(imported), imported.suggestions]).toEqual([[], suggestions]);
  const untold = { debitWeekday: null };
  expect(await weekdays()).toMatchObject([untold, untold]);

  const accepted = await importFolder({ 'terms.csv': termsFile(dry.suggestions) });
  expect(outcomesOf(await run(accepted.path), 'new')).toEqual({ terms: 2 });
  expect(outcomesOf(await run(accepted.path), 'unchanged')).toEqual({ terms: 2 });
  await accepted.remove();
  expect((await weekdays()).slice(2)).toEqual([
    { effectiveDate: '2026-10-01', debitWeekday: 3, reason: 'contract', note },
    { effectiveDate: '2026-10-26', debitWeekday: 3, reason: 'modified', note },
  ]);
  expect((await run()).suggestions).toEqual([]);
  expect(await desk.differences()).toEqual([]);
});

test('SCHED-12 nothing is suggested from too little, against a given weekday, or for what is expected already', async () => {
  const asked = async (days: readonly string[], terms: readonly string[] = []) => {
    const folder = await importFolder('templates');
    await edit(folder, days, terms);
    const { suggestions } = await run(folder.path, { isDryRun: true });
    await folder.remove();
    return suggestions.map(({ weekday }) => weekday);
  };
  expect(await asked(WEDNESDAYS)).toEqual([3]);
  expect(await asked(WEDNESDAYS.slice(0, 2))).toEqual([]);
  expect(await asked([...WEDNESDAYS.slice(0, 2), '2026-10-13', '2026-10-20'])).toEqual([]);
  expect(await asked(['2026-10-08', '2026-10-15', '2026-10-22'])).toEqual([]);
  expect(await asked(WEDNESDAYS, ['T-1,D-1,2026-10-01,3500.00,,friday,,'])).toEqual([]);
  expect(await asked(WEDNESDAYS, ['T-1,D-1,2026-10-01,3500.00,,,2026-10-09,'])).toEqual([]);
  // Only what was debited under weekly terms counts.
  expect(
    await asked(WEDNESDAYS, ['T-1,D-1,2026-10-01,700.00,DAILY,,,', 'T-2,D-1,2026-10-26,3500.00,WEEKLY,,,']),
  ).toEqual([3]);
  expect(
    await asked(WEDNESDAYS, ['T-1,D-1,2026-10-01,700.00,DAILY,,,', 'T-2,D-1,2026-11-02,3500.00,WEEKLY,,,']),
  ).toEqual([]);
});

test('SCHED-12 the suggestion goes by the days of the debits, also of payments that come back', async () => {
  await edit(desk.folder, []);
  // Two bank days to clear: cleared on Fridays, debited on Wednesdays, but for one that is told to be of a Tuesday.
  await ask(sql`update tenants set clearing_bank_days = 2 returning 1`);
  const head = 'reference,deal,amount,cleared_date,returned_date,return_code,debit_date';
  const rows = [
    'A,D-1,500.00,2026-10-09,,,',
    'B,D-1,500.00,2026-10-16,,,',
    'C,D-1,500.00,2026-10-23,,,2026-10-20',
  ];
  await desk.folder.edit('payments.csv', () => `${[head, ...rows].join('\n')}\n`);
  const found = { weekday: 3, count: 2, of: 3 };
  expect((await run(undefined, { isDryRun: true })).suggestions).toMatchObject([found]);
  expect((await run()).suggestions).toMatchObject([found]);
  // What came back did not clear: two debits are too few.
  await desk.folder.edit('payments.csv', (text) =>
    text.replace('2026-10-09,,,', '2026-10-09,2026-10-27,R01,'),
  );
  expect((await run(undefined, { isDryRun: true })).suggestions).toEqual([]);
  expect((await run()).suggestions).toEqual([]);
});
