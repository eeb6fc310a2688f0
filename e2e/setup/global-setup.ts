import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/server/platform/db/migrate.ts';
import { installJobs } from '../../src/server/platform/jobs/install.ts';
import { AS_OF, bucketsOf, DATABASE, databaseUrl, origin, port } from './environment.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Creates a fresh database with the demo data, the same at every run of a day. */
// biome-ignore lint/style/noDefaultExport: Playwright takes a setup's default export.
export default async function prepareDatabase(): Promise<() => Promise<void>> {
  await recreateDatabase();
  await migrate(databaseUrl('DATABASE_OWNER_URL'));
  await installJobs(databaseUrl('DATABASE_OWNER_URL'));
  await loadDemoData();
  await numberFromAfterDemoData();
  return startMailing();
}

async function recreateDatabase(): Promise<void> {
  const client = new pg.Client(process.env['DATABASE_OWNER_URL']);
  await client.connect();
  try {
    for (let tries = 5; ; tries -= 1) {
      await closeServersConnections();
      try {
        await client.query(`drop database if exists ${DATABASE} with (force)`);
        break;
      } catch (error) {
        if (tries === 0) throw error;
      }
    }
    await client.query(`create database ${DATABASE}`);
    // Nothing here outlives the run, so a commit need not wait for the disk.
    await client.query(`alter database ${DATABASE} set synchronous_commit = off`);
  } finally {
    await client.end();
  }
}

/**
 * The servers are started before this and may be connected to an earlier run's database. The owner role may not end their
 * connections.
 */
async function closeServersConnections(): Promise<void> {
  const client = new pg.Client(process.env['DATABASE_URL']);
  await client.connect();
  try {
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
      [DATABASE],
    );
  } finally {
    await client.end();
  }
}

async function loadDemoData(): Promise<void> {
  const loader = spawn(
    'node',
    ['scripts/demo-data.ts', '--size', 'demo', '--as-of', AS_OF, '--short-statements'],
    {
      cwd: root,
      env: {
        ...process.env,
        DATABASE_OWNER_URL: databaseUrl('DATABASE_OWNER_URL'),
        // The bucket in which the server looks for the statements' files.
        ...bucketsOf(port),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const [code] = await once(loader, 'exit');
  if (code !== 0) throw new Error('The demo data was not loaded.');
}

/** The demo's users and syndicates have fixed ids, which the sequences do not know. */
async function numberFromAfterDemoData(): Promise<void> {
  const client = new pg.Client(databaseUrl('DATABASE_OWNER_URL'));
  await client.connect();
  try {
    for (const table of ['users', 'syndicates'])
      await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), 1000000)`);
  } finally {
    await client.end();
  }
}

/** Starts the worker, which sends the mails. It needs the database. */
function startMailing(): () => Promise<void> {
  const worker = spawn('node', ['src/server/worker.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl('DATABASE_URL'),
      PUBLIC_ORIGIN: origin,
      ...bucketsOf(port),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return async () => {
    const exit = once(worker, 'exit');
    worker.kill('SIGTERM');
    await exit;
  };
}
