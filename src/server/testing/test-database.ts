import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { type Database, type DatabaseOptions, openDatabase } from '../platform/db/database.ts';
import { insertsOf } from './previous-release/recorded-statements.ts';
import { requiredVariable } from './required-variable.ts';

/** Followed by the process that made the database. */
export const TEST_PREFIX = 'portal_test_';

export function urlOf(base: 'DATABASE_OWNER_URL' | 'DATABASE_URL', database: string): string {
  const url = new URL(requiredVariable(base));
  url.pathname = `/${database}`;
  return url.href;
}

/** One statement on the server's own database, as the owner. */
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
  /** As the api connects: neither owner nor free of row-level security. */
  db: Database;
  /** As migrations connect. Row-level security holds for it too. */
  owner: Database;
  url: string;
  /** Another one with the same content. */
  copy(): Promise<TestDatabase>;
  drop(): Promise<void>;
}

/** A database of its own, migrated and empty, in a tenth of a second. */
export const createTestDatabase = (): Promise<TestDatabase> => createFrom(requiredVariable('TEST_TEMPLATE'));

async function createFrom(template: string): Promise<TestDatabase> {
  const name = `${TEST_PREFIX}${process.pid}_${randomBytes(4).toString('hex')}`;
  await onServer(`create database ${name} template ${template}`);
  // Nothing here outlives the run: a commit need not wait for the disk.
  await onServer(`alter database ${name} set synchronous_commit = off`);
  const url = urlOf('DATABASE_URL', name);
  // A hundred at once on a busy machine are late, and not wrong.
  const patience = { connectionTimeout: 60_000, statementTimeout: 60_000 };
  const connect = () => ({
    db: openDatabase(url, { maxConnections: 20, pipelinesReading: true, ...patience, ...recordingInserts() }),
    owner: openDatabase(urlOf('DATABASE_OWNER_URL', name), { maxConnections: 2, ...patience }),
  });
  const disconnect = ({ db, owner }: ReturnType<typeof connect>) =>
    Promise.all([db.destroy(), owner.destroy()]);
  let connections = connect();
  return {
    get db() {
      return connections.db;
    },
    get owner() {
      return connections.owner;
    },
    url,
    async copy() {
      // Only a database that nobody uses can be copied.
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

/** For `npm run release:snapshot`: every insert that the tests see the code make, into the file that it names. */
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

/** The server's own clean-up may be at work in the database for a moment, and nobody but a superuser may end that. */
async function dropDatabase(name: string, tries = 20): Promise<void> {
  try {
    await onServer(`drop database ${name} with (force)`);
  } catch (error) {
    if (tries === 0 || !(error instanceof pg.DatabaseError) || error.code !== NOT_ALLOWED) throw error;
    await setTimeout(250);
    await dropDatabase(name, tries - 1);
  }
}
