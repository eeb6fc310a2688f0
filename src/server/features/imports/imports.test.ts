import { createHash } from 'node:crypto';
import { access, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { IMPORT_KINDS } from '../../../shared/contract/operator-imports.ts';
import type { Scope } from '../../../shared/contract/scopes.ts';
import { issueServiceToken } from '../../identity/service-tokens.ts';
import { KIND_DESCRIPTIONS } from '../../import/kinds/all.ts';
import { templates } from '../../import/reference-page.ts';
import { findDifferences } from '../../ledger/find-differences.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { withRowsInMemory, withSpooledFile } from '../../platform/http/spooled-file.ts';
import { createMembership, createTenant, createUser } from '../../testing/factories.ts';
import { bookOf } from '../../testing/import-folder.ts';
import { ORIGIN, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
let app: TestApp;
let tenantId: string;
let token: string;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApp(database);
  tenantId = await createTenant(database.owner);
  // The templates open a cash account with more than a token moves alone otherwise.
  await withTenant(database.owner, tenantId, (tx) =>
    tx.updateTable('tenants').set({ correctionLimitDollars: 5_000 }).where('id', '=', tenantId).execute(),
  );
  token = await issue(['cash', 'import', 'payout-accounts', 'post', 'users']);
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const issue = (scopes: Scope[]) =>
  withTenant(database.db, tenantId, async (tx) => {
    const issued = await issueServiceToken(tx, tenantId, { name: scopes.join(), scopes, days: 1 });
    return issued.token;
  });

interface Answer {
  code?: string;
  applied?: string;
  counts?: Record<string, number>;
  problems?: { line: number; column: string; outcome: string; reason: string }[];
  suggested_terms?: Record<string, string>[];
}

async function send(
  query: Record<string, string>,
  body: NonNullable<RequestInit['body']>,
  { type = 'text/csv', as = token } = {},
): Promise<{ status: number } & Answer> {
  const response = await app.fetch(`/api/operator/v1/imports?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'content-type': type },
    body,
    ...({ duplex: 'half' } as object),
  });
  return { status: response.status, ...((await response.json()) as Answer) };
}

const companies = 'external_id,name,industry,started\n';

test('OPS-01 a book comes in over HTTP, kind by kind, once', async () => {
  for (const { fileName, content } of templates()) {
    const kind = fileName.replace('.csv', '');
    const rows = content.trim().split('\n').length - 1;
    expect(await send({ kind, dry_run: 'true' }, content)).toMatchObject({
      applied: 'all',
      counts: { new: rows },
    });
    expect(await send({ kind }, content, { type: 'text/csv; charset=utf-8' })).toMatchObject({
      status: 200,
      applied: 'all',
      counts: { new: rows, bad: 0 },
      problems: [],
    });
  }
  expect(await withTenant(database.db, tenantId, (tx) => findDifferences(tx, tenantId))).toEqual([]);
  const before = await bookOf(database.owner, tenantId);
  for (const { fileName, content } of templates())
    expect((await send({ kind: fileName.replace('.csv', '') }, content)).counts).toMatchObject({
      new: 0,
      changed: 0,
    });
  const { serviceTokens: _before, service_tokens: _used, ...book } = before;
  expect(await bookOf(database.owner, tenantId)).toMatchObject(book);
  const { rows } = await withTenant(database.db, tenantId, (tx) =>
    sql<{ operator: string }>`
      select distinct details->>'operator' as operator from audit_events where action = 'import finished'`.execute(
      tx,
    ),
  );
  expect(rows).toEqual([
    { operator: expect.stringMatching(/^service token \d+: cash,import,payout-accounts,post,users$/) },
  ]);
});

test('OPS-01 DESK-37 no import gives a syndicate a name or abbreviation that another one had', async () => {
  const columns =
    'external_id,name,abbreviation,pay_days,default_share_percent,management_fee_percent,syndication_fee_percent,esign_email\n';
  const row = (id: string, name: string, abbreviation: string) =>
    `${id},${name},${abbreviation},Fri,5,4,0,desk@names.example\n`;
  const kind = { kind: 'syndicates' };
  await send(kind, columns + row('N-1', 'North One', 'NO1') + row('N-2', 'Zed Cash', 'ZC2'));
  // To rename one takes two people at the desk.
  expect(await send(kind, columns + row('N-1', 'North Two', 'NO9'))).toMatchObject({
    code: 'second_person_needed',
  });
  await withTenant(database.owner, tenantId, (tx) =>
    tx
      .updateTable('syndicates')
      .set({ name: 'North Two', abbreviation: 'NO9' })
      .where('abbreviation', '=', 'NO1')
      .execute(),
  );
  const reason = 'was another syndicate’s before; choose another one';
  for (const [other, column] of [
    [row('N-3', 'North One', 'N33'), 'name'],
    [row('N-3', 'Third', 'no1'), 'abbreviation'],
  ] as const)
    expect(await send(kind, columns + other)).toMatchObject({
      counts: { new: 0, changed: 0 },
      problems: [{ line: 2, column, reason }],
    });
});

test('OPS-01 DESK-42 no import gives a syndicate a name that looks like another one’s', async () => {
  const columns =
    'external_id,name,abbreviation,pay_days,default_share_percent,management_fee_percent,syndication_fee_percent,esign_email\n';
  const row = (id: string, name: string, abbreviation: string) =>
    `${id},${name},${abbreviation},Fri,5,4,0,desk@names.example\n`;
  const kind = { kind: 'syndicates' };
  await send(kind, columns + row('L-1', 'Lakeside  Capital', 'LSC'));
  const stored = await withTenant(database.owner, tenantId, (tx) =>
    tx.selectFrom('syndicates').select('name').where('abbreviation', '=', 'LSC').execute(),
  );
  expect(stored).toEqual([{ name: 'Lakeside Capital' }]);
  const ambiguous =
    'has hidden characters, or letters of another alphabet that look like others: type it again';
  for (const [name, abbreviation, column, reason] of [
    ['Other', 'lsc', 'abbreviation', 'is another syndicate’s'],
    ['Other', 'L\u200bSC', 'abbreviation', ambiguous],
    ['Other', 'LSС', 'abbreviation', ambiguous],
    ['Lakeside Сapital', 'LS2', 'name', ambiguous],
  ] as const)
    expect(await send(kind, columns + row('L-2', name, abbreviation))).toMatchObject({
      counts: { new: 0 },
      problems: [{ line: 2, column, reason }],
    });
});

test('OPS-01 bad rows are answered by line and column; skip_bad takes the others', async () => {
  const rows = `${companies}H-1,Name,Dental,2019-01\nH-2,,Dental,2019-01\n`;
  const problems = [{ line: 3, column: 'name', outcome: 'bad', reason: 'is missing' }];
  expect(await send({ kind: 'companies' }, rows)).toMatchObject({ applied: 'nothing', problems });
  expect(await send({ kind: 'companies', skip_bad: 'true' }, rows)).toMatchObject({
    applied: 'some',
    counts: { new: 1, bad: 1 },
    problems,
  });
  const line = '{"external_id":"H-1","name":"Name","industry":"Dental","started":"2019-01"}\n';
  expect(await send({ kind: 'companies' }, line, { type: 'application/x-ndjson' })).toMatchObject({
    counts: { unchanged: 1 },
  });
});

test('IMPORT-02 IMPORT-03 the answer has what changes and which totals differ', async () => {
  const rows = (name: string) => `${companies}H-1,${name},Dental,2019-01\n`;
  await send({ kind: 'companies' }, rows('Name'));
  const expected = { expect_funded: '60000.00', expect_collected: '1.00' };
  expect(await send({ kind: 'companies', ...expected }, rows('Other'))).toMatchObject({
    status: 200,
    applied: 'nothing',
    changes: [{ line: 2, external_id: 'H-1', field: 'name', before: 'Name', after: 'Other' }],
    warnings: [],
    totals: [{ figure: 'collected', expected: '1.00', would_be: '700.00' }],
  });
  expect(await send({ kind: 'companies' }, rows('Name'))).toMatchObject({ counts: { unchanged: 1 } });
});

test('SCHED-11 SCHED-12 terms come in over HTTP, and suggested ones are sent back as they were answered', async () => {
  const deal =
    'W-1,C-1,W-1,Rosario Produce,Harbor,Active Advance,2026-10-01,6000.00,8400.00,350.00,WEEKLY,120,1.40';
  const columns =
    'external_id,company,mid,name,platform,status,funded_date,funded_amount,payback_amount,payment,payment_frequency,term_days,factor_rate';
  await send({ kind: 'deals' }, `${columns}\n${deal}\n`);
  const debits = ['2026-10-06', '2026-10-13', '2026-10-20'].map((day) => `W-${day},W-1,350.00,${day}\n`);
  const payments = `reference,deal,amount,cleared_date\n${debits.join('')}`;
  const dry = await send({ kind: 'payments', dry_run: 'true' }, payments);
  const { suggested_terms: suggested } = await send({ kind: 'payments' }, payments);
  expect(suggested).toEqual([
    {
      external_id: 'weekday of W-1 from 2026-10-01',
      deal: 'W-1',
      effective_date: '2026-10-01',
      payment: '350.00',
      frequency: 'WEEKLY',
      weekday: 'tuesday',
      note: '3 of 3 debits were on a Tuesday',
    },
  ]);
  expect(dry.suggested_terms).toEqual(suggested);
  const rows = (suggested ?? []).map((row) => `${JSON.stringify(row)}\n`).join('');
  const type = 'application/x-ndjson';
  expect(await send({ kind: 'terms' }, rows, { type })).toMatchObject({ applied: 'all', counts: { new: 1 } });
  expect(await send({ kind: 'terms' }, rows, { type })).toMatchObject({ counts: { new: 0, unchanged: 1 } });
  expect(await send({ kind: 'payments' }, payments)).toMatchObject({ suggested_terms: [] });
  expect(await withTenant(database.db, tenantId, (tx) => findDifferences(tx, tenantId))).toEqual([]);
});

test('DESK-03 security rule: a system that imports users makes nobody staff, nor gives those who are anything', async () => {
  const header = 'external_id,email,name,role,is_terminated';
  const rowsOf = (...rows: string[]) => [header, ...rows, ''].join('\n');
  const refused = {
    applied: 'nothing',
    problems: [
      { line: 2, reason: 'Staff are invited and changed at the desk or by command, not by a system.' },
    ],
  };
  expect(
    await send({ kind: 'users' }, rowsOf('U-S1,second@harbor.example,Sam Second,administrator,')),
  ).toMatchObject(refused);
  const email = `${crypto.randomUUID()}@harbor.example`;
  const userId = await createUser(database.owner, { email });
  const membership = (change: object) =>
    withTenant(database.owner, tenantId, (tx) =>
      tx.updateTable('memberships').set(change).where('userId', '=', userId).execute(),
    );
  await withTenant(database.owner, tenantId, (tx) =>
    createMembership(tx, tenantId, userId, { role: 'servicing', syndicateId: null, permissions: [] }),
  );
  expect(await send({ kind: 'users' }, rowsOf(`U-S2,${email},Sid,administrator,`))).toMatchObject(refused);
  await membership({ isTerminated: true });
  expect(await send({ kind: 'users' }, rowsOf(`U-S2,${email},Sid,servicing,false`))).toMatchObject(refused);
  // What gives nobody anything is taken: somebody leaves, and a system says so.
  await membership({ isTerminated: false });
  expect(await send({ kind: 'users' }, rowsOf(`U-S2,${email},Sid,servicing,true`))).toMatchObject({
    applied: 'all',
    counts: { changed: 1 },
  });
});

test('DESK-33 security rule: a system that imports users does not close the last administrator', async () => {
  const email = `${crypto.randomUUID()}@harbor.example`;
  const userId = await createUser(database.owner, { email });
  await withTenant(database.owner, tenantId, (tx) =>
    createMembership(tx, tenantId, userId, {
      role: 'administrator',
      permissions: ['manage-people', 'view-desk'],
    }),
  );
  const row = `external_id,email,name,role,is_terminated\nU-A1,${email},Ann,administrator,true\n`;
  expect(await send({ kind: 'users' }, row)).toMatchObject({ status: 409, code: 'last_administrator' });
});

test('OPS-01 only a token that was issued for it imports, only rows, only kinds that there are', async () => {
  const links = await issue(['links']);
  expect(await send({ kind: 'companies' }, companies, { as: links })).toMatchObject({
    status: 403,
    code: 'scope_missing',
  });
  const withoutUsers = { as: await issue(['import']) };
  expect(await send({ kind: 'users' }, '', withoutUsers)).toMatchObject({
    status: 403,
    code: 'scope_missing',
  });
  expect(await send({ kind: 'companies' }, companies, withoutUsers)).toMatchObject({ status: 200 });
  expect(await send({ kind: 'companies' }, companies, { as: 'portal_' })).toMatchObject({ status: 401 });
  expect(await send({ kind: 'companies' }, '{}', { type: 'application/json' })).toMatchObject({
    status: 415,
    code: 'not_rows',
  });
  expect(await send({ kind: 'tenants' }, companies)).toMatchObject({ status: 400, code: 'invalid_request' });
  expect(await send({ kind: 'companies', dry_run: 'yes' }, companies)).toMatchObject({ status: 400 });
  // Elsewhere such a body is nothing.
  const elsewhere = await app.fetch('/api/non-tenant/oauth/token', {
    method: 'POST',
    headers: { 'content-type': 'text/csv', origin: ORIGIN },
    body: companies,
  });
  expect(elsewhere.status).toBe(400);
});

test('OPS-01 a statement that names a file of the sender’s folder is bad, as there is none', async () => {
  const [header, row] = (
    templates().find(({ fileName }) => fileName === 'statements.csv')?.content ?? ''
  ).split('\n');
  const named = row
    ?.replace('ST-1', 'ST-9')
    .replace('2026-08', '2026-07')
    .replace(/,,,$/, ',,../../etc/passwd,');
  const answer = await send({ kind: 'statements' }, `${header}\n${named}\n`);
  expect(answer.problems).toEqual([
    {
      line: 2,
      column: 'file',
      outcome: 'bad',
      reason: 'needs a folder to be read from; use stored_file',
      value: '../../etc/passwd',
    },
  ]);
});

test('OPS-01 who comes while another import of the tenant is at work is told so', async () => {
  await database.directDb.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(hashtextextended(${`import ${tenantId}`}, 0))`.execute(connection);
    expect(await send({ kind: 'companies' }, companies)).toMatchObject({
      status: 409,
      code: 'import_running',
    });
    await sql`select pg_advisory_unlock_all()`.execute(connection);
  });
  expect(await send({ kind: 'companies' }, companies)).toMatchObject({ status: 200 });
});

test('OPS-01 twenty megabytes are streamed, and more than the limit is refused', async () => {
  const row = (n: number) =>
    `${createHash('md5').update(String(n)).digest('hex')},${'x'.repeat(200)},Dental,never\n`;
  const chunks = function* () {
    yield Buffer.from(companies);
    for (let n = 0; n < 80_000; n += 1_000)
      yield Buffer.from(Array.from({ length: 1_000 }, (_, index) => row(n + index)).join(''));
  };
  const body = Readable.toWeb(Readable.from(chunks())) as unknown as NonNullable<RequestInit['body']>;
  const answer = await send({ kind: 'companies', dry_run: 'true' }, body);
  expect([answer.counts?.['bad'], answer.problems?.length]).toEqual([80_000, 1_000]);
  await expect(
    withSpooledFile(Readable.from([Buffer.alloc(6), Buffer.alloc(6)]), async () => 'read', 10),
  ).rejects.toThrow('1 GB at most');
});

test('OPS-01 what a killed import left behind is removed by the next, and what is at work stays', async () => {
  const left = await mkdtemp(join(tmpdir(), 'portal-import-'));
  await writeFile(join(left, 'rows'), companies);
  await withSpooledFile(Readable.from([companies]), () => access(left));
  const yesterday = Date.now() / 1000 - 25 * 60 * 60;
  await utimes(left, yesterday, yesterday);
  await withSpooledFile(Readable.from([companies]), () => expect(access(left)).rejects.toThrow('ENOENT'));
});

test('OPS-01 every kind has its place', () => {
  expect(KIND_DESCRIPTIONS.map(({ name }) => name)).toEqual([...IMPORT_KINDS]);
});

test('OPS-01 security rule: who may import may not say where payouts go, unless the token has that scope too', async () => {
  const rows = templates().find(({ fileName }) => fileName === 'payout_accounts.csv')?.content ?? '';
  const narrow = await issue(['import', 'settings']);
  const kind = 'payout_accounts';
  expect(await send({ kind }, rows, { as: narrow })).toMatchObject({ status: 403, code: 'scope_missing' });
  expect(await send({ kind, dry_run: 'true' }, rows, { as: narrow })).toMatchObject({ status: 403 });
});

test('OPS-01 security rule: payout accounts that are sent never lie in a file', async () => {
  const numbers = '123456780012';
  // A folder of this test's own: what other tests import at the same moment lies in the machine's.
  const folder = await mkdtemp(join(tmpdir(), 'never-in-a-file-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  vi.stubEnv('TMPDIR', folder);
  let seen: string[] = [];
  const sent = new ReadableStream<Uint8Array>({
    async start(controller) {
      const say = (text: string) => controller.enqueue(new TextEncoder().encode(text));
      say('external_id,syndicate,bank_name,account_number,routing_number\n');
      say(`PA-1,SYN-1,First Bank,${numbers},021000021\n`);
      await setTimeout(500);
      seen = await readdir(folder);
      controller.close();
    },
  });
  const answer = await send({ kind: 'payout_accounts', dry_run: 'true' }, sent);
  expect(answer.status).toBe(200);
  expect(JSON.stringify(answer)).not.toContain(numbers);
  expect(seen).toEqual([]);
  await expect(
    withRowsInMemory(Readable.from([Buffer.alloc(6), Buffer.alloc(6)]), async () => 'read', 10),
  ).rejects.toThrow('8 MB at most');
});

test('DESK-38 an import gives a closed syndicate no share that was agreed after it was closed', async () => {
  for (const { fileName, content } of templates())
    await send({ kind: fileName.replace('.csv', '') }, content);
  const deal = (mid: string) =>
    `${mid},C-1,${mid},Rosario Produce,Harbor,Active Advance,2026-10-01,6000.00,8400.00,350.00,WEEKLY,120,1.40`;
  const columns =
    'external_id,company,mid,name,platform,status,funded_date,funded_amount,payback_amount,payment,payment_frequency,term_days,factor_rate';
  await send({ kind: 'deals' }, `${columns}\n${deal('CL-1')}\n${deal('CL-2')}\n`);
  const close = (closed: string | null) =>
    withTenant(database.owner, tenantId, (tx) =>
      sql`update syndicates set closed_at = ${closed}::timestamptz, closed_by = ${closed && 'Ada Vance'}, closed_reason = ${closed && 'Left'}
        where tenant_id = ${tenantId}::uuid and abbreviation = (
          select abbreviation from syndicates where tenant_id = ${tenantId}::uuid order by id limit 1)`.execute(
        tx,
      ),
    );
  // In New York it is still the 5th.
  await close('2026-10-06T02:00:00Z');
  const shares = (...rows: string[]) =>
    [
      'external_id,deal,syndicate,agreement_date,share_percent,commission_percent,management_fee_percent',
      ...rows,
      '',
    ].join('\n');
  const late = shares(
    'CS-1,CL-1,SYN-1,2026-10-05,10,10,4',
    'CS-2,CL-2,SYN-1,2026-10-06,10,10,4',
    'CS-3,CL-2,SYN-2,2026-10-06,10,10,4',
  );
  const problems = [
    { line: 3, column: 'syndicate', reason: 'was closed on 2026-10-05, before this share was agreed' },
  ];
  expect(await send({ kind: 'participations' }, late)).toMatchObject({ applied: 'nothing', problems });
  expect(await send({ kind: 'participations', skip_bad: 'true' }, late)).toMatchObject({
    applied: 'some',
    counts: { new: 2, bad: 1 },
    problems,
  });
  await close(null);
  expect(await send({ kind: 'participations' }, late)).toMatchObject({
    applied: 'all',
    counts: { new: 1, unchanged: 2 },
  });
});
