import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Database, type DatabaseOptions, openDatabase } from '../platform/db/database.ts';
import { askConsole } from './pgbouncer.ts';
import { insertsOf } from './previous-release/recorded-statements.ts';
import { requiredVariable } from './required-variable.ts';

/** Followed by the id of the process that created the database. */
export const TEST_PREFIX = 'portal_test_';

export function urlOf(base: 'DATABASE_OWNER_URL' | 'DATABASE_URL', database: string): string {
  const url = new URL(requiredVariable(base));
  url.pathname = `/${database}`;
  return url.href;
}

/** The same URL as the api uses it: through PgBouncer in `npm run prove pgbouncer`, and otherwise as it is. */
export function pooledUrlOf(url: string): string {
  const pooled = process.env['PGBOUNCER_URL'];
  if (!pooled) return url;
  const through = new URL(pooled);
  through.pathname = new URL(url).pathname;
  return through.href;
}

/** Runs one statement on the server's default database, as the owner. */
export async function onServer(statement: string): Promise<{ name: string }[]> {
  const client = new pg.Client({ connectionString: requiredVariable('DATABASE_OWNER_URL') });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(statement);
    return rows;
  } finally {
    await client.end();
  }
}

export interface TestDatabase {
  /** Connects like the api: not as the owner, and subject to row-level security. */
  db: Database;
  /** Connects like an import, for which a connection is a session. */
  directDb: Database;
  /** Connects like the migrations. Row-level security applies here too. */
  owner: Database;
  url: string;
  /** Creates another database with the same content. */
  copy(): Promise<TestDatabase>;
  drop(): Promise<void>;
}

/** Creates a separate, migrated and empty database in a tenth of a second. */
export const createTestDatabase = (): Promise<TestDatabase> => createFrom(requiredVariable('TEST_TEMPLATE'));

async function createFrom(template: string): Promise<TestDatabase> {
  const name = `${TEST_PREFIX}${process.pid}_${randomBytes(4).toString('hex')}`;
  await onServer(`create database ${name} template ${template}`);
  // Nothing here outlives the run, so a commit need not wait for the disk.
  await onServer(`alter database ${name} set synchronous_commit = off`);
  const url = urlOf('DATABASE_URL', name);
  // A hundred connections at once on a busy machine are slow but not wrong.
  const patience = { connectionTimeout: 60_000, queryTimeout: 65_000 };
  const patient = (address: string) => `${address}?statement_timeout=60000`;
  const pooledUrl = pooledUrlOf(url);
  const options = { maxConnections: 20, ...patience, ...recordingInserts() };
  const connect = () => {
    // A pooler refuses a limit that a connection brings.
    const db = openDatabase(pooledUrl === url ? patient(url) : pooledUrl, options);
    return {
      db,
      directDb: pooledUrl === url ? db : openDatabase(patient(url), { ...options, needsSession: true }),
      owner: openDatabase(patient(urlOf('DATABASE_OWNER_URL', name)), { maxConnections: 2, ...patience }),
    };
  };
  const disconnect = async (open: ReturnType<typeof connect>) => {
    await Promise.all([...new Set(Object.values(open))].map((each) => each.destroy()));
    await closePooled(name);
  };
  let connections = connect();
  return {
    get db() {
      return connections.db;
    },
    get directDb() {
      return connections.directDb;
    },
    get owner() {
      return connections.owner;
    },
    url,
    async copy() {
      // Only a database without connections can be copied.
      await disconnect(connections);
      const copy = await createFrom(name);
      connections = connect();
      return copy;
    },
    async drop() {
      await disconnect(connections);
      await dropDatabase(name);
    },
  };
}

/** PgBouncer keeps connections after its clients have left. It is told to close them, and to let in those who come later. */
async function closePooled(name: string): Promise<void> {
  const consoleUrl = process.env['PGBOUNCER_CONSOLE'];
  if (!consoleUrl) return;
  await askConsole(consoleUrl, `kill ${name}`);
  await askConsole(consoleUrl, `resume ${name}`);
}

/** For `npm run generate release-snapshot`: writes every insert that the code makes during the tests to the file named there. */
function recordingInserts(): DatabaseOptions {
  const file = process.env['RECORD_INSERTS'];
  if (!file) return {};
  const known = new Set<string>();
  return {
    onStatement(text) {
      if (known.has(text) || insertsOf(text).length === 0) return;
      known.add(text);
      appendFileSync(file, `${JSON.stringify(text)}\n`);
    },
  };
}

const NOT_ALLOWED = '42501';

/** Drops a database if there is one. Autovacuum may be working in it for a moment, and only a superuser may end that. */
export async function dropDatabase(name: string, tries = 20): Promise<void> {
  try {
    await onServer(`drop database if exists ${name} with (force)`);
  } catch (error) {
    if (tries === 0 || !(error instanceof pg.DatabaseError) || error.code !== NOT_ALLOWED) throw error;
    await setTimeout(250);
    await dropDatabase(name, tries - 1);
  }
}
