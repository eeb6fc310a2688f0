import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTenant } from '../../testing/factories.ts';
import { startProgram } from '../../testing/programs.ts';
import { createTestDatabase, type TestDatabase, urlOf } from '../../testing/test-database.ts';

let database: TestDatabase;
let tenantId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  tenantId = await createTenant(database.owner);
});
afterAll(() => database.drop());

interface Readiness {
  dependencies: Record<string, string>;
}

const PATIENCE = { timeout: 40_000, interval: 20 };
const JOBS = 'graphile_worker._private_jobs';

async function locking(table: string): Promise<pg.Client> {
  const name = new URL(database.url).pathname.slice(1);
  const client = new pg.Client({ connectionString: urlOf('DATABASE_OWNER_URL', name) });
  await client.connect();
  await client.query(`begin; lock table ${table} in share mode`);
  return client;
}

/** Ends the connections that wait to write to the queue, as a database does that fails at this moment. */
const breakConnectionsThatWait = () =>
  sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%_private_jobs%'`.execute(
    database.db,
  );

test('OPS-20 a worker whose job runner has ended ends too, with an exit code to be started again by', async () => {
  const worker = await startProgram('worker', { DATABASE_URL: database.url });
  onTestFinished(() => worker.close());
  await vi.waitFor(async () => expect((await worker.fetch('/readyz')).status).toBe(200), PATIENCE);
  // The job cannot write what it found until its completion is blocked.
  const obstacle = await locking('reconciliations');
  await sql`select graphile_worker.add_job('reconcile book of tenant', ${JSON.stringify({ tenantId })}::json)`.execute(
    database.db,
  );
  await vi.waitFor(async () => {
    const { rows } = await sql`select from ${sql.raw(JOBS)} where locked_at is not null`.execute(database.db);
    expect(rows).toHaveLength(1);
  }, PATIENCE);
  const other = await locking(JOBS);
  await obstacle.end();
  // Some of them only look for the next job, and look again.
  await vi.waitFor(async () => {
    await breakConnectionsThatWait();
    const { dependencies } = (await (await worker.fetch('/readyz')).json()) as Readiness;
    expect(dependencies).toMatchObject({ database: 'up', 'job runner': 'down' });
  }, PATIENCE);
  await other.end();

  await expect.poll(() => worker.child.exitCode, PATIENCE).toBe(1);
  expect(worker.written()).toContain('the job runner ended');
  // Another worker need not wait until the job counts as abandoned.
  const { rows } = await sql`select from ${sql.raw(JOBS)} where locked_at is not null`.execute(database.db);
  expect(rows).toHaveLength(0);
});

test('OPS-20 a worker that starts while its database is away waits for it in words, and stops when it is told to', async () => {
  const nowhere = new URL(database.url);
  nowhere.port = '1';
  const worker = await startProgram('worker', { DATABASE_URL: nowhere.href });
  onTestFinished(() => worker.close());
  const response = await worker.fetch('/readyz');
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ dependencies: { database: 'down', 'job runner': 'down' } });
  await expect.poll(() => worker.written(), PATIENCE).toContain('the worker waits for the database');
  expect(await worker.end('SIGTERM')).toBe(0);
  expect(worker.written().match(/waits for the database/g)).toHaveLength(1);
});
