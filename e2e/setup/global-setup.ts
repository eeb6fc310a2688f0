import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/server/db/migrate.ts';
import { installJobs } from '../../src/server/jobs/install.ts';
import { AS_OF, DATABASE, databaseUrl } from './environment.ts';

/** A fresh database with the demo's book, the same at every run. */
// biome-ignore lint/style/noDefaultExport: Playwright takes a setup's default export.
export default async function prepareDatabase(): Promise<void> {
  await recreateDatabase();
  await migrate(databaseUrl('DATABASE_OWNER_URL'));
  await installJobs(databaseUrl('DATABASE_OWNER_URL'));
  await loadDemoData();
}

async function recreateDatabase(): Promise<void> {
  const client = new pg.Client(process.env['DATABASE_OWNER_URL']);
  await client.connect();
  try {
    await client.query(`drop database if exists ${DATABASE} with (force)`);
    await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}

async function loadDemoData(): Promise<void> {
  const root = path.resolve(import.meta.dirname, '../..');
  const loader = spawn('node', ['scripts/demo-data.ts', '--size', 'demo', '--as-of', AS_OF], {
    cwd: root,
    env: { ...process.env, DATABASE_OWNER_URL: databaseUrl('DATABASE_OWNER_URL') },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(loader, 'exit');
  if (code !== 0) throw new Error('The demo data was not loaded.');
}
