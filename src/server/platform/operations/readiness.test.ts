import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import { createTestDatabase, onServer, type TestDatabase } from '../../testing/test-database.ts';
import { openDatabase } from '../db/database.ts';
import { createFileStorage } from '../integrations/file-storage.ts';
import { createMailer } from '../integrations/mail.ts';
import { createVirusScanner } from '../integrations/virus-scan.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const ALL_UP = { database: 'up', queue: 'up', files: 'up', mail: 'up', 'virus scan': 'up' };

test('OPS-05 a portal whose dependencies all answer is ready', async () => {
  const app = await startTestApp(database);
  const response = await app.fetch('/readyz');
  expect(await response.json()).toEqual({ status: 'ready', dependencies: ALL_UP });
  expect(response.status).toBe(200);
  await app.close();
});

test('OPS-05 a dependency that every process shares is named when it is down, and takes no process from the balancer', async () => {
  const nobody = { host: '127.0.0.1', port: 1 };
  const app = await startTestApp(database, {
    virusScanner: createVirusScanner(nobody),
    mailer: createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'portal@portal.test' }),
    fileStorage: createFileStorage({
      endpoint: 'http://127.0.0.1:1',
      accessKey: 'none',
      secretKey: 'none',
      bucket: 'none',
    }),
  });
  const response = await app.fetch('/readyz');
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    status: 'ready',
    dependencies: { ...ALL_UP, files: 'down', mail: 'down', 'virus scan': 'down' },
  });
  const metrics = await (await app.fetch('/metrics')).text();
  for (const [dependency, value] of Object.entries({
    database: 1,
    queue: 1,
    files: 0,
    mail: 0,
    'virus scan': 0,
  }))
    expect(metrics).toContain(`portal_dependency_up{dependency="${dependency}"} ${value}`);
  await app.close();
});

test('OPS-05 without its database a process is alive and not ready', async () => {
  const nowhere = new URL(database.url);
  nowhere.port = '1';
  const operationsDb = openDatabase(nowhere.href, { maxConnections: 1 });
  const app = await startTestApp(database, { operationsDb });
  const response = await app.fetch('/readyz');
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    status: 'not ready',
    dependencies: { database: 'down', queue: 'down', files: 'up' },
  });
  expect((await app.fetch('/healthz')).status).toBe(200);
  const metrics = await (await app.fetch('/metrics')).text();
  expect(metrics).toContain('portal_dependency_up{dependency="database"} 0');
  expect(metrics).not.toContain('portal_jobs{');
  const later = await (await app.fetch('/metrics')).text();
  expect(later).toMatch(/portal_scrape_failures_total\{subject="queue"\} [1-9]/);
  await app.close();
  await operationsDb.destroy();
});

test('OPS-21 a database that can only be read leaves no process ready, and what would write is refused for now', async () => {
  // Nobody has used this database before: a pooler may keep connections, and those go on as they were opened.
  const readOnly = await createTestDatabase();
  const name = new URL(readOnly.url).pathname.slice(1);
  await onServer(`alter database ${name} set default_transaction_read_only = on`);
  const db = openDatabase(readOnly.url, { maxConnections: 2 });
  const app = await startTestApp(readOnly, { db, operationsDb: db });
  try {
    const response = await app.fetch('/readyz');
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      status: 'not ready',
      dependencies: { database: 'read only', queue: 'up' },
    });
    const refused = await app.fetch('/user/user_locked/somebody@investor.example');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('3');
    expect(await refused.json()).toMatchObject({ code: 'temporarily_unavailable', retry_after: 3 });
  } finally {
    await app.close();
    await db.destroy();
    await readOnly.drop();
  }
});

test('OPS-05 a pool that is all in use is not taken for a database that is down', async () => {
  const db = openDatabase(database.url, { maxConnections: 1 });
  const app = await startTestApp(database, { db, operationsDb: database.db });
  const held = db.transaction().execute(async (tx) => {
    await sql`select pg_sleep(1)`.execute(tx);
  });
  const waiting = sql`select 1`.execute(db);
  expect((await app.fetch('/readyz')).status).toBe(200);
  const metrics = await (await app.fetch('/metrics')).text();
  expect(metrics).toContain('portal_database_connections{state="total"} 1');
  expect(metrics).toContain('portal_database_connections{state="idle"} 0');
  expect(metrics).toContain('portal_database_connections{state="waiting"} 1');
  await Promise.all([held, waiting]);
  await app.close();
  await db.destroy();
});
