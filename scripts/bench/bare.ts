import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { openDatabase, type Tx } from '../../src/server/platform/db/database.ts';
import { withTenant } from '../../src/server/platform/db/transactions.ts';
import { timeOfPostgres } from './processor-time.ts';

const run = promisify(execFile);

/**
 * Runs the statements that the server sends to PostgreSQL without the server: through pgbench, with one client and
 * literal values.
 */
export function openBare(databaseUrl: string, tenantId: string) {
  let statements: string[] = [];
  const db = openDatabase(databaseUrl, {
    maxConnections: 1,
    onStatement: (sql, parameters) => statements.push(writeOut(sql, parameters)),
  });
  return {
    /** The SQL that some work sends, as a script with one transaction. */
    async scriptOf(work: (tx: Tx) => Promise<unknown>): Promise<string> {
      statements = [];
      await withTenant(db, tenantId, work, { readOnly: true });
      const sent = statements.filter((sql) => !/^(begin|start transaction|commit|set local)/.test(sql));
      return [
        'begin transaction read only;',
        `set local app.tenant = '${tenantId}'; set local join_collapse_limit = 1;`,
        ...sent.map((s) => `${s};`),
        'commit;',
      ].join('\n');
    },
    /** Runs the scripts in turn, this many transactions in total. Returns the milliseconds of each. */
    time: (scripts: readonly string[], transactions: number) =>
      timeScripts(databaseUrl, scripts, transactions),
    /**
     * Measures how many transactions a second PostgreSQL can answer. Prepared statements are parsed and planned once for each
     * connection.
     */
    saturate: (scripts: readonly string[], seconds: number, isPrepared: boolean) =>
      saturateScripts(databaseUrl, scripts, seconds, isPrepared),
    processorTime: () => timeOfPostgres(db),
    close: () => db.destroy(),
  };
}

async function timeScripts(databaseUrl: string, scripts: readonly string[], transactions: number) {
  const options = ['-c', '1', '-t', String(transactions), '-l'];
  return pgbench(databaseUrl, scripts, options, async (folder) => {
    const log = (await readdir(folder)).find((name) => name.startsWith('pgbench_log'));
    if (!log) throw new Error('pgbench wrote no log.');
    // client, transaction, microseconds, script, …
    const lines = (await readFile(path.join(folder, log), 'utf8')).trim().split('\n');
    return lines.map((line) => Number(line.split(' ')[2]) / 1000);
  });
}

async function saturateScripts(
  databaseUrl: string,
  scripts: readonly string[],
  seconds: number,
  isPrepared: boolean,
): Promise<number> {
  const options = ['-c', '8', '-T', String(seconds), '-M', isPrepared ? 'prepared' : 'simple'];
  return pgbench(databaseUrl, scripts, options, async (_folder, told) => {
    const rate = /^tps = ([\d.]+)/m.exec(told)?.[1];
    if (rate === undefined) throw new Error(`pgbench did not end as expected: ${told}`);
    return Number(rate);
  });
}

async function pgbench<T>(
  databaseUrl: string,
  scripts: readonly string[],
  options: readonly string[],
  read: (folder: string, told: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'portal-bench-'));
  try {
    const files = scripts.map((_, index) => path.join(folder, `${index}.sql`));
    await Promise.all(scripts.map((script, index) => writeFile(files[index] ?? '', script)));
    const { stdout } = await run(
      'pgbench',
      ['-n', ...options, ...files.flatMap((file) => ['-f', file]), databaseUrl],
      { cwd: folder, env: { ...process.env, PATH: `${process.env['PATH']}:/usr/lib/postgresql/15/bin` } },
    );
    return await read(folder, stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const writeOut = (sql: string, parameters: readonly unknown[]): string =>
  sql
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\$(\d+)/g, (_, number: string) => literal(parameters[Number(number) - 1]));

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return `'{${value.map((item) => `"${item}"`).join(',')}}'`;
  return `'${String(value).replaceAll("'", "''")}'`;
}
