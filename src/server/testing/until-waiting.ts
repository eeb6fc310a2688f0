import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../platform/db/database.ts';

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
