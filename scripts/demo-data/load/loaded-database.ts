import { sql } from 'kysely';
import pg from 'pg';
import { withTenant } from '../../../src/server/platform/db/transactions.ts';
import { createTestDatabase, type TestDatabase, urlOf } from '../../../src/server/testing/test-database.ts';
import type { CalendarDate } from '../../../src/shared/domain/calendar-date.ts';
import { createDataSet, type DataSet } from '../data-set.ts';
import { NOT_SEALED } from '../funders/seals.ts';
import { type LoadReport, loadBooks } from './load.ts';

export interface LoadedDatabase {
  readonly database: TestDatabase;
  readonly ownerUrl: string;
  readonly tenantIds: readonly string[];
  readonly report: LoadReport;
  /** The rows that a query returns, for all tenants. */
  ask<T>(query: string): Promise<T[]>;
}

export async function emptyDatabase(): Promise<{ database: TestDatabase; ownerUrl: string }> {
  const database = await createTestDatabase();
  return { database, ownerUrl: urlOf('DATABASE_OWNER_URL', new URL(database.url).pathname.slice(1)) };
}

/** Skips hashes and statements, which are slow, and encryption unless it is given: these tests do not look at them. */
export function quickDataSet(asOf: CalendarDate, largeFunderDeals = 0, seals = NOT_SEALED): Promise<DataSet> {
  return createDataSet({
    asOf,
    largeFunderDeals,
    hashPassword: async () => 'not a hash',
    ...seals,
    writeStatement: () => Buffer.from('not a statement'),
  });
}

export async function loadedDatabase(asOf: CalendarDate, largeFunderDeals = 0): Promise<LoadedDatabase> {
  const { database, ownerUrl } = await emptyDatabase();
  const { books, tenantIds } = await quickDataSet(asOf, largeFunderDeals);
  const report = await loadBooks(ownerUrl, books, tenantIds);
  const ask = async <T>(query: string): Promise<T[]> => {
    const found: T[] = [];
    for (const tenantId of tenantIds) {
      const { rows } = await withTenant(database.owner, tenantId, (tx) => sql.raw<T>(query).execute(tx));
      found.push(...rows);
    }
    return found;
  };
  return { database, ownerUrl, tenantIds, report, ask };
}

const CATALOG_QUERIES = [
  `select conrelid::regclass::text, conname, contype, convalidated, pg_get_constraintdef(oid) as definition
   from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
  `select indexname, indexdef from pg_indexes where schemaname = 'public' order by 1`,
  `select relname, relrowsecurity, relforcerowsecurity, relacl::text from pg_class
   where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') order by 1`,
  `select tablename, policyname, qual, with_check from pg_policies where schemaname = 'public' order by 1, 2`,
  `select tgrelid::regclass::text, tgname, tgenabled, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1, 2`,
];

/** Everything in the schema that a load removes temporarily. */
export async function readCatalog(ownerUrl: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const parts: unknown[] = [];
    for (const query of CATALOG_QUERIES) parts.push((await client.query(query)).rows);
    return parts;
  } finally {
    await client.end();
  }
}
