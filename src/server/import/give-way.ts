import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../platform/db/database.ts';

const LOOKS_EVERY_MS = 100;
const BEGINS_AGAIN_AFTER_MS = 2_000;
const MOST_TIMES = 20;

const QUERY_CANCELED = '57014';

interface Trial {
  /** The connection that the trial runs on. */
  connection: Database;
  /** Whose lock waiters of other imports wait for, which do not count. */
  importLock: ReturnType<typeof sql>;
}

/**
 * Runs a trial that holds locks of the book and is rolled back. As soon as anybody waits for it, it is broken off, and begun again later. So
 * a posting, a withdrawal or an approval waits for a fraction of a second.
 */
export async function givingWay<T>(
  db: Database,
  { connection, importLock }: Trial,
  trial: () => Promise<T>,
): Promise<T> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
  const pid = rows[0]?.pid ?? 0;
  for (let time = 1; ; time += 1) {
    const lookout = new AbortController();
    const watching = watch(db, { pid, importLock }, lookout.signal);
    try {
      return await trial();
    } catch (error) {
      const isBrokenOff = error instanceof pg.DatabaseError && error.code === QUERY_CANCELED;
      if (!isBrokenOff || time === MOST_TIMES) throw error;
    } finally {
      lookout.abort();
      await watching;
    }
    await wait(BEGINS_AGAIN_AFTER_MS);
  }
}

/** Looks whether somebody waits for the connection, and cancels what it does. */
async function watch(
  db: Database,
  { pid, importLock }: { pid: number; importLock: ReturnType<typeof sql> },
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await wait(LOOKS_EVERY_MS, null, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    await sql`
      select pg_cancel_backend(${pid}) where exists (
        select from pg_locks waiting
        where not waiting.granted and ${pid} = any(pg_blocking_pids(waiting.pid))
          and not (waiting.locktype = 'advisory'
            and (waiting.classid::bigint << 32 | waiting.objid::bigint) = ${importLock}))`
      .execute(db)
      .catch(() => undefined);
  }
}
