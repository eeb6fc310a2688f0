import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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

const PATIENCE = { timeout: 20_000, interval: 20 };
const JOBS = 'graphile_worker._private_jobs';

async function locking(table: string): Promise<pg.Client> {
  const name = new URL(database.url).pathname.slice(1);
  const client = new pg.Client({ connectionString: urlOf('DATABASE_OWNER_URL', name) });
  await client.connect();
  await client.query(`begin; lock table ${table} in share mode`);
  return client;
}

/** Ends the connection that waits to write to the queue, as a database does that fails at this moment. */
async function breakConnectionThatWaits(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql<{ ended: boolean }>`
      select pg_terminate_backend(pid) as ended from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%_private_jobs%'`.execute(
      database.db,
    );
    expect(rows.length).toBeGreaterThan(0);
  }, PATIENCE);
}

test('OPS-20 a worker whose job runner has ended ends too, with an exit code to be started again by', async () => {
  const worker = await startProgram('worker', { DATABASE_URL: database.url });
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
  await breakConnectionThatWaits();
  await other.end();

  await expect.poll(() => worker.child.exitCode, PATIENCE).toBe(1);
  expect(worker.written()).toContain('the job runner ended');
  // Another worker need not wait until the job counts as abandoned.
  const { rows } = await sql`select from ${sql.raw(JOBS)} where locked_at is not null`.execute(database.db);
  expect(rows).toHaveLength(0);
});
