import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { importDesk, operator, outcomesOf, problemsOf } from '../testing/import-desk.ts';
import { importFolder } from '../testing/import-folder.ts';
import { createFindings } from './findings.ts';
import { importBook } from './import-book.ts';
import { importRows } from './import-rows.ts';
import { ROW_KINDS } from './kinds/all.ts';
import { findSources, type Source } from './source.ts';
import { createStatementFiles } from './statement-files.ts';

const desk = importDesk();
const { run, book, ask } = desk;

describe('OPS-01 bad rows', () => {
  test('OPS-01 every bad row is named with file, line and column, and keeps everything out', async () => {
    const before = await book();
    await desk.folder.edit('syndicates.csv', (text) => text.replace('Fri,5,', 'Fri Sat,500,'));
    await desk.folder.edit(
      'companies.csv',
      (text) =>
        `${text}C-1,Again,,Dental,2019-01\nC-3,Name,,Dental,2019-13\nC-4,Name\n,Name,,Dental,2019-01\n`,
    );
    await desk.folder.edit(
      'deals.csv',
      (text) =>
        `${text}D-3,C-3,,HB-1,Name,Harbor,Contract Request,,,,,,,,,\nD-4,C-1,,HB-200117,Name,Harbor,Contract Request,,,,,,,,,\nD-5,C-1,,HB-5,Name,Harbor,Active Advance,,,2026-10-01,10.00,9.00,,DAILY,x,1.4\n`,
    );
    await desk.folder.edit(
      'participations.csv',
      (text) => `${text}P-3,D-2,SYN-1,2026-10-01,20,8,4,,\nP-4,D-1,SYN-1,2026-10-01,20,8,4,,\n`,
    );
    await desk.folder.edit(
      'payments.csv',
      (text) =>
        `${text}ACH-77100412,D-1,1.00,2026-10-05,,,\nX,D-77,1.00,2026-10-05,,,\nY,D-2,1.00,2026-10-05,,,\nZ,D-1,0,2026-10-05,2026-10-04,,\n`,
    );
    const report = await run();
    expect(report.applied).toBe('nothing');
    expect(problemsOf(report)).toEqual([
      'syndicates.csv:3: pay_days has something else than Mon, Tue, Wed, Thu, Fri',
      'syndicates.csv:3: default_share_percent is more than 100',
      'users.csv:3: syndicate is not among the syndicates, or was bad there',
      'payout_accounts.csv:3: syndicate is not among the syndicates, or was bad there',
      'companies.csv:4: external_id is in line 2 too',
      'companies.csv:5: started is not a month such as 2026-11',
      'companies.csv:6: has 2 fields where the header has 5',
      'companies.csv:7: external_id is missing',
      'deals.csv:4: company is not among the companies, or was bad there',
      'deals.csv:5: mid is another deal’s',
      'deals.csv:6: term_days is not a whole number',
      'deals.csv:6: payment is missing: the columns of a funding are all there or none',
      'deals.csv:6: payback_amount is less than the funded amount',
      'participations.csv:3: syndicate is not among the syndicates, or was bad there',
      'participations.csv:4: deal is not funded',
      'participations.csv:5: syndicate has another share of the same deal',
      'payments.csv:5: reference is in line 2 too',
      'payments.csv:6: deal is not among the deals, or was bad there',
      'payments.csv:7: deal is not funded',
      'payments.csv:8: amount is not more than 0',
      'payments.csv:8: return_code is there for what came back, and only for that',
      'payments.csv:8: returned_date is before the day it cleared',
    ]);
    expect(await book()).toEqual(before);

    const skipping = await run(desk.folder.path, { skipsBad: true });
    expect(skipping.applied).toBe('some');
    expect(problemsOf(skipping)).toEqual(problemsOf(report));
    expect(outcomesOf(skipping, 'new')).toMatchObject({
      syndicates: 1,
      companies: 2,
      deals: 2,
      participations: 1,
      payments: 3,
    });
    expect(await desk.differences()).toEqual([]);
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
        Buffer.from(`${header}C-1,Name,,Dental,2019-01\nC-2,Caf\x81,,Food,2019-01\n`, 'latin1'),
        ['companies.csv:3: is not UTF-8; save the file with that encoding'],
      ],
      [
        Buffer.concat([
          Buffer.from(`${header}C-1,Café,,Food,2019-01\n`),
          Buffer.from('C-2,Caf\xe9,', 'latin1'),
        ]),
        ['companies.csv:3: is not UTF-8, as other lines are; save the file with that encoding'],
      ],
      [
        'external_id,name,dba,industy,started\nC-1,Name,,Dental,2019-01\n',
        [
          'companies.csv:1: the header has no industry',
          'companies.csv:1: the header has unknown columns, industy; the columns are external_id, name, industry, started, dba',
        ],
      ],
      [
        'C-1,Name,,Dental,2019-01\nC-2,Name,,Dental,2019-01\n',
        [
          'companies.csv:1: the first line names no column of the file: it has C-1, Name, a column without a name, Dental, 2019-01; the columns are external_id, name, industry, started, dba',
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
    const { tenantId } = desk;
    const [source] = await findSources(join(desk.folder.path, 'companies.csv'));
    const kind = ROW_KINDS.find(({ name }) => name === 'companies');
    if (!source || !kind) throw new Error('There are companies.');
    const place = {
      tenantId,
      operator,
      files: createStatementFiles({ tenantId, isDryRun: false, folder: null, services: null }),
      onRows: () => undefined,
      tasksAfterAllRows: [],
      encryption: null,
    };
    for (const [mostRows, problems] of [
      [1, [{ line: 3, column: '', reason: 'there are more than 1 rows; send the file in parts' }]],
      [2, []],
    ] as const) {
      const findings = createFindings();
      await withTenant(desk.database.db, tenantId, (tx) =>
        importRows({ ...place, tx, findings, mostRows }, source, kind),
      );
      expect(findings.reports()[0]?.problems ?? []).toMatchObject(problems);
      expect(findings.isUnreadable()).toBe(problems.length > 0);
    }
  });

  test('OPS-01 rows that take long to read do not cost the import its connection', async () => {
    const { tenantId } = desk;
    const url = new URL(desk.database.url);
    url.searchParams.set('idle_in_transaction_session_timeout', '200');
    const db = openDatabase(url.href, { maxConnections: 1 });
    const slow: Source = {
      kind: 'companies',
      format: 'csv',
      name: 'companies.csv',
      folder: null,
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
