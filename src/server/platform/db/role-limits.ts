import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import { createPool } from './pools.ts';

/**
 * What PostgreSQL ends by itself, for every connection of the server's role. Work that takes longer says so in its
 * transaction (`set local statement_timeout`). They are set on the role, because a connection pooler gives connections of its
 * own to whoever comes, and refuses limits that a client sends when connecting.
 */
const ROLE_LIMITS = { statement_timeout: '15s', idle_in_transaction_session_timeout: '30s' } as const;

type LimitName = keyof typeof ROLE_LIMITS;

const ROLE = 'portal_app';
const NOT_ALLOWED = '42501';

/** The statements with which a superuser sets them. */
export const setRoleLimits = (): string[] =>
  Object.entries(ROLE_LIMITS).map(([name, value]) => `alter role ${ROLE} set ${name} = '${value}'`);

interface Limit {
  /** In PostgreSQL's own words. */
  value: string;
  /** 0 is no limit. */
  milliseconds: number;
}

/** The limits that this connection got from PostgreSQL. */
export async function readRoleLimits(db: Database): Promise<Record<LimitName, Limit>> {
  const { rows } = await sql<Limit & { name: LimitName }>`
    select name, current_setting(name) as value, setting::float8 as milliseconds
    from pg_settings where name = any (${Object.keys(ROLE_LIMITS)})`.execute(db);
  return Object.fromEntries(rows.map(({ name, ...limit }) => [name, limit])) as Record<LimitName, Limit>;
}

/** Sets the limits of a role that has none, if the owner may. Returns false when a superuser has to. */
export async function limitRole(ownerUrl: string): Promise<boolean> {
  const pool = createPool(ownerUrl, { maxConnections: 1, queryTimeout: null });
  try {
    const { rows } = await pool.query<{ set: string[] }>(
      `select coalesce(rolconfig, '{}') as set from pg_roles where rolname = $1`,
      [ROLE],
    );
    const known = rows[0]?.set ?? [];
    if (Object.keys(ROLE_LIMITS).every((name) => known.some((entry) => entry.startsWith(`${name}=`))))
      return true;
    for (const statement of setRoleLimits()) await pool.query(statement);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === NOT_ALLOWED) return false;
    throw error;
  } finally {
    await pool.end();
  }
}
