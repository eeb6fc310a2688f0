import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { withClaims, withTenant } from '../db/transactions.ts';
import { readFileServices } from '../env.ts';
import { reconcile } from '../features/reconciliation/reconcile.ts';
import { closeUser } from '../identity/change-user.ts';
import { createFileStorage } from '../integrations/file-storage.ts';
import { createVirusScanner } from '../integrations/virus-scan.ts';
import { findDifferences } from '../ledger/find-differences.ts';
import { createMembership, createTenant, createUser } from '../testing/factories.ts';
import { bookOf, importFolder } from '../testing/import-folder.ts';
import { EICAR } from '../testing/sample-files.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type Counts, createFindings } from './findings.ts';
import { type Import, importBook } from './import-book.ts';
import { importRows } from './import-rows.ts';
import { ROW_KINDS } from './kinds/all.ts';
import { referencePage, templates } from './reference-page.ts';
import { findSources, type Source } from './source.ts';
import { createStatementFiles } from './statement-files.ts';

let database: TestDatabase;
let tenantId: string;
let folder: Awaited<ReturnType<typeof importFolder>>;
const { storage, scanner } = readFileServices();
const operator = { via: 'command line', name: 'test' } as const;
const services = { storage: createFileStorage(storage), scanner: createVirusScanner(scanner) };

beforeAll(async () => {
  database = await createTestDatabase();
  await services.storage.ensureBucket();
});
afterAll(() => database.drop());
beforeEach(async () => {
  tenantId = await createTenant(database.owner);
  folder = await importFolder('templates');
  return () => folder.remove();
});

/** The path of the import, and what else is asked for. */
async function run(path = folder.path, asked: Partial<Import> = {}) {
  return importBook(database.db, {
    tenantId,
    operator,
    services,
    sources: await findSources(path),
    ...asked,
  });
}

const outcomesOf = (report: Awaited<ReturnType<typeof run>>, outcome: keyof Counts) =>
  Object.fromEntries(
    report.files.flatMap(({ kind, counts }) => (counts[outcome] ? [[kind, counts[outcome]]] : [])),
  );

/** As the operator reads them. */
const problemsOf = ({ files }: Awaited<ReturnType<typeof run>>) =>
  files.flatMap(({ problems }) =>
    problems.map(
      ({ file, line, column, reason }) => `${file}:${line}: ${[column, reason].filter(Boolean).join(' ')}`,
    ),
  );

const book = () => bookOf(database.owner, tenantId);

const ask = async <T>(query: ReturnType<typeof sql<T>>) =>
  (await withTenant(database.db, tenantId, (tx) => query.execute(tx))).rows;

const NEW_IN_TEMPLATES = {
  syndicates: 2,
  users: 2,
  brokers: 1,
  companies: 2,
  addresses: 2,
  owners: 2,
  bank_accounts: 2,
  statements: 2,
  advances: 1,
  deals: 2,
  offers: 2,
  participations: 2,
  notes: 1,
  payments: 3,
};

describe('OPS-01 a whole book', () => {
  test('OPS-01 the templates are a book: it is imported, ties out to the cent, and the same again changes nothing', async () => {
    const first = await run();
    expect(problemsOf(first)).toEqual([]);
    expect(first.applied).toBe('all');
    expect(outcomesOf(first, 'new')).toEqual(NEW_IN_TEMPLATES);

    expect(await withTenant(database.db, tenantId, (tx) => findDifferences(tx, tenantId))).toEqual([]);
    expect((await reconcile(database.db, tenantId)).differences).toEqual([]);
    // $700 cleared on Monday the 5th: 10 % less 4 % on Tuesday for one, 5 % without a fee on Friday for the other.
    const lines = await ask(sql<{ netPayCents: bigint; payDate: string }>`
      select net_pay_cents, pay_date from payout_lines join payments p on p.id = payment_id
      where reference = 'ACH-77100412' order by pay_date`);
    expect(lines).toEqual([
      { netPayCents: 6720n, payDate: '2026-10-06' },
      { netPayCents: 3500n, payDate: '2026-10-09' },
    ]);

    const before = await book();
    const second = await run();
    expect(outcomesOf(second, 'unchanged')).toEqual(NEW_IN_TEMPLATES);
    expect(second.applied).toBe('all');
    expect(await book()).toEqual(before);
    // Not even a row written again with the same values.
    const written = await ask(sql<{ action: string }>`select action from audit_events order by sequence`);
    expect(written.map(({ action }) => action)).toEqual([
      'import begun',
      'import finished',
      'import begun',
      'import finished',
    ]);
  });

  test('OPS-01 NDJSON is the same book as CSV', async () => {
    await run();
    const before = await book();
    const asNdjson: Record<string, string> = {};
    for (const { fileName, content } of templates()) {
      const [header = '', ...rows] = content.trim().split('\n');
      const columns = header.split(',');
      const objects = rows.map((row) => {
        const cells = row
          .match(/("([^"]|"")*"|[^,]*)(,|$)/g)
          ?.map((cell) => cell.replace(/,$/, '').replace(/^"|"$/g, ''));
        const entries = columns.map((column, index) => [column, cells?.[index] || null] as const);
        return Object.fromEntries(entries.map(([column, cell]) => [column, toJson(column, cell)]));
      });
      asNdjson[fileName.replace('.csv', '.ndjson')] =
        `${objects.map((object) => JSON.stringify(object)).join('\r\n')}\n`;
    }
    const other = await importFolder(asNdjson);
    const report = await run(other.path);
    expect(problemsOf(report)).toEqual([]);
    expect(outcomesOf(report, 'unchanged')).toEqual(NEW_IN_TEMPLATES);
    expect(await book()).toEqual(before);
    await other.remove();
  });

  test('OPS-01 a dry run says the same and changes nothing, also with bad rows and what the ledger would refuse', async () => {
    const before = await book();
    const clean = await run(folder.path, { isDryRun: true });
    expect(outcomesOf(clean, 'new')).toEqual(NEW_IN_TEMPLATES);
    expect(await book()).toEqual(before);

    await folder.edit(
      'payments.csv',
      (text) => `${text}LARGE,D-1,83999.00,2026-10-09,,\nBACK,D-1,83999.00,2026-10-09,2026-10-12,R10\n`,
    );
    await folder.edit('deals.csv', (text) => `${text}D-3,C-9,,X,Name,Harbor,Contract Request,,,,,,,,,\n`);
    const dry = await run(folder.path, { isDryRun: true, skipsBad: true });
    expect(await book()).toEqual(before);
    const real = await run(folder.path, { skipsBad: true });
    expect(problemsOf(dry)).toEqual(problemsOf(real));
    expect(problemsOf(dry)).toEqual([
      'deals.csv:4: company is C-9, which is not among the companies, or was bad there',
      'payments.csv:5: The payment is larger than what the merchant still owes.',
      'payments.csv:6: The payment is larger than what the merchant still owes.',
    ]);
    expect(dry.files.map(({ counts }) => counts)).toEqual(real.files.map(({ counts }) => counts));
    // Neither half of a payment that could not be posted is there.
    expect(await ask(sql`select reference from payments where reference in ('LARGE', 'BACK')`)).toEqual([]);
    expect(await withTenant(database.db, tenantId, (tx) => findDifferences(tx, tenantId))).toEqual([]);
  });

  test('OPS-01 two importers at once: one goes first, the other finds everything there', async () => {
    const reports = await Promise.all([run(), run()]);
    const counted = reports.map((report) => [outcomesOf(report, 'new'), outcomesOf(report, 'unchanged')]);
    expect(counted).toContainEqual([NEW_IN_TEMPLATES, {}]);
    expect(counted).toContainEqual([{}, NEW_IN_TEMPLATES]);
    const waits: string[] = [];
    const [, given] = await Promise.allSettled([
      run(folder.path, { onProgress: ({ doing }) => waits.push(doing) }),
      run(folder.path, { whenTaken: 'give up' }),
    ]);
    expect(['fulfilled', 'rejected']).toContain(given?.status);
  });

  test('OPS-01 another tenant has ids of its own', async () => {
    await run();
    const before = await book();
    const other = await createTenant(database.owner);
    const report = await run(folder.path, { tenantId: other });
    expect(problemsOf(report)).toEqual([]);
    expect(outcomesOf(report, 'new')).toEqual(NEW_IN_TEMPLATES);
    expect(await book()).toEqual(before);
    const sole = await importFolder({
      'owners.csv': 'external_id,company,first_name,last_name,ownership_percent\nO-9,C-1,A,B,1\n',
    });
    const third = await createTenant(database.owner);
    expect(problemsOf(await run(sole.path, { tenantId: third }))).toEqual([
      'owners.csv:2: company is C-1, which is not among the companies, or was bad there',
    ]);
    await sole.remove();
  });
});

/** Numbers and flags as JSON has them, where that is no loss. */
function toJson(column: string, cell: string | null): unknown {
  if (cell === 'true') return true;
  if (column === 'share_percent' || column === 'term_days') return cell === null ? null : Number(cell);
  if (column === 'pay_days') return cell?.split(' ');
  return cell;
}

describe('OPS-01 rows told again with other values', () => {
  test('OPS-01 what may change is changed, and the lists that find a deal go along', async () => {
    await run();
    await folder.edit('syndicates.csv', (text) =>
      text.replace('esign@mapleridge', 'docs@mapleridge').replace('Ruth', 'Mona'),
    );
    await folder.edit('companies.csv', (text) => text.replace('Food wholesale', 'Groceries'));
    await folder.edit('users.csv', (text) => text.replace(',true', ',false'));
    await folder.edit('notes.csv', (text) => text.replace('Welcome call done', 'Welcome call held'));
    await folder.edit('offers.csv', (text) => text.replace('Proof of', 'A proof of'));
    await folder.edit('deals.csv', (text) =>
      text
        .replace('HB-200117,Bright Oak Dental', 'HB-300117,Bright Maple Dental')
        .replace('Active Advance', 'Write-off'),
    );
    await folder.edit('payments.csv', (text) => text.replace('2026-10-05,,', '2026-10-05,2026-10-20,R10'));
    const report = await run();
    expect(problemsOf(report)).toEqual([]);
    expect(outcomesOf(report, 'changed')).toEqual({
      syndicates: 1,
      users: 1,
      companies: 1,
      deals: 1,
      offers: 1,
      notes: 1,
      payments: 1,
    });
    expect(await withTenant(database.db, tenantId, (tx) => findDifferences(tx, tenantId))).toEqual([]);
    const [syndicate] = await ask(sql<Record<string, unknown>>`
      select contact_person, esign_email, previous_esign_email from syndicates where abbreviation = 'MRC'`);
    expect(syndicate).toEqual({
      contactPerson: 'Mona Alvarez',
      esignEmail: 'docs@mapleridge.example',
      previousEsignEmail: 'esign@mapleridge.example',
    });
    const words = await ask(sql<{ word: string }>`select distinct word from listed_words order by 1`);
    expect(words.map(({ word }) => word)).toEqual(['300117', 'bright', 'dental', 'hb', 'maple']);
    const [back] = await ask(
      sql`select status, returned_date from payments where reference = 'ACH-77100412'`,
    );
    expect(back).toEqual({ status: 'reversed', returnedDate: '2026-10-20' });
    const [offer] = await ask(sql`select version, note from offers where status = 'Offer Made'`);
    expect(offer).toEqual({ version: 2, note: 'A proof of ownership is needed.' });
  });

  test('OPS-01 a deal that was not funded yet is funded, and then has shares and payments', async () => {
    await run();
    await folder.edit('deals.csv', (text) =>
      text.replace(
        'Contract Request,,,,,,,,,',
        'Active Advance,,,2026-11-02,35000.00,47250.00,472.50,DAILY,100,1.35',
      ),
    );
    await folder.edit('participations.csv', (text) => `${text}P-3,D-2,SYN-1,2026-11-02,20,8,4,,\n`);
    await folder.edit('payments.csv', (text) => `${text}NEXT,D-2,472.50,2026-11-04,,\n`);
    const report = await run();
    expect(problemsOf(report)).toEqual([]);
    expect([outcomesOf(report, 'new'), outcomesOf(report, 'changed')]).toEqual([
      { participations: 1, payments: 1 },
      { deals: 1 },
    ]);
    expect(await withTenant(database.db, tenantId, (tx) => findDifferences(tx, tenantId))).toEqual([]);
  });

  test('OPS-01 a share is corrected as long as nothing has been paid out of it', async () => {
    await folder.edit('payments.csv', (text) => text.split('\n').slice(0, 1).join('\n').concat('\n'));
    await run();
    await folder.edit('participations.csv', (text) =>
      text.replace('2026-10-01,10,10,4', '2026-10-02,12.5,8,3').replace('2026-10-01,5,', '2026-10-01,88,'),
    );
    const report = await run();
    expect(problemsOf(report)).toEqual([
      'participations.csv:3: The participants would hold more than the whole deal.',
    ]);
    expect(outcomesOf(report, 'changed')).toEqual({ participations: 1 });
    expect(await withTenant(database.db, tenantId, (tx) => findDifferences(tx, tenantId))).toEqual([]);
    const [share] = await ask(sql`
      select share_percent, investment_cost_cents, management_fee_percent from participations order by id limit 1`);
    expect(share).toEqual({
      sharePercent: '12.5000',
      investmentCostCents: 810_000n,
      managementFeePercent: '3.0000',
    });
  });

  test('OPS-01 what may not change is refused by name; everything else goes in', async () => {
    await run();
    const before = await book();
    await folder.edit('deals.csv', (text) => text.replace('84000.00', '85000.00'));
    await folder.edit('participations.csv', (text) => text.replace('2026-10-01,10,', '2026-10-01,11,'));
    await folder.edit('offers.csv', (text) =>
      text.replace('84000.00', '85000.00').replace('OF-2,D-2', 'OF-2,D-1'),
    );
    await folder.edit('users.csv', (text) => text.replace('omar@', 'oscar@'));
    await folder.edit('payments.csv', (text) =>
      text.replace('700.00,2026-10-05', '700.01,2026-10-05').replace('R10', 'R29'),
    );
    const report = await run();
    expect(report.applied).toBe('some');
    expect(problemsOf(report)).toEqual([
      'users.csv:3: email stays: the account belongs to the person who has this address',
      'deals.csv:2: payback_amount stays: the deal is funded',
      'offers.csv:2: status the offer has been accepted and stays as it is',
      'offers.csv:3: deal stays: this is another offer',
      'participations.csv:2: Payments of this deal have been paid out already.',
      'payments.csv:2: amount stays: this payment was posted with another',
      'payments.csv:4: returned_date stays: this payment has come back already',
    ]);
    expect(await book()).toEqual(before);
  });
});

describe('OPS-01 bad rows', () => {
  test('OPS-01 every bad row is named with file, line and column, and keeps everything out', async () => {
    const before = await book();
    await folder.edit('syndicates.csv', (text) => text.replace('Fri,5,', 'Fri Sat,500,'));
    await folder.edit(
      'companies.csv',
      (text) =>
        `${text}C-1,Again,,Dental,2019-01\nC-3,Name,,Dental,2019-13\nC-4,Name\n,Name,,Dental,2019-01\n`,
    );
    await folder.edit(
      'deals.csv',
      (text) =>
        `${text}D-3,C-3,,HB-1,Name,Harbor,Contract Request,,,,,,,,,\nD-4,C-1,,HB-200117,Name,Harbor,Contract Request,,,,,,,,,\nD-5,C-1,,HB-5,Name,Harbor,Active Advance,,,2026-10-01,10.00,9.00,,DAILY,x,1.4\n`,
    );
    await folder.edit(
      'participations.csv',
      (text) => `${text}P-3,D-2,SYN-1,2026-10-01,20,8,4,,\nP-4,D-1,SYN-1,2026-10-01,20,8,4,,\n`,
    );
    await folder.edit(
      'payments.csv',
      (text) =>
        `${text}ACH-77100412,D-1,1.00,2026-10-05,,\nX,D-77,1.00,2026-10-05,,\nY,D-2,1.00,2026-10-05,,\nZ,D-1,0,2026-10-05,2026-10-04,\n`,
    );
    const report = await run();
    expect(report.applied).toBe('nothing');
    expect(problemsOf(report)).toEqual([
      'syndicates.csv:3: pay_days has something else than Mon, Tue, Wed, Thu, Fri',
      'syndicates.csv:3: default_share_percent is more than 100',
      'users.csv:3: syndicate is SYN-2, which is not among the syndicates, or was bad there',
      'companies.csv:4: external_id is in line 2 too',
      'companies.csv:5: started is not a month such as 2026-11',
      'companies.csv:6: has 2 fields where the header has 5',
      'companies.csv:7: external_id is missing',
      'deals.csv:4: company is C-3, which is not among the companies, or was bad there',
      'deals.csv:5: mid is another deal’s',
      'deals.csv:6: term_days is not a whole number',
      'deals.csv:6: payment is missing: the columns of a funding are all there or none',
      'deals.csv:6: payback_amount is less than the funded amount',
      'participations.csv:3: syndicate is SYN-2, which is not among the syndicates, or was bad there',
      'participations.csv:4: deal is not funded',
      'participations.csv:5: syndicate has another share of the same deal',
      'payments.csv:5: reference is in line 2 too',
      'payments.csv:6: deal is D-77, which is not among the deals, or was bad there',
      'payments.csv:7: deal is D-2, which is not funded',
      'payments.csv:8: amount is not more than 0',
      'payments.csv:8: return_code is there for what came back, and only for that',
      'payments.csv:8: returned_date is before the day it cleared',
    ]);
    expect(await book()).toEqual(before);

    const skipping = await run(folder.path, { skipsBad: true });
    expect(skipping.applied).toBe('some');
    expect(problemsOf(skipping)).toEqual(problemsOf(report));
    expect(outcomesOf(skipping, 'new')).toMatchObject({
      syndicates: 1,
      companies: 2,
      deals: 2,
      participations: 1,
      payments: 3,
    });
    expect(await withTenant(database.db, tenantId, (tx) => findDifferences(tx, tenantId))).toEqual([]);
  });

  test('OPS-01 a file that cannot be read to its end keeps everything out, whatever is asked for', async () => {
    const before = await book();
    const header = 'external_id,name,dba,industry,started\n';
    const cases: [string | Buffer, string[]][] = [
      [
        `${header}C-1,"Name,,Dental,2019-01\n`,
        ['companies.csv:2: a quotation mark is never closed; the rest cannot be read'],
      ],
      [
        `${header}C-1,"Na"me,,Dental,2019-01\n`,
        ['companies.csv:2: a quotation mark stands where none can; the rest cannot be read'],
      ],
      [
        Buffer.from(`${header}C-1,Name,,Dental,2019-01\nC-2,Caf\xe9,,Food,2019-01\n`, 'latin1'),
        ['companies.csv:3: is not UTF-8; save the file with that encoding'],
      ],
      [
        'external_id,name,dba,industy,started\nC-1,Name,,Dental,2019-01\n',
        [
          'companies.csv:1: industry is missing in the header',
          'companies.csv:1: industy is not a column of this file; it has external_id, name, industry, started, dba',
        ],
      ],
      [
        `${header}C-1,${'x'.repeat(10 * 1024 * 1024)},,Dental,2019-01\n`,
        ['companies.csv:2: is longer than a row can be; the rest cannot be read'],
      ],
      ['', ['companies.csv:1: there is no header']],
    ];
    for (const [content, problems] of cases) {
      const one = await importFolder({ 'companies.csv': content });
      const report = await run(one.path, { skipsBad: true });
      expect(problemsOf(report)).toEqual(problems);
      expect(report.applied).toBe('nothing');
      await one.remove();
    }
    expect(await book()).toEqual(before);
  });

  test('OPS-01 hostile values: NUL is refused, formulas are text, BOM and CRLF are read', async () => {
    const one = await importFolder({
      'companies.csv':
        '\uFEFFexternal_id,name,dba,industry,started\r\nC-1,"=HYPERLINK(""http://x"")",,"@SUM(1)\r\nsecond line",2019-01\r\n' +
        "C-2,A\0B,,Dental,2019-01\r\nC-3,'); drop table companies; --,,Dental,2019-01\r\n",
    });
    const report = await run(one.path, { skipsBad: true });
    expect(problemsOf(report)).toEqual([
      'companies.csv:4: name has a character that cannot be kept, such as NUL',
    ]);
    expect(await ask(sql`select name, industry from companies order by id`)).toEqual([
      { name: '=HYPERLINK("http://x")', industry: '@SUM(1)\r\nsecond line' },
      { name: "'); drop table companies; --", industry: 'Dental' },
    ]);
    await one.remove();
    const lines = await importFolder({
      'companies.ndjson':
        '{"external_id":"C-1","name":"A","industry":"B","started":"2019-01"}\n[1]\n{"nmae":1}\n{"external_id":{}}\nnot json\n{"external_id":"C-4","name":"\\ud800","industry":"B","started":"2019-01"}\n{"__proto__":{"x":1},"external_id":"C-5"}\n',
    });
    expect(problemsOf(await run(lines.path))).toEqual([
      'companies.ndjson:2: is not a JSON object',
      'companies.ndjson:3: nmae is not a column; there are external_id, name, dba, industry, started',
      'companies.ndjson:4: external_id is neither text, a number, a flag nor a list',
      'companies.ndjson:5: is not a JSON object',
      'companies.ndjson:6: name has a character that cannot be kept, such as NUL',
      'companies.ndjson:7: __proto__ is not a column; there are external_id, name, dba, industry, started',
    ]);
    await lines.remove();
  });

  test('OPS-01 of thousands of bad rows the first thousand are kept and all are told', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => `C-${index},Name,,Dental,never\n`).join('');
    const one = await importFolder({ 'companies.csv': `external_id,name,dba,industry,started\n${rows}` });
    let told = 0;
    const report = await run(one.path, { onProblem: () => (told += 1) });
    expect([told, report.files[0]?.problems.length, report.files[0]?.counts.bad]).toEqual([
      3_000, 1_000, 3_000,
    ]);
    await one.remove();
  });

  test('OPS-01 a number of NDJSON is taken as it is written, with all of its digits', async () => {
    const row = (id: string, name: string) =>
      `{"external_id":${id},"name":${name},"industry":"B","started":"2019-01"}\n`;
    const one = await importFolder({
      'companies.ndjson':
        row('1000000000000000001', '1.10') + row('1000000000000000002', '1e3') + row('7', '[1, 2.50]'),
      'owners.ndjson':
        '{"external_id":"O-1","company":1000000000000000002,"first_name":"A","last_name":"B","ownership_percent":1e1}\n' +
        '{"external_id":"O-2","company":1000000000000000002,"first_name":"A","last_name":"B","ownership_percent":7.50}\n',
    });
    expect(problemsOf(await run(one.path, { skipsBad: true }))).toEqual([
      'owners.ndjson:1: ownership_percent is not a percent such as 7.5',
    ]);
    expect(
      await ask(sql`
        select external_id, name from companies c join external_ids e on e.kind = 'companies' and e.id = c.id order by c.id`),
    ).toEqual([
      { externalId: '1000000000000000001', name: '1.10' },
      { externalId: '1000000000000000002', name: '1e3' },
      { externalId: '7', name: '1 2.50' },
    ]);
    await one.remove();
  });

  test('OPS-01 a file with more rows than can be kept in mind is to be sent in parts', async () => {
    const [source] = await findSources(join(folder.path, 'companies.csv'));
    const kind = ROW_KINDS.find(({ name }) => name === 'companies');
    if (!source || !kind) throw new Error('There are companies.');
    const place = {
      tenantId,
      operator,
      files: createStatementFiles({ tenantId, isDryRun: false, folder: null, services: null }),
      onRows: () => undefined,
      lastTasks: [],
    };
    for (const [mostRows, problems] of [
      [1, [{ line: 3, column: '', reason: 'there are more than 1 rows; send the file in parts' }]],
      [2, []],
    ] as const) {
      const findings = createFindings();
      await withTenant(database.db, tenantId, (tx) =>
        importRows({ ...place, tx, findings, mostRows }, source, kind),
      );
      expect(findings.reports()[0]?.problems ?? []).toMatchObject(problems);
      expect(findings.isUnreadable()).toBe(problems.length > 0);
    }
  });

  test('OPS-01 rows that take long to read do not cost the import its connection', async () => {
    const url = new URL(database.url);
    url.searchParams.set('idle_in_transaction_session_timeout', '200');
    const db = openDatabase(url.href, { maxConnections: 1 });
    const slow: Source = {
      ...{ kind: 'companies', format: 'csv', name: 'companies.csv', folder: null },
      async *open() {
        yield Buffer.from('external_id,name,industry,started\nC-1,Name,Dental,2019-01\n');
        await setTimeout(1_000);
      },
    };
    const report = await importBook(db, { tenantId, operator, sources: [slow] });
    expect(outcomesOf(report, 'new')).toEqual({ companies: 1 });
    // Whoever has the connection next has its limits.
    const { rows } = await sql`
      select current_setting('idle_in_transaction_session_timeout') as idle, current_setting('statement_timeout') as statement`.execute(
      db,
    );
    expect(rows).toEqual([{ idle: '200ms', statement: '15s' }]);
    await db.destroy();
  });

  test('OPS-01 a folder whose files nobody knows is not imported in part', async () => {
    const one = await importFolder({ 'companies.csv': '', 'compnaies.csv': '' });
    await expect(findSources(one.path)).rejects.toThrow('Nobody knows what is in compnaies.csv');
    await one.remove();
  });
});

test('OPS-01 people: a new account has no password; who has one keeps it and becomes a member', async () => {
  const mail = `${crypto.randomUUID()}@investor.example`;
  const userId = await createUser(database.owner, { email: mail, loginName: crypto.randomUUID() });
  await folder.edit('users.csv', (text) => `${text}U-3,${mail.toUpperCase()},Another Name,,accounting,,,,\n`);
  expect(problemsOf(await run())).toEqual([]);
  const members = await ask(
    sql<{ userId: bigint; role: string }>`select user_id, role from memberships order by role`,
  );
  expect(members).toContainEqual({ userId, role: 'accounting' });
  await withClaims(database.db, { userId }, async (tx) => {
    expect(await tx.selectFrom('users').select(['name']).execute()).not.toEqual([{ name: 'Another Name' }]);
  });
  await withClaims(database.db, { loginName: 'ruth@mapleridge.example' }, async (tx) => {
    const [ruth] = await tx.selectFrom('users').select(['loginName', 'passwordHash', 'name']).execute();
    expect(ruth).toMatchObject({ passwordHash: null, name: 'Ruth Alvarez' });
  });
});

describe('OPS-01 OPS-04 people told again', () => {
  const actionsOf = async (subject: string) =>
    (
      await ask(sql<{ action: string; operator: string }>`
        select action, details->>'operator' as operator from audit_events where subject = ${subject} order by sequence`)
    ).map(({ action, operator }) => `${action} by ${operator}`);
  const rowOf = (externalId: string) => (text: string) =>
    text.split('\n').find((line) => line.startsWith(`${externalId},`)) ?? '';
  const tell = (externalId: string, row: string) =>
    folder.edit('users.csv', (text) => text.replace(rowOf(externalId)(text), row));
  const membershipOf = async (userId: bigint) =>
    (
      await ask(sql<Record<string, unknown>>`
        select is_terminated, can_view_fcs, can_switch_syndicates from memberships where user_id = ${userId}`)
    )[0];

  async function addPerson() {
    const mail = `${crypto.randomUUID()}@investor.example`;
    const userId = await createUser(database.owner, { email: mail, loginName: crypto.randomUUID() });
    return { mail, userId };
  }

  test('OPS-01 OPS-04 a file that says nothing of it reopens nobody, and what it changes is in the trail', async () => {
    const { mail, userId } = await addPerson();
    const start = `U-7,${mail},Nina,,syndication,SYN-1`;
    await folder.edit('users.csv', (text) => `${text}${start},,true,\n`);
    expect(problemsOf(await run())).toEqual([]);
    expect(await actionsOf(`user ${userId}`)).toEqual([]);
    await withTenant(database.db, tenantId, (tx) => closeUser(tx, tenantId, { email: mail }, operator));

    await tell('U-7', `${start},,false,`);
    expect(problemsOf(await run())).toEqual([]);
    expect(await membershipOf(userId)).toMatchObject({ isTerminated: true, canViewFcs: false });
    await tell('U-7', `${start},,false,false`);
    await run();
    expect(await membershipOf(userId)).toMatchObject({ isTerminated: false });

    const session = { userId, expiresAt: sql<Date>`now() + interval '1 hour'` };
    await withClaims(database.owner, { userId }, (tx) => tx.insertInto('sessions').values(session).execute());
    await tell('U-7', `${start},,false,true`);
    await run();
    const [ended] = await withClaims(database.owner, { userId }, (tx) =>
      tx.selectFrom('sessions').select('endReason').execute(),
    );
    expect(ended).toEqual({ endReason: 'account closed' });
    expect(await actionsOf(`user ${userId}`)).toEqual(
      ['user closed', 'permissions changed', 'user reopened', 'user closed'].map(
        (action) => `${action} by command line: test`,
      ),
    );
  });

  test('OPS-01 who was invited by command is taken over by the row, and by one row alone', async () => {
    const { mail, userId } = await addPerson();
    await withTenant(database.owner, tenantId, (tx) =>
      createMembership(tx, tenantId, userId, { role: 'accounting', syndicateId: null }),
    );
    await folder.edit('users.csv', (text) => `${text}U-8,${mail},Nina,nina,accounting,,,true,\n`);
    const report = await run();
    expect(problemsOf(report)).toEqual([]);
    expect(outcomesOf(report, 'changed')).toMatchObject({ users: 1 });
    expect(await membershipOf(userId)).toMatchObject({ canViewFcs: true });
    expect(await actionsOf(`user ${userId}`)).toEqual(['permissions changed by command line: test']);
    expect(outcomesOf(await run(), 'unchanged')).toMatchObject({ users: 3 });

    const { mail: another } = await addPerson();
    const twice = ['U-10', 'U-11'].map((id) => `${id},${another},Nina,,accounting,,,,\n`).join('');
    await folder.edit('users.csv', (text) => `${text}U-9,${mail},Nina,,accounting,,,,\n${twice}`);
    expect(problemsOf(await run())).toEqual([
      'users.csv:5: email is another row’s: this person is U-8 already',
      'users.csv:7: email is another row’s: this person is U-10 already',
    ]);
  });

  test('OPS-01 PROFILE-02 another e-sign address is in the trail, and the old address hears of it', async () => {
    await run();
    const domain = `${crypto.randomUUID()}.example`;
    await folder.edit('syndicates.csv', (text) => text.replace('esign@mapleridge.example', `old@${domain}`));
    await run();
    await folder.edit('syndicates.csv', (text) => text.replace(`old@${domain}`, `new@${domain}`));
    const readers = async () =>
      (
        await sql<{ to: string }>`select payload->>'to' as to from graphile_worker._private_jobs
          where payload->>'newAddress' = ${`new@${domain}`} order by 1`.execute(database.owner)
      ).rows.map(({ to }) => to);
    await run(folder.path, { isDryRun: true });
    expect(await readers()).toEqual([]);
    await run();
    expect(await readers()).toEqual([`new@${domain}`, `old@${domain}`]);
    const [syndicate] = await ask(sql<{ id: bigint; esignEmail: string; previousEsignEmail: string }>`
      select id, esign_email, previous_esign_email from syndicates where abbreviation = 'MRC'`);
    expect(syndicate).toMatchObject({
      esignEmail: `new@${domain}`,
      previousEsignEmail: `old@${domain}`,
    });
    expect(await actionsOf(`syndicate ${syndicate?.id}`)).toEqual(
      Array(2).fill('e-sign email changed by command line: test'),
    );
  });
});

describe('OPS-01 FCS-04 the files of statements', () => {
  const PDF = Buffer.from('%PDF-1.4\n%%EOF\n');
  const row = (file: string, stored: string) => (text: string) =>
    text.replace(/(ST-1.*?),,,$/m, `$1,,${file},${stored}`);

  test('OPS-01 a PDF of the folder is scanned, stored and opened from there; the same again is the same object', async () => {
    await folder.edit('statements.csv', row('august.pdf', ''));
    expect(problemsOf(await run())).toEqual(['statements.csv:2: file is not in the import’s folder']);
    await folder.edit('august.pdf', () => PDF);
    expect((await run(folder.path, { isDryRun: true })).applied).toBe('all');
    expect((await run()).applied).toBe('all');
    const [file] = await ask(sql<{ storageKey: string; scanStatus: string; name: string }>`
      select storage_key, scan_status, name from files`);
    expect(file).toMatchObject({ scanStatus: 'clean', name: 'august.pdf' });
    expect(await services.storage.sizeOf(file?.storageKey ?? '')).toBe(PDF.length);
    expect(outcomesOf(await run(), 'unchanged')).toMatchObject({ statements: 2 });
  });

  test('OPS-01 an object of the storage is taken if it is the funder’s own and there', async () => {
    const key = `${tenantId}/uploads/july.pdf`;
    await folder.edit('statements.csv', row('', `${crypto.randomUUID()}/uploads/july.pdf`));
    expect(problemsOf(await run())).toEqual([
      `statements.csv:2: stored_file does not begin with ${tenantId}/`,
    ]);
    await folder.edit('statements.csv', (text) => text.replace(/[0-9a-f-]{36}/, tenantId));
    expect(problemsOf(await run())).toEqual(['statements.csv:2: stored_file is not in the file storage']);
    await services.storage.put(key, PDF, 'application/pdf');
    expect((await run()).applied).toBe('all');
  });

  test('OPS-01 what is infected, no PDF or outside the folder is named', async () => {
    await folder.edit('bad.pdf', () => EICAR);
    await folder.edit('statements.csv', row('bad.pdf', ''));
    expect(problemsOf(await run())).toEqual([
      expect.stringMatching(/^statements.csv:2: file is infected: .*Eicar/i),
    ]);
    await folder.edit('bad.pdf', () => 'no PDF');
    expect(problemsOf(await run())).toEqual(['statements.csv:2: file is not a PDF']);
    await folder.edit('statements.csv', (text) => text.replace('bad.pdf', '../bad.pdf'));
    expect(problemsOf(await run())).toEqual(['statements.csv:2: file lies outside the import’s folder']);
  });
});

test('OPS-01 the committed templates and tables are what the schemas say', async () => {
  const docs = join(import.meta.dirname, '../../../docs/import');
  const page = await readFile(join(docs, 'README.md'), 'utf8');
  expect(referencePage(page)).toBe(page);
  for (const { fileName, content } of templates())
    expect(await readFile(join(docs, fileName), 'utf8'), `${fileName}: npm run docs:import`).toBe(content);
});
