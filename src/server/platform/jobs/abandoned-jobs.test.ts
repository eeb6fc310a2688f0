import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { mailResetLink } from '../../features/passwords/passwords.jobs.ts';
import { createUser } from '../../testing/factories.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import { openDatabase } from '../db/database.ts';
import { withClaims } from '../db/transactions.ts';
import { addJob } from './jobs.ts';

/** By default a worker looks every ten seconds. */
const SOON = { lookEveryMs: 100 };
const PATIENCE = { timeout: 20_000 };
const LATER = { notBefore: new Date(Date.now() + 3_600_000) };

test('OPS-03 the jobs of a worker that died are done by the next one; those of a slow one are left to it', async () => {
  const database = await createTestDatabase();
  const holders = ['worker-dead', 'worker-slow', 'worker-new'];
  await withClaims(database.db, {}, async (tx) => {
    for (const holder of holders) await addJob(tx, mailResetLink, { email: `${holder}@nobody.example` });
    await sql`
      update graphile_worker._private_jobs
      set locked_by = split_part(payload ->> 'email', '@', 1),
        locked_at = now() - case when payload ->> 'email' like '%-new@%' then interval '30 seconds' else interval '2 minutes' end`.execute(
      tx,
    );
  });
  const slow = new pg.Client({ connectionString: database.url });
  await slow.connect();
  await slow.query("select pg_advisory_lock(hashtextextended('worker-slow', 0))");
  const left = async () => {
    const { rows } = await sql<{ holder: string }>`
      select locked_by as holder from graphile_worker._private_jobs where payload ->> 'email' is not null order by 1`.execute(
      database.db,
    );
    return rows.map(({ holder }) => holder);
  };
  const worker = await startTestWorker(database, SOON);
  try {
    await expect.poll(left, PATIENCE).toEqual(['worker-new', 'worker-slow']);
    // The worker's locks are released with its connection.
    await slow.end();
    await expect.poll(left, PATIENCE).toEqual(['worker-new']);
  } finally {
    await worker.stop();
    await database.drop();
  }
});

test('OPS-03 OPS-20 a worker that is alive keeps a job for as long as it takes, and not one that it never heard of', async () => {
  const database = await createTestDatabase();
  const obstacle = new pg.Client({ connectionString: database.url });
  await obstacle.connect();
  await createUser(database.owner, { email: 'slow@investor.example' });
  // The lock makes the job wait when it writes.
  await obstacle.query('begin; lock table password_resets in share mode');
  let looks = 0;
  const db = openDatabase(database.url, {
    onStatement: (statement) => {
      if (statement.includes('force_unlock_workers')) looks += 1;
    },
  });
  const worker = await startTestWorker({ db, url: database.url }, SOON);
  const attempts = async () => {
    const { rows } = await sql<{ attempts: number }>`
      select attempts from graphile_worker._private_jobs where payload ->> 'email' is not null`.execute(
      database.db,
    );
    return rows[0]?.attempts;
  };
  try {
    await withClaims(database.db, {}, (tx) => addJob(tx, mailResetLink, { email: 'slow@investor.example' }));
    await expect.poll(attempts, PATIENCE).toBe(1);
    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '2 minutes'`.execute(
      database.db,
    );
    // A statement is reported when it ends, so at least one of the first three began after the job was old enough.
    const before = looks;
    await expect.poll(() => looks - before, PATIENCE).toBeGreaterThanOrEqual(3);
    expect(await attempts()).toBe(1);

    // Given to this worker by an answer that was lost with its connection.
    await withClaims(database.db, {}, (tx) =>
      addJob(tx, mailResetLink, { email: 'lost@nobody.example' }, LATER),
    );
    await sql`
      update graphile_worker._private_jobs lost set run_at = now(), locked_at = kept.locked_at, locked_by = kept.locked_by
      from graphile_worker._private_jobs kept
      where lost.payload ->> 'email' like 'lost@%' and kept.payload ->> 'email' like 'slow@%'`.execute(
      database.db,
    );
    const lost = async () =>
      (
        await sql`select from graphile_worker._private_jobs where payload ->> 'email' like 'lost@%'`.execute(
          database.db,
        )
      ).rows.length;
    await expect.poll(lost, PATIENCE).toBe(0);
    expect(await attempts()).toBe(1);
  } finally {
    await obstacle.end();
    await worker.stop();
    await db.destroy();
    await database.drop();
  }
});
