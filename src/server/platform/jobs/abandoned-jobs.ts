import type { FastifyBaseLogger } from 'fastify';
import type { WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../db/database.ts';

interface Watch {
  db: Database;
  databaseUrl: string;
  logger: FastifyBaseLogger;
  lookEveryMs?: number | undefined;
}

/**
 * Releases the jobs of workers that died. The library by itself waits four hours, because it cannot tell a dead worker from a
 * slow one. Here each worker holds an advisory lock under its name, which PostgreSQL releases with the worker's connection.
 */
export function freeAbandonedJobs(
  { db, databaseUrl, logger, lookEveryMs = 10_000 }: Watch,
  events: WorkerEvents,
): { stop(): Promise<void> } {
  // The names that jobs are locked under. All concurrent jobs of a process share one.
  const names = new Set<string>();
  events.on('pool:create', ({ workerPool }) => void names.add(workerPool.id));
  events.on('pool:release', ({ workerPool }) => void names.delete(workerPool.id));

  let connection: { client: pg.Client; held: Set<string> } | null = null;

  async function connect() {
    const client = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      application_name: 'portal worker',
    });
    client.on('error', () => undefined);
    client.once('end', () => {
      connection = null;
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

  async function look(): Promise<void> {
    try {
      await sayAlive();
      // Runs on another connection, to which our own locks belong to somebody else. A minute is enough for a new worker to take
      // its lock.
      await sql`
        select graphile_worker.force_unlock_workers(array_agg(locked_by)) from (
          select distinct locked_by from graphile_worker._private_jobs where locked_at < now() - interval '1 minute'
        ) locked
        where pg_try_advisory_xact_lock(hashtextextended(locked_by, 0))`.execute(db);
    } catch (err) {
      logger.warn({ err }, 'could not look for abandoned jobs');
    }
  }

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
  };
}
