import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Tx } from '../platform/db/database.ts';

/** Resolves when this many sessions of the database wait for a lock. */
export async function untilWaiting(db: Database, sessions: number): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    const { rows } = await sql<{ count: bigint }>`
      select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    );
    if (Number(rows[0]?.count) >= sessions) return;
    await setTimeout(25);
  }
  throw new Error(`There are not ${sessions} that wait.`);
}

/** Resolves with true when somebody waits for a lock that this transaction holds. */
export async function untilBlockedBy(db: Database, tx: Tx): Promise<true> {
  const { rows: own } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  for (let tries = 0; tries < 1000; tries += 1) {
    const { rows } = await sql<{ count: bigint }>`
      select count(*) from pg_stat_activity
      where wait_event_type = 'Lock' and ${own[0]?.pid ?? 0}::int = any (pg_blocking_pids(pid))`.execute(db);
    if (Number(rows[0]?.count) > 0) return true;
    await setTimeout(10);
  }
  throw new Error('Nobody waits for the transaction.');
}
