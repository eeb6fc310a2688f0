import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { asTrial } from '../platform/audit/trial.ts';
import { type Database, watcherOf } from '../platform/db/database.ts';
import { isOutage } from '../platform/db/outages.ts';

/** One statement looks ten times a second for ten seconds: less than the pool waits for an answer. */
const LOOKS = 100;
/** Between two statements that look. */
const PAUSE_MS = 50;
const BEGINS_AGAIN_AFTER_MS = 2_000;
const MOST_TIMES = 12;

const QUERY_CANCELED = '57014';

/** Others needed the book each time that it was tried. */
export class TrialInterruptedError extends Error {}

export interface Attempt {
  /** How often the trial was broken off before. */
  brokenOff: number;
  /** Takes the connection's place among the trials of the tenant. From here on others go first. */
  begin(connection: Database): Promise<void>;
}

/**
 * Runs a trial that holds locks of the book and is rolled back. As soon as anyone waits for it, it is broken off, and begun again later on
 * another connection. So a posting, a withdrawal or an approval waits for a fraction of a second.
 */
export async function runTrial<T>(
  db: Database,
  tenantId: string,
  attempt: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  for (let brokenOff = 0; brokenOff < MOST_TIMES; brokenOff += 1) {
    const over = new AbortController();
    let lookout = Promise.resolve(false);
    try {
      return await asTrial(() =>
        attempt({
          brokenOff,
          async begin(connection) {
            const trial = await lockTrials(connection, tenantId);
            lookout = keepLookout(watcherOf(db), trial, over.signal);
          },
        }),
      );
    } catch (error) {
      over.abort();
      const isInterrupted =
        (error instanceof pg.DatabaseError && error.code === QUERY_CANCELED) || isOutage(error);
      if (!isInterrupted || !(await lookout)) throw error;
    } finally {
      over.abort();
    }
    await wait(BEGINS_AGAIN_AFTER_MS);
  }
  throw new TrialInterruptedError(
    `Postings or other work interrupted the check ${MOST_TIMES} times. Nothing was imported. Try again in a few minutes.`,
  );
}

interface Trial {
  pid: number;
  lock: bigint;
}

/** Trials of a tenant wait for each other on a lock of their own, because what is not a trial breaks one off. */
async function lockTrials(connection: Database, tenantId: string): Promise<Trial> {
  const { rows } = await sql<Trial>`
    select lock, pg_backend_pid() as pid from hashtextextended(${`trial ${tenantId}`}, 0) as lock, pg_advisory_lock(lock)`.execute(
    connection,
  );
  const [trial] = rows;
  if (!trial) throw new Error('A lock that was waited for is there.');
  return trial;
}

/** Whether it has broken the trial off. It never fails: while nobody can look, it tries again. */
async function keepLookout(db: Database, { pid, lock }: Trial, over: AbortSignal): Promise<boolean> {
  let hasBrokenOff = false;
  while (!over.aborted) {
    const found = await sql<{ hasBrokenOff: boolean }>`
      select break_off_trial(${pid}, ${lock}, ${LOOKS}) as has_broken_off`
      .execute(db)
      .catch(() => null);
    hasBrokenOff ||= found?.rows[0]?.hasBrokenOff ?? false;
    if (!over.aborted) await wait(PAUSE_MS);
  }
  return hasBrokenOff;
}
