import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { withClaims } from '../db/transactions.ts';
import { mailResetLink } from '../features/passwords/passwords.jobs.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { startTestWorker } from '../testing/test-worker.ts';
import { addJob } from './jobs.ts';

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
  const worker = await startTestWorker(database);
  try {
    await expect.poll(left, { timeout: 10_000 }).toEqual(['worker-new', 'worker-slow']);
    // Its locks go with its connection.
    await slow.end();
    await expect.poll(left, { timeout: 20_000 }).toEqual(['worker-new']);
  } finally {
    await worker.stop();
    await database.drop();
  }
});
