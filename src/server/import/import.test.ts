import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { reconcile } from '../features/reconciliation/reconcile.ts';
import { createTenant } from '../testing/factories.ts';
import { importDesk, outcomesOf, problemsOf } from '../testing/import-desk.ts';
import { importFolder } from '../testing/import-folder.ts';
import { referencePage, templates } from './reference-page.ts';

const desk = importDesk();
const { run, book, ask } = desk;

const NEW_IN_TEMPLATES = {
  syndicates: 2,
  users: 2,
  payout_accounts: 2,
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
  terms: 1,
  notes: 1,
  payments: 3,
};

describe('OPS-01 a whole book', () => {
  test('OPS-01 the templates are a book: it is imported, ties out to the cent, and the same again changes nothing', async () => {
    const first = await run();
    expect(problemsOf(first)).toEqual([]);
    expect(first.applied).toBe('all');
    expect(outcomesOf(first, 'new')).toEqual(NEW_IN_TEMPLATES);

    expect(await desk.differences()).toEqual([]);
    expect((await reconcile(desk.database.db, desk.tenantId)).differences).toEqual([]);
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
      ...['bank change requested', 'bank account changed'],
      ...['bank change requested', 'bank account changed'],
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
    const clean = await run(desk.folder.path, { isDryRun: true });
    expect(outcomesOf(clean, 'new')).toEqual(NEW_IN_TEMPLATES);
    expect(await book()).toEqual(before);

    await desk.folder.edit(
      'payments.csv',
      (text) => `${text}LARGE,D-1,83999.00,2026-10-09,,,\nBACK,D-1,83999.00,2026-10-09,2026-10-12,R10,\n`,
    );
    await desk.folder.edit(
      'deals.csv',
      (text) => `${text}D-3,C-9,,X,Name,Harbor,Contract Request,,,,,,,,,\n`,
    );
    const dry = await run(desk.folder.path, { isDryRun: true, skipsBad: true });
    expect(await book()).toEqual(before);
    const real = await run(desk.folder.path, { skipsBad: true });
    expect(problemsOf(dry)).toEqual(problemsOf(real));
    expect(problemsOf(dry)).toEqual([
      'deals.csv:4: company is not among the companies, or was bad there',
      'payments.csv:5: The payment is larger than what the merchant still owes.',
      'payments.csv:6: The payment is larger than what the merchant still owes.',
    ]);
    expect(dry.files.map(({ counts }) => counts)).toEqual(real.files.map(({ counts }) => counts));
    // Neither half of a payment that could not be posted is there.
    expect(await ask(sql`select reference from payments where reference in ('LARGE', 'BACK')`)).toEqual([]);
    expect(await desk.differences()).toEqual([]);
  });

  test('OPS-01 two importers at once: one goes first, the other finds everything there', async () => {
    const reports = await Promise.all([run(), run()]);
    const counted = reports.map((report) => [outcomesOf(report, 'new'), outcomesOf(report, 'unchanged')]);
    expect(counted).toContainEqual([NEW_IN_TEMPLATES, {}]);
    expect(counted).toContainEqual([{}, NEW_IN_TEMPLATES]);
    const waits: string[] = [];
    const [, given] = await Promise.allSettled([
      run(desk.folder.path, { onProgress: ({ doing }) => waits.push(doing) }),
      run(desk.folder.path, { whenAlreadyRunning: 'give up' }),
    ]);
    expect(['fulfilled', 'rejected']).toContain(given?.status);
  });

  test('OPS-01 another tenant has ids of its own', async () => {
    await run();
    const before = await book();
    const other = await createTenant(desk.database.owner);
    const report = await run(desk.folder.path, { tenantId: other });
    expect(problemsOf(report)).toEqual([]);
    expect(outcomesOf(report, 'new')).toEqual(NEW_IN_TEMPLATES);
    expect(await book()).toEqual(before);
    const sole = await importFolder({
      'owners.csv': 'external_id,company,first_name,last_name,ownership_percent\nO-9,C-1,A,B,1\n',
    });
    const third = await createTenant(desk.database.owner);
    expect(problemsOf(await run(sole.path, { tenantId: third }))).toEqual([
      'owners.csv:2: company is not among the companies, or was bad there',
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

test('OPS-01 the committed templates and tables are what the schemas say', async () => {
  const docs = join(import.meta.dirname, '../../../docs/import');
  const page = await readFile(join(docs, 'README.md'), 'utf8');
  expect(referencePage(page)).toBe(page);
  for (const { fileName, content } of templates())
    expect(await readFile(join(docs, fileName), 'utf8'), `${fileName}: npm run generate import-docs`).toBe(
      content,
    );
});
