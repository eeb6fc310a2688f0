import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** A link to a statement is valid for a minute, in one session: whoever needs it looks at the statement again. */
const NOT_COPIED = ['statement_file_links'];

export interface MovedTable {
  name: string;
  /** The columns that are stored, not those that are computed from others. */
  columns: string[];
}

/** Every table with rows of a tenant, each after those that its rows point to. Read from the catalog, so a new table is among them. */
export async function readTenantTables(tx: Tx): Promise<MovedTable[]> {
  const { rows } = await sql<MovedTable & { pointsTo: string[] }>`
    select rel.relname as name,
      (select array_agg(att.attname::text order by attname) from pg_attribute att
        where att.attrelid = rel.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      array(select distinct target.relname::text from pg_constraint con join pg_class target on target.oid = con.confrelid
        where con.contype = 'f' and con.conrelid = rel.oid and target.oid <> rel.oid) as points_to
    from pg_class rel
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all (${NOT_COPIED})
      and exists (select from pg_attribute where attrelid = rel.oid and attname = 'tenant_id')
    order by relname`.execute(tx);
  const waiting = new Map(rows.map((table) => [table.name, table]));
  const sorted: MovedTable[] = [];
  while (waiting.size > 0) {
    const next = [...waiting.values()].find((table) => !table.pointsTo.some((name) => waiting.has(name)));
    if (!next) throw new Error(`These tables point to each other: ${[...waiting.keys()].join(', ')}`);
    waiting.delete(next.name);
    sorted.push({ name: next.name, columns: next.columns });
  }
  return sorted;
}

/** The tenant's own row, without the state of its move. */
export async function readTenantsTable(tx: Tx): Promise<MovedTable> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'tenants'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname <> 'move_state'
    order by attname`.execute(tx);
  return { name: 'tenants', columns: rows.map(({ name }) => name) };
}

export interface Fingerprint {
  count: number;
  /** Of all rows together, whatever their order. */
  sum: string;
}

const tenantColumn = ({ name }: MovedTable) => (name === 'tenants' ? 'id' : 'tenant_id');

/** The tenant that is claimed is the only one whose rows can be seen; the condition lets an index be used. */
export const ofTenant = (table: MovedTable, tenantId: string) =>
  sql`${sql.ref(tenantColumn(table))} = ${tenantId}::uuid`;

export async function fingerprintOf(tx: Tx, table: MovedTable, tenantId: string): Promise<Fingerprint> {
  const columns = sql.join(table.columns.map((column) => sql.ref(column)));
  const { rows } = await sql<Fingerprint>`
    select count(*)::integer as count,
      coalesce(sum(('x' || left(encode(sha256(convert_to(row(${columns})::text, 'UTF8')), 'hex'), 15))::bit(60)::bigint), 0)::text as sum
    from ${sql.table(table.name)} where ${ofTenant(table, tenantId)}`.execute(tx);
  const [fingerprint] = rows;
  if (!fingerprint) throw new Error('An aggregate always has a row.');
  return fingerprint;
}
