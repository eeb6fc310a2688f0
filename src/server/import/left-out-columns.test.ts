import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { changeDealStatus } from '../ledger/change-deal-status.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { fileOf, fullBook, fullRows, kindNamed } from '../testing/full-book.ts';
import { importDesk, outcomesOf, problemsOf } from '../testing/import-desk.ts';
import { importFolder } from '../testing/import-folder.ts';
import { optionalColumns } from './kind.ts';
import { KIND_DESCRIPTIONS } from './kinds/all.ts';

const desk = importDesk();
const { run, ask } = desk;

async function importFiles(files: Record<string, string>) {
  const one = await importFolder({ ...files, 'statement.pdf': fullBook()['statement.pdf'] ?? '' });
  const report = await run(one.path);
  await one.remove();
  return report;
}

/** Every row of the tables that imports write, as text. Triggers note when a row was last used. */
const storedRows = () =>
  withTenant(desk.database.owner, desk.tenantId, async (tx) => {
    const stored: Record<string, unknown> = {};
    for (const table of TABLES) {
      const { rows } = await sql<{ row: object }>`
        select to_jsonb(t) - 'used_at' - 'version' - 'column_hashes' - 'content_hash' as row from ${sql.table(table)} t
        order by to_jsonb(t)::text`.execute(tx);
      stored[table] = rows.map(({ row }) => row);
    }
    return stored;
  });

const TABLES = [
  ...['syndicates', 'memberships', 'syndicate_bank_accounts', 'bank_account_changes', 'brokers', 'companies'],
  ...[
    'company_addresses',
    'company_owners',
    'company_bank_accounts',
    'statement_months',
    'existing_advances',
  ],
  ...['deals', 'deal_totals', 'offers', 'participations', 'participation_totals', 'syndicate_totals'],
  ...['deal_notes', 'deal_terms', 'payments', 'payout_lines', 'cash_entries', 'external_ids'],
];

const forgetColumns = () => ask(sql`update external_ids set column_hashes = null returning 1`);

test('IMPORT-01 a balance, a permission and a broker that a file does not speak of stay', async () => {
  expect(problemsOf(await importFiles(fullBook()))).toEqual([]);
  const kept = () =>
    ask(sql`
      select (select sum(amount_cents) from cash_entries where syndicate_id = s.id) as cash, s.uses_cash_balance, m.permissions, m.is_terminated, d.broker_id is not null as has_broker
      from syndicates s join memberships m on m.syndicate_id = s.id, deals d
      where s.abbreviation = 'MRC' and d.mid = 'HB-200117'`);
  const before = await kept();
  await importFiles({
    'syndicates.csv': fileOf(kindNamed('syndicates'), { without: ['cash_balance', 'uses_cash_balance'] }),
    'users.csv': fileOf(kindNamed('users'), { without: ['can_view_fcs', 'is_terminated'] }),
    'deals.csv': fileOf(kindNamed('deals'), { without: ['broker'] }),
  });
  expect(await kept()).toEqual(before);
});

test('IMPORT-01 of every kind, each column that can be left out changes nothing when it is', async () => {
  expect(problemsOf(await importFiles(fullBook()))).toEqual([]);
  const before = await storedRows();
  const left: [string, string[]][] = [];
  for (const kind of KIND_DESCRIPTIONS) {
    const optional = [...optionalColumns(kind)];
    // A statement's file lies either in the folder or in the storage, so the book has one of the two; the other has its own test below.
    const isFilled = (column: string) =>
      column === 'stored_file' || fullRows(kind).some((row) => row[column]);
    expect([kind.name, optional.filter((column) => !isFilled(column))]).toEqual([kind.name, []]);
    for (const column of optional) left.push([kind.name, [column]]);
    left.push([kind.name, optional]);
  }
  for (const [name, without] of left) {
    const kind = kindNamed(name as 'deals');
    const report = await importFiles({ [`${name}.csv`]: fileOf(kind, { without }) });
    expect([without, problemsOf(report), outcomesOf(report, 'unchanged')]).toEqual([
      without,
      [],
      { [name]: fullRows(kind).length },
    ]);
  }
  expect(await storedRows()).toEqual(before);

  // The same for rows of which only the whole was kept: everything else is written again, as it is.
  await forgetColumns();
  const required = KIND_DESCRIPTIONS.map((kind) => [
    `${kind.name}.csv`,
    fileOf(kind, { without: [...optionalColumns(kind)] }),
  ]);
  const report = await importFiles(Object.fromEntries(required));
  expect([problemsOf(report), outcomesOf(report, 'changed')]).toEqual([[], {}]);
  expect(await storedRows()).toEqual(before);
});

test('IMPORT-01 a column that is there and empty clears the value, or gives the documented one', async () => {
  const { 'payments.csv': _none, ...book } = fullBook();
  expect(problemsOf(await importFiles(book))).toEqual([]);
  const emptied = (
    ['syndicates', 'users', 'companies', 'owners', 'statements', 'advances', 'participations'] as const
  ).map((name) => [`${name}.csv`, fileOf(kindNamed(name), { empty: emptyable(name) })]);
  const report = await importFiles({
    ...Object.fromEntries(emptied),
    'deals.csv': fileOf(kindNamed('deals'), { empty: ['broker', 'syndication_cap_percent'] }),
    'notes.csv': fileOf(kindNamed('notes'), { empty: ['author_role', 'is_pinned'] }),
  });
  expect(problemsOf(report)).toEqual([]);
  const [row] = await ask(sql`
    select (select sum(amount_cents)::bigint from cash_entries where syndicate_id = s.id) as cash, s.uses_cash_balance, s.shows_deals_tab, s.cc_emails,
      s.contact_person, m.permissions, m.is_terminated, c.dba, o.credit_score, st.is_scrubbed, st.file_id, a.balance_cents,
      a.bank_account_id, d.broker_id, d.syndication_cap_percent, n.author_role, n.is_pinned,
      (select sum(upfront_fee_cents + management_fee_upfront) from participations) as upfront
    from syndicates s join memberships m on m.syndicate_id = s.id, companies c, company_owners o, statement_months st,
      existing_advances a, deals d, deal_notes n
    where s.abbreviation = 'MRC' and c.name like 'Bright%' and o.company_id = c.id and st.month = '2026-08-01' and d.company_id = c.id`);
  expect(row).toEqual({
    cash: 0n,
    usesCashBalance: false,
    showsDealsTab: true,
    ccEmails: [],
    contactPerson: null,
    permissions: [],
    isTerminated: true,
    dba: null,
    creditScore: null,
    isScrubbed: true,
    fileId: null,
    balanceCents: null,
    bankAccountId: null,
    brokerId: null,
    syndicationCapPercent: '100.0000',
    authorRole: null,
    isPinned: false,
    upfront: '0',
  });
  expect(await desk.differences()).toEqual([]);
});

const emptyable = (name: Parameters<typeof kindNamed>[0]) =>
  [...optionalColumns(kindNamed(name))].filter((column) => column !== 'syndicate');

test('IMPORT-01 what was changed in the portal stays, unless the file says something else of it than last time', async () => {
  await importFiles(fullBook());
  await ask(
    sql`update syndicates set contact_person = 'Mona Alvarez', city = 'Akron' where abbreviation = 'MRC' returning 1`,
  );
  const stored = async () =>
    (
      await ask(
        sql`select contact_person, city, zip, (select sum(amount_cents)::bigint from cash_entries where syndicate_id = syndicates.id) as cash
          from syndicates where abbreviation = 'MRC'`,
      )
    )[0];
  const file = fileOf(kindNamed('syndicates'), { without: ['zip'] });
  const report = await importFiles({
    'syndicates.csv': file.replace('250000.00', '1.00').replace('Cleveland', 'Toledo'),
  });
  expect(outcomesOf(report, 'changed')).toEqual({ syndicates: 1 });
  expect(await stored()).toEqual({
    contactPerson: 'Mona Alvarez',
    city: 'Toledo',
    zip: '44114',
    cash: 100n,
  });
});

test('IMPORT-01 in NDJSON each row says for itself what it speaks of', async () => {
  await importFiles(fullBook());
  const row = { ...fullRows(kindNamed('companies'))[0], dba: undefined };
  const other = { ...fullRows(kindNamed('companies'))[1], dba: 'Rosario' };
  const lines = (...rows: object[]) => ({
    'companies.ndjson': rows.map((each) => JSON.stringify(each)).join('\n'),
  });
  const names = () => ask(sql`select dba from companies order by id`);
  expect(outcomesOf(await importFiles(lines(row, other)), 'changed')).toEqual({ companies: 1 });
  expect(await names()).toEqual([{ dba: 'Bright Oak Dental' }, { dba: 'Rosario' }]);
  expect(
    outcomesOf(await importFiles(lines({ ...row, dba: null }, { ...other, dba: '' })), 'changed'),
  ).toEqual({
    companies: 2,
  });
  expect(await names()).toEqual([{ dba: null }, { dba: null }]);
});

test('IMPORT-01 a new row without the columns of a funding is not half funded', async () => {
  await importFiles(fullBook());
  const report = await importFiles({
    'deals.csv': fileOf(kindNamed('deals'), { without: ['term_days'] })
      .replace('"D-1"', '"D-7"')
      .replace('HB-200117', 'HB-7'),
  });
  expect(problemsOf(report)).toEqual([
    'deals.csv:2: term_days is missing: the columns of a funding are all there or none',
  ]);
});

test('IMPORT-01 a share that grows keeps an upfront fee that the file leaves out, in proportion and to the cent', async () => {
  const { 'payments.csv': _none, ...book } = fullBook();
  const shares = fileOf(kindNamed('participations'));
  await importFiles({ ...book, 'participations.csv': shares.replace('"3.5"', '"3.125"') });
  const fee = () =>
    ask(
      sql`select upfront_fee_cents, investment_cost_cents from participations where share_percent in (5, 12)`,
    );
  expect(await fee()).toEqual([{ upfrontFeeCents: 9_375n, investmentCostCents: 339_375n }]);
  const grown = fileOf(kindNamed('participations'), { without: ['upfront_fee_percent'] });
  expect(
    problemsOf(
      await importFiles({ 'participations.csv': grown.replace('"2026-10-01","5"', '"2026-10-01","12"') }),
    ),
  ).toEqual([]);
  expect(await fee()).toEqual([{ upfrontFeeCents: 22_500n, investmentCostCents: 814_500n }]);
  expect(await desk.differences()).toEqual([]);
});

test('IMPORT-01 a statement keeps its PDF when only the other column that can name one comes, goes or is empty', async () => {
  const statements = kindNamed('statements');
  const withFile = fileOf(statements, { without: ['stored_file'] });
  await importFiles({ ...fullBook(), 'statements.csv': withFile });
  const pdf = async () =>
    (await ask(sql`select file_id from statement_months where month = '2026-08-01'`))[0];
  const before = await pdf();
  expect(before).toEqual({ fileId: expect.any(BigInt) });
  const [{ storageKey } = { storageKey: '' }] = await ask(
    sql<{ storageKey: string }>`select storage_key from files`,
  );
  const stored = (without: string[]) =>
    fileOf(statements, { without, empty: ['stored_file'] }).replace(/^("ST-1".*),""$/m, `$1,"${storageKey}"`);
  const files = {
    'an empty stored_file comes': fileOf(statements),
    'file goes': fileOf(statements, { without: ['file'] }),
    'only an empty stored_file': fileOf(statements, { without: ['file'] }),
    'the key instead': stored(['file']),
    'the key, and an empty file': stored([]).replace('"statement.pdf"', '""'),
    'the path again': withFile,
    'the key again, and an empty file': stored([]).replace('"statement.pdf"', '""'),
  };
  for (const isForgotten of [false, true])
    for (const [name, file] of Object.entries(files)) {
      if (isForgotten) await forgetColumns();
      expect([name, problemsOf(await importFiles({ 'statements.csv': file })), await pdf()]).toEqual([
        name,
        [],
        before,
      ]);
    }
  await importFiles({ 'statements.csv': fileOf(statements, { empty: ['file', 'stored_file'] }) });
  expect(await pdf()).toEqual({ fileId: null });
});

test('IMPORT-01 a status that was set since stays when it is not known that the file says another', async () => {
  await importFiles(fullBook());
  await forgetColumns();
  const { tenantId, database } = desk;
  const setStatus = (reason: string, status: 'Write-off' | 'Default') =>
    withTenant(database.db, tenantId, async (tx) => {
      const { id } = await tx
        .selectFrom('deals')
        .select('id')
        .where('mid', '=', 'HB-200117')
        .executeTakeFirstOrThrow();
      await changeDealStatus(tx, tenantId, { dealId: id, status, reason, changedBy: null });
    });
  const importNamed = async (name: string) => {
    const deals = fileOf(kindNamed('deals')).replace('Bright Oak Dental', name);
    const report = await importFiles({ 'deals.csv': deals });
    const [deal] = await ask(sql`select name, status from deals where mid = 'HB-200117'`);
    return [deal, report.files[0]?.warnings.map(({ line, reason }) => `${line}: ${reason}`)];
  };
  await setStatus('The merchant has closed', 'Write-off');
  expect(await importNamed('Bright Maple Dental')).toEqual([
    { name: 'Bright Maple Dental', status: 'Write-off' },
    ['2: stays: it was set since, and not by an import'],
  ]);
  await setStatus('Imported', 'Default');
  await forgetColumns();
  expect(await importNamed('Bright Elm Dental')).toEqual([
    { name: 'Bright Elm Dental', status: 'Active Advance' },
    [],
  ]);
});
