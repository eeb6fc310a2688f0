import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

/** What must not grow while the same work is done again and again. */
export interface Sample {
  minute: number;
  /** In MB, the largest of the api's processes. */
  apiMemory: number;
  workerMemory: number;
  openFiles: number;
  connections: number;
  /** Jobs that could run and do not yet. */
  waitingJobs: number;
  /** Of the rows of all tables, those that are dead, in percent. */
  deadPercent: number;
  /** Bytes in the rollups for each of their rows, which are updated by every posting. */
  rollupRowBytes: number;
}

interface Watched {
  apis: readonly number[];
  worker: number;
}

const ROLLUPS = ['deal_totals', 'participation_totals', 'syndicate_totals', 'syndicate_pay_dates'];

export async function openSampler(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const started = performance.now();
  const number = async (sql: string, values: unknown[] = []): Promise<number> =>
    Number((await client.query<{ n: string }>(sql, values)).rows[0]?.n ?? 0);

  return {
    async take({ apis, worker }: Watched): Promise<Sample> {
      const processes = [...apis, worker];
      const files = await Promise.all(processes.map(openFilesOf));
      return {
        minute: (performance.now() - started) / 60_000,
        apiMemory: Math.max(...(await Promise.all(apis.map(memoryOf)))),
        workerMemory: await memoryOf(worker),
        openFiles: Math.max(...files),
        connections: await number(
          'select count(*) as n from pg_stat_activity where datname = current_database()',
        ),
        waitingJobs: await number(
          `select count(*) as n from graphile_worker._private_jobs where run_at <= now() and locked_at is null and attempts < max_attempts`,
        ),
        deadPercent: await number(
          `select round(100.0 * sum(n_dead_tup) / greatest(sum(n_live_tup + n_dead_tup), 1), 1) as n from pg_stat_user_tables`,
        ),
        rollupRowBytes: await number(
          `select round(sum(pg_table_size(relid)) / greatest(sum(n_live_tup), 1)) as n from pg_stat_user_tables where relname = any($1)`,
          [ROLLUPS],
        ),
      };
    },
    close: () => client.end(),
  };
}

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
}

const openFilesOf = async (pid: number): Promise<number> => (await readdir(`/proc/${pid}/fd`)).length;
