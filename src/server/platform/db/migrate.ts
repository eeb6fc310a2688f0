import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type DatabaseIntrospector, Kysely, PostgresDialect, sql, type TableMetadata } from 'kysely';
import { Migrator } from 'kysely/migration';
import { givingWay, LOCK_MS } from './give-way.ts';
import { createPool } from './pools.ts';

const folder = path.resolve(import.meta.dirname, '../../../../migrations');

/** The names of the migrations that come with this program, in order. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();

export const readMigration = (name: string): Promise<string> => readFile(path.join(folder, name), 'utf8');

async function readMigrations(names: readonly string[]) {
  const entries = names.map(async (name) => {
    const text = await readMigration(name);
    return [name, { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const SCHEMA = 'migrations';

/**
 * Before each migration the migrator asks whether its own tables exist. Kysely would read every column of every table for that, which
 * took longer than the migrations themselves.
 */
class MigrationDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    const introspector = super.createIntrospector(db);
    return {
      getSchemas: () => introspector.getSchemas(),
      getTables: async () => {
        const { rows } = await sql<{ name: string }>`
          select tablename as name from pg_tables where schemaname = ${SCHEMA}`.execute(db);
        return rows.map(
          ({ name }): TableMetadata => ({
            name,
            schema: SCHEMA,
            isView: false,
            isForeign: false,
            columns: [],
          }),
        );
      },
    };
  }
}

const TRIES = 300;

/**
 * PostgreSQL ends its own vacuum of a table only for who has waited until it looks for deadlocks, and that of a large table can take longer
 * than all tries. So every tenth one waits for so long.
 */
const PATIENT_EVERY = 10;
const PATIENT_MS = 1_500;

/** Runs the next migration in a transaction of its own, so that none holds its locks while others run. Undefined at the end. */
const migrateUp = (db: Kysely<unknown>, migrator: Migrator): Promise<string | undefined> =>
  givingWay(TRIES, async (attempt) => {
    // The pool has one connection, which the migrator uses too.
    await sql.raw(`set lock_timeout = ${attempt % PATIENT_EVERY === 0 ? PATIENT_MS : LOCK_MS}`).execute(db);
    const { error, results = [] } = await migrator.migrateUp();
    if (error) throw error;
    return results[0]?.migrationName;
  });

/**
 * Migrates the database to the newest version and returns the names of the migrations that ran. There is no way back. Only
 * tests pass a list to run fewer.
 */
export async function migrate(ownerUrl: string, names?: readonly string[]): Promise<string[]> {
  const db = new Kysely<unknown>({
    dialect: new MigrationDialect({ pool: createPool(ownerUrl, { maxConnections: 1, queryTimeout: null }) }),
  });
  try {
    const migrations = await readMigrations(names ?? (await migrationNames()));
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
      migrationTableSchema: SCHEMA,
    });
    const done: string[] = [];
    for (;;) {
      const name = await migrateUp(db, migrator);
      if (name === undefined) return done;
      done.push(name);
    }
  } finally {
    await db.destroy();
  }
}
