import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { installJobs } from '../../platform/jobs/install.ts';
import { databaseAt } from '../database-at.ts';
import { releasedMigrations } from './release.ts';

export type Rows = readonly Readonly<Record<string, unknown>>[];

export interface DatabaseAtRelease {
  owner: Database;
  ownerUrl: string;
  /** Reads all rows of all tables, whatever tenant they belong to. */
  readEverything(): Promise<Map<string, Rows>>;
  tenantIds(everything: ReadonlyMap<string, Rows>): string[];
  drop(): Promise<void>;
}

/** Creates an empty database that has run only the migrations of the release. */
export async function databaseAtRelease(): Promise<DatabaseAtRelease> {
  const { owner, ownerUrl, drop } = await databaseAt(releasedMigrations().map(({ name }) => name));
  await installJobs(ownerUrl);
  return {
    owner,
    ownerUrl,
    readEverything: () => readEverything(owner),
    tenantIds: (everything) => (everything.get('tenants') ?? []).map(({ id }) => String(id)),
    drop,
  };
}

/** Row-level security hides rows even from the tables' owner, so it is lifted for the query and then restored. */
async function readEverything(owner: Database): Promise<Map<string, Rows>> {
  const everything = new Map<string, Rows>();
  const looked = new Error('looked');
  const look = owner.transaction().execute(async (tx) => {
    const tables = await sql<{ name: string }>`
      select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      order by relname`.execute(tx);
    for (const { name } of tables.rows) {
      await sql`alter table ${sql.table(name)} no force row level security`.execute(tx);
      const { rows } = await sql<{ row: Record<string, unknown> }>`
        select to_jsonb(entry) as row from ${sql.table(name)} entry`.execute(tx);
      everything.set(
        name,
        rows.map(({ row }) => row),
      );
    }
    throw looked;
  });
  await look.catch((error: unknown) => {
    if (error !== looked) throw error;
  });
  return everything;
}
