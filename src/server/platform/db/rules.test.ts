import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';

/** These tables are read before a tenant is chosen, and other claims open them. All others belong to a tenant. */
const GLOBAL_TABLES = [
  'answered_challenges',
  'known_devices',
  'passkey_enrolments',
  'password_resets',
  'recovery_codes',
  'remembered_browsers',
  'session_tokens',
  'sessions',
  'sign_in_challenges',
  'tenants',
  'throttles',
  'totp_enrolments',
  'user_passkeys',
  'user_totp',
  'users',
];

/** The host name by which a tenant is found, before it is known which one it is. */
const LEADS_TO_A_TENANT = 'tenant_hosts_by_host';

/** Counters under hashed keys. No row belongs to anybody, so there is nothing to protect. */
const OPEN_TO_ALL = ['throttles'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function rows<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
  return (await query.execute(database.owner)).rows;
}

interface Key {
  table: string;
  name: string;
  columns: string[];
  target: string | null;
  targetColumns: string[] | null;
}

/** The primary keys, unique constraints, indexes and foreign keys of every table, with their columns in order. */
const keys = () =>
  rows(sql<Key>`
    select rel.relname as "table", con.conname as name, target.relname as target,
      (select array_agg(att.attname::text order by n) from unnest(con.conkey) with ordinality k (num, n)
        join pg_attribute att on att.attrelid = con.conrelid and att.attnum = num) as columns,
      (select array_agg(att.attname::text order by n) from unnest(con.confkey) with ordinality k (num, n)
        join pg_attribute att on att.attrelid = con.confrelid and att.attnum = num) as target_columns
    from pg_constraint con
    join pg_class rel on rel.oid = con.conrelid and rel.relnamespace = 'public'::regnamespace
    left join pg_class target on target.oid = con.confrelid
    where con.contype in ('p', 'u', 'f')
    union all
    select rel.relname, idx.relname, null,
      (select array_agg(att.attname::text order by n) from unnest(index.indkey) with ordinality k (num, n)
        join pg_attribute att on att.attrelid = rel.oid and att.attnum = num), null
    from pg_index index
    join pg_class idx on idx.oid = index.indexrelid
    join pg_class rel on rel.oid = index.indrelid and rel.relnamespace = 'public'::regnamespace
    where index.indisunique and not exists (select from pg_constraint con where con.conindid = index.indexrelid)`);

describe('security rule: tenants are kept apart by the database itself', () => {
  test('every table has row-level security enabled and forced, and a policy', async () => {
    const tables = await rows(sql<{ name: string; enabled: boolean; forced: boolean; policies: bigint }>`
      select relname as name, relrowsecurity as enabled, relforcerowsecurity as forced,
        (select count(*) from pg_policy where polrelid = rel.oid) as policies
      from pg_class rel where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`);
    expect(tables.length).toBeGreaterThan(30);
    expect(tables.filter((table) => !table.enabled || !table.forced || table.policies === 0n)).toEqual([]);
  });

  test('every policy guards what is written as well as what is read', async () => {
    const policies = await rows(sql<{ name: string; check: string | null }>`
      select polrelid::regclass::text as name, pg_get_expr(polwithcheck, polrelid) as check
      from pg_policy join pg_class rel on rel.oid = polrelid
      where relnamespace = 'public'::regnamespace and polcmd not in ('d', 'r')`);
    const guarded = /app_(tenant|user|credential)\(\)|^false$/;
    const unguarded = policies.filter((policy) => !guarded.test(policy.check ?? ''));
    expect(unguarded.map((policy) => policy.name)).toEqual(OPEN_TO_ALL);
  });

  test('every table but the global ones has a tenant that cannot be null', async () => {
    const without = await rows(sql<{ name: string }>`
      select relname as name from pg_class rel
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
        and not exists (select from pg_attribute where attrelid = rel.oid and attname = 'tenant_id' and attnotnull)
      order by relname`);
    expect(without.map((table) => table.name)).toEqual(GLOBAL_TABLES);
  });

  test('tenant_id leads every primary key, unique index and foreign key between tenant tables', async () => {
    const ofTenants = (await keys()).filter((key) => !GLOBAL_TABLES.includes(key.table));
    const toGlobal = ofTenants.filter((key) => key.target && GLOBAL_TABLES.includes(key.target));
    const rest = ofTenants.filter((key) => !toGlobal.includes(key) && key.name !== LEADS_TO_A_TENANT);
    expect(rest.length).toBeGreaterThan(60);
    const misled = rest.filter(
      (key) => key.columns[0] !== 'tenant_id' || (key.targetColumns && key.targetColumns[0] !== 'tenant_id'),
    );
    expect(misled).toEqual([]);
  });

  test("the server's role owns nothing, is no superuser and cannot pass by row-level security", async () => {
    const [role] = await rows(sql<Record<string, boolean>>`
      select rolsuper as superuser, rolbypassrls as bypass, rolcreaterole as creates_roles, rolcreatedb as creates_databases,
        exists (select from pg_class where relowner = pg_roles.oid) as owns
      from pg_roles where rolname = 'portal_app'`);
    expect(role).toEqual({
      superuser: false,
      bypass: false,
      createsRoles: false,
      createsDatabases: false,
      owns: false,
    });
  });

  test('every view asks with the rights of whoever asks it', async () => {
    const views = await rows(sql<{ name: string }>`
      select relname as name from pg_class rel where relkind in ('v', 'm') and relnamespace = 'public'::regnamespace
        and not coalesce('security_invoker=true' = any (reloptions), false)
        and not exists (select from pg_depend where objid = rel.oid and deptype = 'e')`);
    expect(views).toEqual([]);
  });

  test('IMPORT-19 what an import writes is noted for every table but those that are worked out or tell what happened', async () => {
    const tables = await rows(sql<{ name: string }>`
      select relname as name from pg_attribute join pg_class table_of on table_of.oid = attrelid
      where attname = 'tenant_id' and relkind = 'r' and relnamespace = 'public'::regnamespace
        and not exists (select from pg_trigger where tgrelid = table_of.oid and tgname = 'journal_delete')
      order by 1`);
    const happened = ['audit_events', 'audit_heads', 'former_addresses', 'former_names', 'idempotency_keys'];
    const ofImports = [
      'import_book_changes',
      'import_files',
      'import_journal',
      'import_run_rows',
      'import_runs',
    ];
    const workedOut = [
      ...['book_changes', 'deal_checks', 'deal_standings', 'deal_totals', 'export_checks', 'last_visits'],
      ...[
        'lenders',
        'listed_participations',
        'listed_words',
        'participation_pay_dates',
        'participation_totals',
      ],
      ...['reconciliations', 'syndicate_analyses', 'syndicate_forecasts', 'syndicate_pay_dates'],
      ...['syndicate_returns', 'syndicate_returns_parts', 'syndicate_totals', 'watched_deal_changes'],
      'watched_participations',
    ];
    expect(tables.map(({ name }) => name)).toEqual([...happened, ...ofImports, ...workedOut].sort());
  });

  test('no function but those that append to the audit trail, note imports and undo them runs with rights other than those of its caller', async () => {
    const functions = await rows(sql<Record<string, unknown>>`
      select proname as name, proconfig as settings, pg_get_userbyid(proowner) = 'portal_app' as is_servers,
        has_function_privilege('portal_app', oid, 'execute') as is_for_server,
        exists (select from aclexplode(proacl) where grantee = 0) as is_for_everybody
      from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by proname`);
    const named = (name: string) => ({
      name,
      settings: ['search_path=pg_catalog, public, pg_temp'],
      isServers: false,
      isForServer: true,
      isForEverybody: false,
    });
    const ofTriggers = (name: string) => ({ ...named(name), isForServer: false });
    expect(functions).toEqual([
      named('append_to_trail'),
      ofTriggers('journal_book_changes'),
      ofTriggers('journal_import'),
      named('undo_import'),
    ]);
  });

  test('the server writes nothing into what undoing an import trusts', async () => {
    for (const table of ['import_journal', 'import_book_changes'])
      for (const right of ['insert', 'update', 'delete'])
        expect(
          await rows(sql`select has_table_privilege('portal_app', ${table}, ${right}) as is_allowed`),
        ).toEqual([{ isAllowed: false }]);
  });
});
