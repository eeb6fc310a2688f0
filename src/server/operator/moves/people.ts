import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { claim } from '../../platform/db/transactions.ts';
import { insertRows } from './copy-rows.ts';
import { FACTORS, takeNewer, WITH_PASSWORD } from './newer-credentials.ts';
import type { MovedTable } from './tenant-tables.ts';

/**
 * What becomes of the tables that belong to no tenant. A session is valid at one host name only, so those at the tenant's own names
 * go with it. What takes a few minutes at most (a sign-in half done, an enrolment) is begun again.
 */
export const GLOBAL_TABLES: Readonly<Record<string, 'with the person' | 'at the host names' | 'stays'>> = {
  answered_challenges: 'stays',
  known_devices: 'with the person',
  passkey_enrolments: 'stays',
  password_resets: 'with the person',
  recovery_codes: 'with the person',
  remembered_browsers: 'at the host names',
  session_tokens: 'at the host names',
  sessions: 'at the host names',
  sign_in_challenges: 'stays',
  tenants: 'stays',
  throttles: 'stays',
  totp_enrolments: 'stays',
  user_passkeys: 'with the person',
  user_totp: 'with the person',
  users: 'with the person',
};

/** In the order in which they are inserted. */
const OF_PERSON = [...FACTORS, ...WITH_PASSWORD] as const;
const OF_HOSTS = ['sessions', 'session_tokens', 'remembered_browsers'] as const;

type Rows = Readonly<Record<string, object[] | null>>;

export interface Person {
  id: bigint;
  email: string;
  loginName: string;
  /** The rows of each table, as PostgreSQL wrote them. */
  rows: Record<string, string[]>;
}

/** Everybody whom a row of the tenant names: its members, and who did something in it. */
export async function readPeople(tx: Tx, tenantId: string): Promise<bigint[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select rel.relname as "table", att.attname as "column" from pg_constraint con
    join pg_class rel on rel.oid = con.conrelid
    join pg_attribute att on att.attrelid = rel.oid and att.attnum = con.conkey[1]
    where con.contype = 'f' and con.confrelid = 'users'::regclass
      and exists (select from pg_attribute where attrelid = rel.oid and attname = 'tenant_id')`.execute(tx);
  const ids = new Set<bigint>();
  for (const { table, column } of columns) {
    const { rows } = await sql<{ id: bigint }>`
      select distinct ${sql.ref(column)} as id from ${sql.table(table)}
      where tenant_id = ${tenantId}::uuid and ${sql.ref(column)} is not null`.execute(tx);
    for (const { id } of rows) ids.add(id);
  }
  return [...ids].sort((a, b) => (a < b ? -1 : 1));
}

/** The person's claim opens their own rows, one person at a time. */
export async function readPerson(
  tx: Tx,
  id: bigint,
  { tenantId, hosts }: { tenantId: string; hosts: readonly string[] },
): Promise<Person> {
  await claim(tx, { userId: id });
  const here = sql`(select s.id from sessions s where s.user_id = ${id}::bigint and s.host = any (${[...hosts]}::text[])
    and coalesce(s.only_tenant_id = ${tenantId}::uuid, true))`;
  const conditions: Record<string, ReturnType<typeof sql>> = {
    password_resets: sql`coalesce(invited_to = ${tenantId}::uuid, true)`,
    sessions: sql`id in ${here}`,
    session_tokens: sql`session_id in ${here}`,
    remembered_browsers: sql`session_id in ${here}`,
  };
  const parts = [...OF_PERSON, ...OF_HOSTS].map(
    (table) => sql`${sql.lit(table)}, array(
      select to_json(own)::text from ${sql.table(table)} own
      where own.user_id = ${id}::bigint and ${conditions[table] ?? sql`true`})`,
  );
  const { rows } = await sql<{ email: string; loginName: string; own: string; others: Rows }>`
    select email, login_name, to_json(u)::text as own, json_build_object(${sql.join(parts)}) as others
    from users u where id = ${id}::bigint`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`There is no account ${id}.`);
  const { email, loginName, own, others } = row;
  return { id, email, loginName, rows: { ...(others as unknown as Record<string, string[]>), users: [own] } };
}

export type Arrival =
  /** A new account here, which is removed again with the copy. */
  | 'added'
  /** The account is here already, because the person came with another tenant: of the credentials, the newer count. */
  | 'known'
  /** Another account here has the person's mail address: they are invited to the tenant with that one. */
  | 'other account';

interface Place {
  columns: ReadonlyMap<string, string[]>;
  hosts: readonly string[];
  /** Whether this move has added the account before, so that it is brought up to date. */
  wasAdded: boolean;
}

/** Stores a person's account. Expects that no tenant is claimed, so that the person's memberships here can be seen. */
export async function storePerson(
  to: Tx,
  person: Person,
  { columns, hosts, wasAdded }: Place,
): Promise<Arrival> {
  const { id } = person;
  await claim(to, { userId: id });
  await removeSessions(to, id, hosts);
  const insert = async (tables: readonly string[]) => {
    for (const name of tables) {
      const rows = person.rows[name] ?? [];
      if (rows.length > 0) await insertRows(to, { name, columns: columns.get(name) ?? [] }, rows);
    }
  };
  const { rows: known } = await sql<{ isUsed: boolean; isNameless: boolean }>`
    select exists (select from memberships m where m.user_id = u.id) as is_used, disposed_at is not null as is_nameless
    from users u where id = ${id}::bigint`.execute(to);
  const [here] = known;
  if (here && wasAdded && here.isNameless) return 'other account';
  if (here) {
    const credentials = await takeNewer(to, person, { isUsed: here.isUsed && !wasAdded, insert });
    if (credentials === 'as new') await insert(OF_HOSTS);
    return wasAdded ? 'added' : 'known';
  }
  const taken = await namesTaken(to, person);
  await insertRows(to, { name: 'users', columns: columns.get('users') ?? [] }, [accountOf(person, taken)]);
  if (taken.email) return 'other account';
  await insert([...OF_PERSON, ...OF_HOSTS]);
  return 'added';
}

/** Of an account that this move has added nothing stays. */
export async function removePerson(to: Tx, id: bigint, hosts: readonly string[]): Promise<void> {
  await claim(to, { userId: id });
  await removeSessions(to, id, hosts);
  for (const table of [...OF_HOSTS].reverse())
    await sql`delete from ${sql.table(table)} where user_id = ${id}::bigint`.execute(to);
  for (const table of OF_PERSON)
    await sql`delete from ${sql.table(table)} where user_id = ${id}::bigint`.execute(to);
  await sql`delete from users where id = ${id}::bigint`.execute(to);
}

async function removeSessions(to: Tx, id: bigint, hosts: readonly string[]): Promise<void> {
  const these = sql`(select s.id from sessions s where s.user_id = ${id}::bigint and s.host = any (${[...hosts]}::text[]))`;
  await sql`delete from remembered_browsers where session_id in ${these}`.execute(to);
  await sql`delete from session_tokens where session_id in ${these}`.execute(to);
  await sql`delete from sessions where id in ${these}`.execute(to);
}

async function namesTaken(to: Tx, { email, loginName }: Person) {
  const isTaken = async (name: string) => {
    await claim(to, { loginName: name });
    const { rows } = await sql`select from users where email = ${name} or login_name = ${name}`.execute(to);
    return rows.length > 0;
  };
  return { email: await isTaken(email), loginName: await isTaken(loginName) };
}

/**
 * Somebody else may have the login name here, which then gets the id behind it. Of a person who has another account here, only the id
 * comes, without names and password: rows of the tenant and its audit trail point to it.
 */
function accountOf({ id, rows }: Person, taken: { email: boolean; loginName: boolean }): string {
  const row = JSON.parse(rows['users']?.[0] ?? '{}') as Record<string, unknown>;
  if (taken.email)
    return JSON.stringify({
      ...row,
      name: 'Moved to another account',
      login_name: `moved-${id}`,
      email: `moved-${id}@removed.invalid`,
      password_hash: null,
      disposed_at: new Date().toISOString(),
    });
  return taken.loginName
    ? JSON.stringify({ ...row, login_name: `${String(row['login_name'])}.${id}` })
    : (rows['users']?.[0] ?? '{}');
}

/** The stored columns of the tables that go with a person. */
export async function readPeopleColumns(tx: Tx): Promise<Map<string, string[]>> {
  const tables = ['users', ...OF_PERSON, ...OF_HOSTS];
  const { rows } = await sql<MovedTable>`
    select rel.relname as name, array_agg(att.attname::text order by attname) as columns
    from pg_class rel join pg_attribute att on att.attrelid = rel.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relnamespace = 'public'::regnamespace and relname = any (${tables}) group by relname`.execute(tx);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}
