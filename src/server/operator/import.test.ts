import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLineOn } from '../testing/command-line.ts';
import { createTenant } from '../testing/factories.ts';
import { importFolder } from '../testing/import-folder.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

let database: TestDatabase;
let folder: Awaited<ReturnType<typeof importFolder>>;
beforeAll(async () => {
  database = await createTestDatabase();
  await createTenant(database.owner, { slug: 'harbor' });
  folder = await importFolder('templates');
});
afterAll(async () => {
  await database.drop();
  await folder.remove();
});

const run = (...args: string[]) =>
  commandLineOn(database)('import', folder.path, '--tenant', 'harbor', ...args);

test('OPS-01 the command says what became of each file, and how it ended', async () => {
  const dry = await run('--dry-run');
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringMatching(/^deals: 2 new$/m) });
  expect(dry.stdout).toMatch(/Everything would be imported. Nothing was changed. [\d.]+ s\n$/);
  expect(await run()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/payments: 3 new\nEverything was imported/),
  });

  const again = await run();
  expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^payments: 3 unchanged$/m) });
  expect(again.stdout).toMatch(/Everything was imported before. Nothing was changed. [\d.]+ s\n$/);

  await folder.edit('deals.csv', (text) => text.replace('84000.00', '85000.00'));
  const refused = await run();
  expect(refused.stdout).toMatch(
    'deals.csv:2: payback_amount "85000.00" stays: the deal is funded (refused)\n',
  );
  expect(refused.code).toBe(3);

  await folder.edit('companies.csv', (text) => `${text}=1+1,Name,,Dental,never\n`);
  const report = join(folder.path, 'problems.txt');
  const bad = await run('--report', report);
  expect(bad).toMatchObject({ code: 1, stdout: expect.stringMatching('Nothing was imported') });
  expect(bad.stdout).toMatch('companies.csv:4: started "never" is not a month such as 2026-11\n');
  expect((await readFile(report, 'utf8')).split('\n')).toEqual([
    'file,line,external_id,column,outcome,before,after,reason',
    '"companies.csv","4","","started","bad","","never","is not a month such as 2026-11"',
    '"deals.csv","2","","payback_amount","refused","","85000.00","stays: the deal is funded"',
    '',
  ]);
  expect(await run('--skip-bad')).toMatchObject({ code: 3 });
});

test('IMPORT-02 IMPORT-03 the command shows what would change, and refuses a book that does not tie', async () => {
  const own = await importFolder('templates');
  await createTenant(database.owner, { slug: 'oak' });
  const take = (...args: string[]) => commandLineOn(database)('import', own.path, '--tenant', 'oak', ...args);
  const refused = await take('--expect', 'funded=60000.00', 'rtr=84000.00', 'collected=1400.00');
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stdout).toContain(
    'collected of the book: 1400.00 expected, 700.00 after the import, 700.00 too little\n',
  );
  expect(refused.stdout).toContain('Nothing was imported: the totals are not those that were expected.');
  expect(await take('--expect', 'collected=700.00')).toMatchObject({ code: 0 });
  await own.edit('syndicates.csv', (text) => text.replace('2500.00', ''));
  await own.edit('deals.csv', (text) => text.replace('Active Advance', 'Advance Completed'));
  const report = join(own.path, 'found.txt');
  const { stdout } = await take('--dry-run', '--report', report);
  expect(stdout).toContain(
    'syndicates.csv: cash_balance would change in 1 row\n  line 2, SYN-1: "2500.00" → "0.00"\n',
  );
  expect(stdout).toContain(
    'deals.csv:2: status "Advance Completed, with $83,300.00 owed" is of a deal that is paid in full, but something is still owed (warning)',
  );
  expect(stdout).toContain('deals: 1 changed, 1 unchanged, 1 warned\n');
  expect(await readFile(report, 'utf8')).toContain(
    '"syndicates.csv","2","SYN-1","cash_balance","changed","2500.00","0.00",""',
  );
  await own.remove();
});

test('SCHED-12 the command writes the suggested weekdays as a file of terms, which is imported as it is', async () => {
  const own = await importFolder('templates');
  await createTenant(database.owner, { slug: 'elm' });
  await own.edit('deals.csv', (text) => text.replace('700.00,DAILY', '3500.00,WEEKLY'));
  await own.edit('terms.csv', (text) => `${text.split('\n')[0]}\n`);
  const wednesdays = ['2026-10-07', '2026-10-14', '2026-10-21'];
  const rows = wednesdays.map((day, index) => `DEBIT-${index},D-1,500.00,${day},,,`);
  await own.edit('payments.csv', (text) => `${[text.split('\n')[0], ...rows].join('\n')}\n`);
  const accepted = await importFolder({});
  const command = commandLineOn(database);
  const take = (path: string, ...args: string[]) => command('import', path, '--tenant', 'elm', ...args);
  const first = await take(own.path, '--suggest-weekdays', accepted.path);
  expect(first).toMatchObject({ code: 0 });
  const file = join(accepted.path, 'terms.csv');
  expect(first.stdout).toContain(
    '  D-1, HB-200117: 3 of 3 debits were on a Wednesday; they are expected on a Thursday, as the deal was funded on one\n',
  );
  expect(first.stdout).toContain(`The suggested weekdays are in ${file}.`);
  expect(await readFile(file, 'utf8')).toBe(
    'external_id,deal,effective_date,payment,frequency,weekday,note\n' +
      '"weekday of HB-200117 from 2026-10-01","D-1","2026-10-01","3500.00","WEEKLY","wednesday","3 of 3 debits were on a Wednesday"\n',
  );
  expect(await take(own.path, '--suggest-weekdays', accepted.path)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching('already exists'),
  });
  expect(await take(file)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^terms: 1 new$/m) });
  const none = await take(own.path, '--suggest-weekdays', join(accepted.path, 'more.csv'));
  expect(none).toMatchObject({ code: 0, stdout: expect.stringMatching('No weekday is suggested.') });
  await own.remove();
  await accepted.remove();
});

test('OPS-01 what is not to be imported is told before anything is looked at', async () => {
  const command = commandLineOn(database);
  expect(await command('import', '/nowhere', '--tenant', 'harbor')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching('There is no /nowhere.'),
  });
  expect(await command('import', folder.path)).toMatchObject({ code: 2 });
  expect(await command('import', folder.path, '--tenant', 'harbor', '--dryrun')).toMatchObject({ code: 2 });
});

test('OPS-01 payout accounts come in by CSV and NDJSON, with the key that seals them, and no number is ever printed', async () => {
  const secret = '123456780012';
  await createTenant(database.owner, { slug: 'maple' });
  const syndicates = await readFile(join(folder.path, 'syndicates.csv'), 'utf8');
  const rows = `PA-1,SYN-1,First Bank,${secret},021000021\nPA-2,SYN-2,First Bank,${secret},021000022\n`;
  const own = await importFolder({
    'syndicates.csv': syndicates,
    'payout_accounts.csv': `external_id,syndicate,bank_name,account_number,routing_number\n${rows}`,
  });
  const take = (path: string, settings: Record<string, string> = {}) =>
    commandLineOn(database, settings)('import', path, '--tenant', 'maple');

  const without = await take(own.path, { ENCRYPTION_KEY: '' });
  expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('ENCRYPTION_KEY is not set') });
  const bad = await take(own.path);
  expect(bad).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('payout_accounts.csv:3: routing_number'),
  });
  await own.edit('payout_accounts.csv', (text) => text.replace('021000022', '021000021'));
  const taken = await take(own.path);
  expect(taken).toMatchObject({ code: 0, stdout: expect.stringContaining('payout_accounts: 2 new\n') });
  const row = { external_id: 'PA-1', syndicate: 'SYN-1', bank_name: 'First Bank' };
  const other = JSON.stringify({ ...row, account_number: '99988877700', routing_number: '021000021' });
  await own.edit('payout_accounts.ndjson', () => other);
  const changed = await take(join(own.path, 'payout_accounts.ndjson'));
  expect(changed).toMatchObject({ code: 0, stdout: expect.stringContaining('payout_accounts: 1 changed\n') });
  for (const { stdout, stderr } of [without, bad, taken, changed])
    expect(`${stdout}${stderr}`).not.toMatch(/123456780012|99988877700/);
  await own.remove();
});
