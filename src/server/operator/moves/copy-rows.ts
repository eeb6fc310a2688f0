import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { streamRows } from '../../platform/db/stream-rows.ts';
import { type MovedTable, ofTenant } from './tenant-tables.ts';

/** Some hundred kilobytes at a time. */
const BATCH = 2_000;

/**
 * Copies a table's rows of the tenant from one database to the other, with their ids. They travel as text that PostgreSQL writes
 * and reads itself: COPY is refused on a table with row-level security, and no value passes through JavaScript's types.
 */
export async function copyRows(
  from: Tx,
  to: Tx,
  table: MovedTable,
  tenantId: string,
  condition = sql<boolean>`true`,
): Promise<void> {
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  const rows = sql<{ row: string }>`
    select to_json(moved)::text as row from (
      select ${columns} from ${sql.table(table.name)} where ${ofTenant(table, tenantId)} and ${condition}
    ) moved`;
  for await (const batch of streamRows(from, rows, BATCH))
    await insertRows(
      to,
      table,
      batch.map(({ row }) => row),
    );
}

export async function insertRows(to: Tx, table: MovedTable, rows: readonly string[]): Promise<void> {
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  const into = sql.table(table.name);
  await sql`
    insert into ${into} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${into}, ${`[${rows.join(',')}]`}::json)`.execute(
    to,
  );
}
