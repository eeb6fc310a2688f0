import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listTenants } from '../platform/db/tenants.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { trailOf } from '../testing/audit-trail.ts';
import { createPayingBook, writeFirstDay } from '../testing/posting-book.ts';
import { runProgram } from '../testing/programs.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

const ENTRIES = 20;

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'posted-'));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

test('OPS-04 a day that was posted is in the audit trail once, also where the process ended before it said so', async () => {
  const tenantId = await createPayingBook(database.owner, ENTRIES);
  const [tenant] = await listTenants(database.db);
  const file = join(folder, 'day.csv');
  await writeFirstDay(database.owner, tenantId, file, ENTRIES);
  const post = () =>
    runProgram(['cli.ts', 'post', file, '--tenant', tenant?.slug ?? ''], { DATABASE_URL: database.url });
  const posted = async () =>
    (await trailOf(database, tenantId)).filter(({ action }) => action === 'payments posted');
  const event = {
    subject: expect.stringMatching(/^posting run \d+$/),
    details: { file: 'day.csv', entries: ENTRIES, operator: expect.stringMatching(/^command line: ./) },
  };
  for (let run = 0; run < 2; run += 1) {
    expect((await post()).code).toBe(0);
    expect(await posted()).toMatchObject([event]);
  }
  await withTenant(database.owner, tenantId, async (tx) => {
    await sql`alter table audit_events disable trigger append_only`.execute(tx);
    await sql`update audit_events set subject = 'forgotten' where action = 'payments posted'`.execute(tx);
    await sql`alter table audit_events enable trigger append_only`.execute(tx);
  });
  expect((await post()).written).toContain('Posted before');
  expect(await posted()).toMatchObject([{ subject: 'forgotten' }, event]);
});

test('DASH-07 a file that is not there, and a line whose deal is not, are told in words', async () => {
  const [tenant] = await listTenants(database.db);
  const post = (file: string) =>
    runProgram(['cli.ts', 'post', file, '--tenant', tenant?.slug ?? ''], { DATABASE_URL: database.url });
  expect(await post('/nowhere.csv')).toMatchObject({
    code: 2,
    written: expect.stringContaining('There is no file /nowhere.csv.'),
  });
  const file = join(folder, 'strange.csv');
  await writeFile(
    file,
    'reference,mid,amount,date,result,return_code\nX-1,NOBODYS,1.00,2026-11-13,cleared,\n',
  );
  const { code, written } = await post(file);
  expect(code).toBe(3);
  expect(written).toContain(':2: X-1 refused: No deal of the tenant has this MID. (not_found)');
  expect(written).toMatch(/Done: 1 entry; 1 refused; complete through [\d/]+; [\d.]+ s/);
});

test('LEDGER-01 a debit that is held is told in words with what it resembles, until it is confirmed', async () => {
  const [tenant] = await listTenants(database.db);
  const file = join(folder, 'twice.csv');
  const lines = ['Y-1', 'Y-2'].map((reference) => `${reference},200001,12.34,2026-11-12,cleared,`);
  await writeFile(file, `reference,mid,amount,date,result,return_code\n${lines.join('\n')}\n`);
  const post = (...options: string[]) =>
    runProgram(['cli.ts', 'post', file, '--tenant', tenant?.slug ?? '', ...options], {
      DATABASE_URL: database.url,
    });
  const { code, written } = await post();
  expect(code).toBe(4);
  expect(written).toContain(':3: Y-2 held: $12.34 of deal 200001 on 11/12/2026, like Y-1');
  expect(written).toMatch(/Done: 2 entries; 1 posted, 1 held; complete through [\d/]+; [\d.]+ s/);
  expect(written).toContain(
    'post the file again with --confirm <reference>, or --confirm-duplicates for all',
  );
  expect(await post('--confirm', 'Y-2')).toMatchObject({
    code: 0,
    written: expect.stringMatching(/Posted before: 2 entries; 2 posted; /),
  });
});
