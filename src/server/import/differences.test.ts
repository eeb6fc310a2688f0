import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { importDesk, outcomesOf } from '../testing/import-desk.ts';
import type { ImportReport } from './import-book.ts';

const desk = importDesk();
const { run, ask } = desk;

const changesOf = ({ files }: ImportReport) =>
  files.flatMap(({ changes }) =>
    changes.map(
      ({ file, line, externalId, field, before, after }) =>
        `${file}:${line} ${externalId} ${field}: ${before} → ${after}`,
    ),
  );

const warningsOf = ({ files }: ImportReport) =>
  files.flatMap(({ warnings }) =>
    warnings.map(({ file, line, column, reason, value }) => `${file}:${line}: ${column} ${value} ${reason}`),
  );

async function changeSomething() {
  await desk.folder.edit('syndicates.csv', (text) => text.replace('2500.00', ''));
  await desk.folder.edit('users.csv', (text) => text.replace(',true,', ',false,'));
  await desk.folder.edit('payout_accounts.csv', (text) => text.replace('000481200416', '99988877700'));
  await desk.folder.edit('deals.csv', (text) =>
    text.replace('ISO-1', '').replace('Active Advance', 'Default'),
  );
  await desk.folder.edit('payments.csv', (text) => text.replace('2026-10-05,,', '2026-10-05,2026-10-20,R10'));
}

const CHANGES = [
  'syndicates.csv:2 SYN-1 cash_balance: 2500.00 → 0.00',
  'users.csv:2 U-1 can_view_fcs: true → false',
  'payout_accounts.csv:2 PA-1 account_number: •••• 0416 → •••• 7700',
  'deals.csv:2 D-1 status: Active Advance → Default',
  'deals.csv:2 D-1 broker: ISO-1 → ',
  'payments.csv:2 ACH-77100412 returned_date:  → 2026-10-20',
  'payments.csv:2 ACH-77100412 return_code:  → R10',
];

test('IMPORT-02 a dry run tells file, line, id, field, before and after of all that would change', async () => {
  await run();
  await changeSomething();
  expect(changesOf(await run(desk.folder.path, { isDryRun: true })).toSorted()).toEqual(CHANGES.toSorted());
  expect(changesOf(await run()).toSorted()).toEqual(CHANGES.toSorted());
});

test('IMPORT-02 AUDIT-04 the trail has the difference: of the run by field, of each row with file, line and values', async () => {
  await run();
  await changeSomething();
  await run();
  const rows = await ask(sql<{ details: object; subject: string }>`
    select subject, details from audit_events where action = 'imported row changed' order by sequence`);
  const of = (kind: string) => rows.find(({ subject }) => subject.startsWith(kind))?.details;
  expect(of('syndicates')).toMatchObject({
    file: 'syndicates.csv',
    line: 2,
    externalId: 'SYN-1',
    oldCashBalance: '2500.00',
    newCashBalance: '0.00',
  });
  expect(of('users')).toMatchObject({ file: 'users.csv', oldCanViewFcs: 'true', newCanViewFcs: 'false' });
  expect(JSON.stringify(rows)).not.toMatch(/99988877700|000481200416/);
  const [finished] = await ask(sql<{ details: object }>`
    select details from audit_events where action = 'import finished' order by sequence desc limit 1`);
  expect(finished?.details).toMatchObject({
    'deals changed': 1,
    'deals changed broker': 1,
    'syndicates changed cash_balance': 1,
    'payments changed returned_date': 1,
  });
});

test('CASH-04 the balance of a first import opens the cash account, and another one later adjusts it to what the file says', async () => {
  await run();
  const entries = () =>
    ask(sql`
      select kind, amount_cents, contributed_cents, reason, recorded_by is not null as is_known from cash_entries
      order by id`);
  const opening = {
    kind: 'opening',
    amountCents: 2_500_00n,
    contributedCents: null,
    reason: '',
    isKnown: true,
  };
  expect(await entries()).toEqual([opening]);
  await run();
  expect(await entries()).toEqual([opening]);
  await changeSomething();
  await run();
  const adjusted = {
    kind: 'adjustment',
    amountCents: -2_500_00n,
    contributedCents: null,
    reason: 'As the imported file says',
    isKnown: true,
  };
  expect(await entries()).toEqual([opening, adjusted]);
  expect(await desk.differences()).toEqual([]);
});

test('IMPORT-02 equal changes of many rows are one group, with their number and the first rows', async () => {
  const rows = Array.from({ length: 12 }, (_, index) => `M-${index},Name,,Dental,2019-01\n`).join('');
  await desk.folder.edit('companies.csv', (text) => text + rows);
  await run();
  await desk.folder.edit('companies.csv', (text) => text.replaceAll(',Dental,2019', ',Food,2019'));
  const report = await run(desk.folder.path, { isDryRun: true });
  const file = report.files.find(({ kind }) => kind === 'companies');
  expect(file?.changeGroups.map(({ count, first }) => [count, first.length, first[0]?.field])).toEqual([
    [12, 5, 'industry'],
  ]);
});

test('IMPORT-05 a status that contradicts what is owed is warned of, and imported', async () => {
  await desk.folder.edit('deals.csv', (text) => text.replace('Active Advance', 'Advance Completed'));
  const owing = [
    'deals.csv:2: status Advance Completed, with $83,300.00 owed is of a deal that is paid in full, but something is still owed',
  ];
  const dry = await run(desk.folder.path, { isDryRun: true });
  expect([warningsOf(dry), dry.applied]).toEqual([owing, 'all']);
  const real = await run();
  expect([warningsOf(real), real.applied, outcomesOf(real, 'warned')]).toEqual([owing, 'all', { deals: 1 }]);
  expect(await ask(sql`select status from deals where mid = 'HB-200117'`)).toEqual([
    { status: 'Advance Completed' },
  ]);

  // With its last payment in the same import nothing is owed any more.
  await desk.folder.edit('payments.csv', (text) => `${text}LAST,D-1,83300.00,2026-11-02,,,\n`);
  expect(warningsOf(await run(desk.folder.path, { isDryRun: true }))).toEqual([]);
  await desk.folder.edit('deals.csv', (text) => text.replace('Advance Completed', 'Active Advance'));
  expect(warningsOf(await run(desk.folder.path, { isDryRun: true }))).toEqual([
    'deals.csv:2: status Active Advance, with $0.00 owed is of a deal that is still paying, but nothing is owed any more',
  ]);
});

test('IMPORT-04 a file of Windows-1252 is imported, and the report says so', async () => {
  await desk.folder.edit('companies.csv', (text) =>
    Buffer.from(text.replace('Rosario Produce Inc', 'Café Rosario').replaceAll(',', ';'), 'latin1'),
  );
  const report = await run();
  expect(report.files.find(({ kind }) => kind === 'companies')).toMatchObject({
    counts: { new: 2 },
    warnings: [{ line: 3, reason: 'is not UTF-8; the file was read as Windows-1252' }],
  });
  expect(await ask(sql`select name from companies order by id desc limit 1`)).toEqual([
    { name: 'Café Rosario' },
  ]);
});

test('IMPORT-04 a problem shows the value, and the same fault of many rows is one group', async () => {
  await desk.folder.edit(
    'payments.csv',
    (text) =>
      `${text}${Array.from({ length: 30 }, (_, index) => `N-${index},D-${index + 50},$1.00,2026-10-05,,,\n`).join('')}`,
  );
  const report = await run();
  const file = report.files.find(({ kind }) => kind === 'payments');
  expect(file?.problems[0]).toMatchObject({ line: 5, column: 'amount', value: '$1.00' });
  expect(file?.problemGroups.map(({ count, first }) => [count, first.length])).toEqual([[30, 5]]);
});

test('CASH-04 an amount for a syndicate without a cash account is refused, because nothing would keep it', async () => {
  const withoutAccount = (text: string) => text.replace(/true,([^,]*),2500\.00/, 'false,$1,2500.00');
  await desk.folder.edit('syndicates.csv', withoutAccount);
  const { files } = await run();
  const problems = files.flatMap((file) => file.problems.map(({ column, reason }) => `${column} ${reason}`));
  expect(problems).toContain('cash_balance needs `uses_cash_balance`: without a cash account it is not kept');
  expect(await ask(sql`select from cash_entries`)).toEqual([]);
});
