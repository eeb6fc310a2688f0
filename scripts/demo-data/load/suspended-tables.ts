import type pg from 'pg';

interface Suspension {
  suspend: string;
  restore: string;
}

// These are read from the catalog, so that everything the migrations define is restored unchanged.
const FORCED_ROW_SECURITY = `
  select format('alter table %s no force row level security', oid::regclass) as suspend,
    format('alter table %s force row level security', oid::regclass) as restore
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relforcerowsecurity
  order by relname`;

const constraints = (types: string) => `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as suspend,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
  from pg_constraint
  where connamespace = 'public'::regnamespace and contype in (${types})
  order by conrelid::regclass::text, conname`;

const OTHER_INDEXES = `
  select format('drop index %s', indexrelid::regclass) as suspend, pg_get_indexdef(indexrelid) as restore
  from pg_index
  join pg_class on pg_class.oid = indexrelid
  where relnamespace = 'public'::regnamespace
    and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
  order by relname`;

/**
 * What these write beside each row is worked out at once, after the load: what changed with the days on which it was recorded, and the terms
 * with which a deal begins, which are looked up by keys that the tables do not have meanwhile.
 */
const RECORDING_TRIGGERS = `
  select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as suspend,
    format('alter table %s enable trigger %I', tgrelid::regclass, tgname) as restore
  from pg_trigger
  where tgname in ('record_lines', 'record_shares', 'record_share_changes', 'open_terms')
  order by tgname`;

/** Lifts forced row-level security, so that the owner of the tables can load rows of every tenant. */
export async function suspendRowSecurity(client: pg.Client): Promise<() => Promise<void>> {
  return suspend(client, [FORCED_ROW_SECURITY]);
}

/** Removes indexes, constraints and triggers that would slow down every row, and returns how to build them again at once. */
export async function suspendConstraints(client: pg.Client): Promise<() => Promise<void>> {
  return suspend(client, [RECORDING_TRIGGERS, constraints("'f'"), constraints("'p', 'u'"), OTHER_INDEXES]);
}

async function suspend(client: pg.Client, queries: readonly string[]): Promise<() => Promise<void>> {
  const found: Suspension[] = [];
  for (const query of queries) found.push(...(await client.query<Suspension>(query)).rows);
  for (const { suspend } of found) await client.query(suspend);
  return async () => {
    // The order is reversed, so that keys exist before anything refers to them.
    for (const { restore } of found.toReversed()) await client.query(restore);
  };
}
