import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';

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

/**
 * Migrates the database to the newest version and returns the names of the migrations that ran. There is no way back. Only
 * tests pass a list to run fewer.
 */
export async function migrate(ownerUrl: string, names?: readonly string[]): Promise<string[]> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: ownerUrl, max: 1 }) }),
  });
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => readMigrations(names ?? (await migrationNames())) },
      migrationTableSchema: 'migrations',
    });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error) throw error;
    return results.map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
}
