import type { FastifyBaseLogger } from 'fastify';
import type { WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../db/database.ts';

interface Watch {
  db: Database;
  databaseUrl: string;
  /** The milliseconds that an answer is waited for. */
  queryTimeout: number;
  logger: FastifyBaseLogger;
  lookEveryMs?: number | undefined;
}

const GRACE_MS = 5_000;

/**
 * Releases the jobs of workers that died. The library by itself waits four hours, because it cannot tell a dead worker from a
 * slow one. Here each worker holds an advisory lock under its name, which PostgreSQL releases with the worker's connection.
 */
export function freeAbandonedJobs(
  { db, databaseUrl, queryTimeout, logger, lookEveryMs = 10_000 }: Watch,
  events: WorkerEvents,
) {
  // The names that jobs are locked under. All concurrent jobs of a process share one.
  const names = new Set<string>();
  const ownNames: string[] = [];
  events.on('pool:create', ({ workerPool }) => {
    names.add(workerPool.id);
    ownNames.push(workerPool.id);
  });
  events.on('pool:release', ({ workerPool }) => void names.delete(workerPool.id));

  // The jobs that run here, by how often they were begun. A job counts for a while longer, until its end is recorded.
  const running = new Map<string, number>();
  const count = (id: string, change: number) => {
    const now = (running.get(id) ?? 0) + change;
    if (now > 0) running.set(id, now);
    else running.delete(id);
  };
  events.on('job:start', ({ job }) => count(job.id, 1));
  events.on('job:complete', ({ job }) => {
    setTimeout(() => count(job.id, -1), 2 * queryTimeout).unref();
  });

  let connection: { client: pg.Client; held: Set<string> } | null = null;

  async function connect() {
    const client = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: Math.min(5_000, queryTimeout),
      query_timeout: queryTimeout,
      application_name: 'portal worker',
    });
    client.on('error', () => undefined);
    client.once('end', () => {
      if (connection?.client === client) connection = null;
    });
    await client.connect();
    return { client, held: new Set<string>() };
  }

  async function sayAlive(): Promise<void> {
    connection ??= await connect();
    const { client, held } = connection;
    for (const name of names) {
      if (held.has(name)) continue;
      // Tries without waiting, because a broken connection keeps the lock until PostgreSQL notices its end.
      const { rows } = await client.query<{ held: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as held',
        [name],
      );
      if (rows[0]?.held) held.add(name);
    }
  }

  /** A connection that went silent is given up. Any other failure leaves the lock where it is: this worker is alive. */
  async function sayAliveOrReconnect(): Promise<void> {
    try {
      await sayAlive();
    } catch (error) {
      void connection?.client.end().catch(() => undefined);
      connection = null;
      throw error;
    }
  }

  /**
   * A connection can break between the moment when a job is given to this worker and the answer that says so. Such a job is ours
   * and nobody's. By then no answer can come any more.
   */
  const releaseUnheardOf = () =>
    sql`
      update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = greatest(run_at, now())
      where locked_by = any (${ownNames}::text[]) and not id = any (${[...running.keys()]}::bigint[])
        and locked_at < now() - make_interval(secs => ${(queryTimeout + GRACE_MS) / 1000})`.execute(db);

  /** A queue is locked together with its job, and would stand still for as long as the library waits. */
  const releaseEmptyQueues = () =>
    sql`
      update graphile_worker._private_job_queues as queue set locked_at = null, locked_by = null
      where locked_by = any (${ownNames}::text[])
        and locked_at < now() - make_interval(secs => ${(queryTimeout + GRACE_MS) / 1000})
        and not exists (select from graphile_worker._private_jobs where job_queue_id = queue.id and locked_by is not null)`.execute(
      db,
    );

  async function look(): Promise<void> {
    try {
      await sayAliveOrReconnect();
      isFailing = false;
      // Runs on another connection, to which our own locks belong to somebody else. A minute is enough for a new worker to take
      // its lock.
      await sql`
        select graphile_worker.force_unlock_workers(array_agg(locked_by)) from (
          select locked_by from graphile_worker._private_jobs where locked_at < now() - interval '1 minute'
          union select locked_by from graphile_worker._private_job_queues where locked_at < now() - interval '1 minute'
        ) locked
        where pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))`.execute(db);
      await releaseUnheardOf();
      await releaseEmptyQueues();
    } catch (err) {
      // Said once for each outage.
      if (!isFailing) logger.warn({ err }, 'could not look for abandoned jobs');
      isFailing = true;
    }
  }

  let isFailing = false;
  let looking = look();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, lookEveryMs);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
      await connection?.client.end();
    },

    /** Releases the jobs of this worker, none of which is running any more: the queue was not told that they are over. */
    async releaseOwn(): Promise<void> {
      await sql`select graphile_worker.force_unlock_workers(${ownNames}::text[])`.execute(db);
    },
  };
}
