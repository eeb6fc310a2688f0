import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { dispose } from '../features/disposal/dispose.ts';
import { reconcile } from '../features/reconciliation/reconcile.ts';
import { claim, withTenant } from '../platform/db/transactions.ts';
import { encryptStorage } from '../testing/encrypted-storage.ts';
import { createMembership, createSyndicate, createTenant, createUser } from '../testing/factories.ts';
import { runProgram } from '../testing/programs.ts';
import { createReportBook } from '../testing/report-book.ts';
import { requiredVariable } from '../testing/required-variable.ts';
import { prepareStorages, testServices } from '../testing/services.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

let database: TestDatabase;
let tenantId: string;
beforeAll(async () => {
  await prepareStorages(testServices());
  database = await createTestDatabase();
  tenantId = await createTenant(database.owner, { slug: 'harbor' });
});
afterAll(() => database.drop());

async function examine(settings: Record<string, string> = {}) {
  const { code, written } = await runProgram(['cli.ts', 'doctor'], {
    DATABASE_URL: database.url,
    S3_BUCKET: requiredVariable('S3_BUCKET'),
    S3_UPLOAD_BUCKET: requiredVariable('S3_UPLOAD_BUCKET'),
    ...settings,
  });
  const lines = written.split('\n');
  const state = (subject: string) =>
    lines.find((line) => line.slice(8).startsWith(`${subject} `))?.split(' ')[0];
  return { code, written, state };
}

test('OPS-05 the doctor finds a portal well, and says what is not done yet', async () => {
  const { code, written, state } = await examine();
  expect(written).toMatch(/^ok +database +PostgreSQL 1\d.*(TLSv1|not encrypted)/m);
  for (const subject of [
    'settings',
    'database',
    'clock',
    'roles',
    'time limits',
    'migrations',
    'cell',
    'queue',
    'files',
    'uploads',
    'mail',
    'disk',
    'peppers',
  ])
    expect([subject, state(subject)]).toEqual([subject, 'ok']);
  expect(written).toContain('harbor: never done. Run: portal reconcile --tenant harbor');
  expect(written).toContain('0 failed');
  expect(code).toBe(0);
  expect(written).toMatch(/^warning +backup +none was ever made/m);
  expect(written).toContain(
    'harbor: never done. Is a worker running? Run: portal disposal run --tenant harbor',
  );
  await reconcile(database.db, tenantId);
  await dispose(database.db, tenantId);
  await sql`select operations.note_backup(2600000)`.execute(database.owner);
  const later = await examine();
  expect(later.written).toContain('harbor: agreed to the cent 0 hours ago');
  expect(later.state('disposal')).toBe('ok');
  expect(later.written).toMatch(/^ok +backup +the last one is 0 hours old and has 2\.6 MB$/m);
});

test('CELL-01 the doctor says when the setting and the database are different cells', async () => {
  const { code, written, state } = await examine({ CELL: '2' });
  expect([code, state('cell')]).toEqual([1, 'failed']);
  expect(written).toContain('CELL says 2, and the database is cell 0 for good.');
});

test('OPS-05 BANK-01 the doctor says whose banks are connected, and that personal data was not removed for days', async () => {
  const plaid = { PLAID_CLIENT_ID: 'client', PLAID_SECRET: 'secret' };
  await dispose(database.db, tenantId);
  await withTenant(database.owner, tenantId, (tx) =>
    tx.updateTable('disposalRuns').set({ finishedAt: sql<Date>`now() - interval '3 days'` }).execute(),
  );
  const sandbox = await examine({ ...plaid, PLAID_ENVIRONMENT: 'sandbox' });
  expect(sandbox.state('disposal')).toBe('warning');
  expect(sandbox.written).toContain('last done 3 days ago; it should run every night');
  expect(sandbox.state('bank links')).toBe('warning');
  expect(sandbox.written).toContain('no real bank');
  const real = await examine({ ...plaid, PLAID_ENVIRONMENT: 'production' });
  expect(real.state('bank links')).toBe('ok');
  expect((await examine()).state('bank links')).toBeUndefined();
});

test('OPS-05 OPS-21 the doctor names each part that is down, and what to do', async () => {
  const { code, written, state } = await examine({
    // No more than the role gives its statements.
    DATABASE_QUERY_TIMEOUT_SECONDS: '15',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    SMTP_URL: 'smtp://127.0.0.1:1',
    CLAMD_PORT: '1',
  });
  for (const subject of ['files', 'uploads', 'mail', 'virus scan'])
    expect([subject, state(subject)]).toEqual([subject, 'failed']);
  expect(state('database')).toBe('ok');
  expect(state('time limits')).toBe('warning');
  expect(written).toContain('Until then mail waits in the queue');
  expect(written).toContain('4 failed');
  expect(code).toBe(1);
});

test('UPLOAD-01 OPS-05 the doctor attacks the storage with a signed upload, and says what it could do', async () => {
  // The portal's own identity signs uploads, as it did before there was another.
  const { code, written } = await examine({
    S3_UPLOAD_ACCESS_KEY: requiredVariable('S3_ACCESS_KEY'),
    S3_UPLOAD_SECRET_KEY: requiredVariable('S3_SECRET_KEY'),
  });
  expect(written).toMatch(/^failed +uploads +A signed upload can copy any file of S3_BUCKET/m);
  expect(written).toMatch(/^failed +uploads +S3_UPLOAD_ACCESS_KEY can read the files of S3_BUCKET/m);
  expect(code).toBe(1);
  const without = await examine({ S3_UPLOAD_ACCESS_KEY: 'nobody' });
  expect(without.written).toMatch(
    /^failed +uploads +A signed upload is not taken, so brokers cannot upload/m,
  );
});

test('OPS-21 the doctor says when the role has no time limits', async () => {
  const without = await examine({ DATABASE_URL: `${database.url}?statement_timeout=0` });
  expect(without.written).toMatch(
    /^failed +time limits +The server's role has no statement_timeout, .*alter role portal_app set statement_timeout = '15s';/m,
  );
});

test('OPS-05 OPS-42 the doctor goes on when the database is down, and tells every setting that is wrong', async () => {
  const nowhere = new URL(database.url);
  nowhere.port = '1';
  const down = await examine({ DATABASE_URL: nowhere.href });
  for (const subject of ['database', 'migrations', 'queue', 'tenants'])
    expect([subject, down.state(subject)]).toEqual([subject, 'failed']);
  expect(down.written).not.toContain('portal migrate');
  expect(down.state('mail')).toBe('ok');
  expect(down.code).toBe(1);
  const wrong = await examine({ SMTP_URL: '', S3_BUCKET: '' });
  expect(wrong.written.match(/^failed {2}settings/gm)).toHaveLength(2);
  expect(wrong.code).toBe(1);
});

test('OPS-12 the doctor says what production would send in plain text', async () => {
  const plain = await examine({ NODE_ENV: 'production', SMTP_URL: 'smtp://smtp.example.com' });
  expect(plain.written).toMatch(/^failed +settings +SMTP_URL must begin with smtps:\/\//m);
  expect(plain.code).toBe(1);
});

test('OPS-12 the doctor says how long the inner certificates last, and warns of plain text that is allowed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'inner-tls-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await promisify(execFile)('deploy/certificates', [folder, 'api', 's3']);
  const storage = await encryptStorage({ cert: `${folder}/s3/cert.pem`, key: `${folder}/s3/key.pem` });
  onTestFinished(storage.stop);
  const settings = {
    TLS_CERT_FILE: `${folder}/api/cert.pem`,
    TLS_KEY_FILE: `${folder}/api/key.pem`,
    S3_ENDPOINT: `https://localhost:${storage.port}`,
    S3_CA_FILE: `${folder}/trust/ca.pem`,
    PRIVATE_NETWORK_HOSTS: 'collector',
  };
  const well = await examine(settings);
  expect(well.written).toMatch(/^ok +inner TLS +api and worker: ends in 39\d days/m);
  expect(well.written).toMatch(/^ok +inner TLS +file storage: ends in 39\d days/m);
  expect(well.written).toMatch(/^warning +settings +.*plain text is allowed to collector/m);
  for (const subject of ['files', 'uploads']) expect([subject, well.state(subject)]).toEqual([subject, 'ok']);
});

test('OPS-05 the doctor sees a role that is too strong, missing migrations, an overdue queue and a lost key', async () => {
  const ownerUrl = new URL(requiredVariable('DATABASE_OWNER_URL'));
  ownerUrl.pathname = new URL(database.url).pathname;
  expect((await examine({ DATABASE_URL: ownerUrl.href })).written).toMatch(
    /^failed +roles +\w+ owns \d+ tables/m,
  );

  const last = sql`(select max(name) from migrations.kysely_migration)`;
  const { rows } = await sql<{ name: string; timestamp: string }>`
    delete from migrations.kysely_migration where name = ${last} returning name, timestamp`.execute(
    database.owner,
  );
  await sql`select graphile_worker.add_job('send nightly report', '{}', run_at => now() - interval '1 hour')`.execute(
    database.db,
  );
  await sql`select graphile_worker.add_job('reconcile book of tenant', '{}', max_attempts => 1)`.execute(
    database.db,
  );
  await sql`update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`.execute(
    database.db,
  );
  await createReportBook(database.owner, tenantId);
  await withTenant(database.owner, tenantId, (tx) =>
    sql`update tenants set created_at = now() - interval '9 days' where id = ${tenantId}`.execute(tx),
  );
  await withTenant(database.owner, tenantId, (tx) =>
    sql`
      insert into syndicate_bank_accounts (tenant_id, syndicate_id, bank_name, account_number_cipher, account_number_last4,
        routing_number_cipher, routing_number_last4, key_id)
      select tenant_id, id, 'Bank', '', '0000', '', '0000', '0123456789abcdef' from syndicates limit 1`.execute(
      tx,
    ),
  );
  await withTenant(database.owner, tenantId, (tx) =>
    sql`update tenants set statements_from = current_date - 70 - extract(day from current_date - 70)::integer + 1
      where id = ${tenantId}`.execute(tx),
  );
  const { code, written } = await examine();
  expect(written).toMatch(/^warning +statements +harbor: .*portal statements make --tenant harbor$/m);
  expect(written).toMatch(/^failed +migrations +1 have not run/m);
  expect(written).toMatch(/^failed +queue .*ready for 60 minutes/m);
  expect(written).toMatch(/^warning +queue .*reconcile book of tenant \(1\)/m);
  expect(written).toMatch(/^failed +encryption keys +.*0123456789abcdef/m);
  expect(written).toMatch(/^failed +nightly report +harbor: .*portal report --tenant harbor --date/m);
  expect(code).toBe(1);
  await sql`insert into migrations.kysely_migration values (${rows[0]?.name}, ${rows[0]?.timestamp})`.execute(
    database.owner,
  );
});

test('OPS-05 the doctor looks at the keys of every table: links that wait to be mailed, the funder’s own account, second factors that are being set up', async () => {
  const other = await createTestDatabase();
  const tenantId = await createTenant(other.owner);
  const userId = await createUser(other.owner, { email: 'half-way@investor.example' });
  await withTenant(other.owner, tenantId, async (tx) => {
    await createMembership(tx, tenantId, userId, { syndicateId: await createSyndicate(tx, tenantId) });
    await sql`
      with link as (
        insert into capability_links (tenant_id, token_hash, kind, subject_id, expires_at)
        values (${tenantId}, ${Buffer.alloc(32)}, 'bank link', 1, now() + interval '1 day') returning id
      )
      insert into link_mails (tenant_id, id, page, link_id, to_address, token_cipher, key_id, message_id)
      select ${tenantId}, gen_random_uuid(), 'bank', id, 'a@b.example', '', 'aaaaaaaaaaaaaaaa', '<a@b>' from link`.execute(
      tx,
    );
    await sql`
      insert into payout_originators (tenant_id, odfi_routing, bank_name, immediate_origin, company_id, company_name, cutoff_minute,
        offset_account_cipher, offset_account_last4, key_id, set_by)
      values (${tenantId}, '021000021', 'First', '1234567890', '1234567890', 'HARBOR', 900, '', '0000', 'cccccccccccccccc', ${userId})`.execute(
      tx,
    );
    await claim(tx, { userId });
    await sql`
      insert into totp_enrolments (user_id, secret_cipher, key_id, expires_at)
      values (${userId}, '', 'bbbbbbbbbbbbbbbb', now() + interval '1 day')`.execute(tx);
  });
  const { written } = await examine({ DATABASE_URL: other.url });
  expect(written).toMatch(
    /^failed +encryption keys +.*aaaaaaaaaaaaaaaa, cccccccccccccccc, bbbbbbbbbbbbbbbb/m,
  );
  await other.drop();
});

test('OPS-05 the doctor tells how long the certificate of the address lasts', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'certificate-'));
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name)) as [string, string];
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '3', '-subj', '/CN=localhost'];
  await promisify(execFile)('openssl', ['req', ...options, '-keyout', key, '-out', cert]);
  const server = createServer({ key: await readFile(key), cert: await readFile(cert) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const soon = await examine({ PUBLIC_ORIGIN: `https://localhost:${port}` });
  expect(soon.written).toMatch(/^warning certificate +localhost: ends in 2 days/m);
  server.close();
  const away = await examine({ PUBLIC_ORIGIN: `https://localhost:${port}` });
  expect(away.written).toMatch(/^warning certificate +localhost cannot be reached/m);
  await rm(folder, { recursive: true });
});
