import { sql } from 'kysely';
import { asTransaction } from '../outside-work.ts';
import type { Database, Tx } from './database.ts';

/**
 * What a transaction may see. Row-level security reads these claims, so a query that forgets to filter by tenant still finds
 * only what the claims allow.
 */
export interface Claims {
  tenantId?: string;
  userId?: bigint;
  /** The login name typed at sign-in, case-folded. */
  loginName?: string;
  /** The SHA-256 hash of the token that was presented. */
  credential?: Buffer;
  /** Opens the expired rows of everybody, so that they can be deleted. */
  isPurge?: true;
  /** Opens the list of tenants but none of their data, for work that is then done in each tenant. */
  listsTenants?: true;
  /** Opens how each tenant's last night went, for reading; none of its other data. */
  listsNights?: true;
  /** Together with a tenant: opens the accounts of its members for reading. */
  listsMembers?: true;
}

/** In small letters alone: the id is also part of what values are encrypted for, of names of files and of limits. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isTenantId = (text: string): boolean => UUID.test(text);

export async function claim(
  tx: Tx,
  { tenantId, userId, loginName, credential, isPurge, listsTenants, listsNights, listsMembers }: Claims,
): Promise<void> {
  if (tenantId !== undefined && !isTenantId(tenantId)) throw new TypeError('A tenant id is a UUID.');
  const settings = {
    'app.tenant': tenantId,
    'app."user"': userId?.toString(),
    'app.credential': credential?.toString('hex'),
    'app.purge': isPurge && 'on',
    'app.tenant_list': listsTenants && 'on',
    'app.night_list': listsNights && 'on',
    'app.member_list': listsMembers && 'on',
  };
  // SET LOCAL takes no parameters, and several of them are one round trip. The values written here are UUIDs, numbers, hex digits
  // or fixed words. Text that a person typed is passed as a parameter instead.
  const statements = Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `set local ${name} = '${value}'`);
  if (statements.length > 0) await sql.raw(statements.join('; ')).execute(tx);
  if (loginName !== undefined) await sql`select set_config('app.login', ${loginName}, true)`.execute(tx);
}

/** Returns to what the user can see before a tenant is chosen. */
export async function forgetTenant(tx: Tx): Promise<void> {
  await sql.raw("set local app.tenant = ''").execute(tx);
}

/** Drops the user's claims, so that later statements see neither a person's account nor the tenant's members. */
export async function forgetUser(tx: Tx): Promise<void> {
  await sql
    .raw(`set local app."user" = ''; set local app.login = ''; set local app.member_list = ''`)
    .execute(tx);
}

interface Options {
  readOnly?: boolean;
  /** When true, every statement sees the data as of the first statement. */
  isSnapshot?: boolean;
}

/**
 * How PostgreSQL plans the statements of every read-only transaction, in every program. A query of the book then has the same
 * plan on a page as in the nightly report. docs/decisions/connections.md gives the reasons for these settings.
 */
const PLANNER_SETTINGS = {
  // The queries list their tables in the order in which they should be read. Trying other orders would take longer than reading.
  join_collapse_limit: '1',
  // One plan serves all values, because every page is read in order from an index on tenant and syndicate.
  plan_cache_mode: 'force_generic_plan',
};

const SET_PLANNER = Object.entries(PLANNER_SETTINGS)
  .map(([name, value]) => `set local ${name} = ${value}`)
  .join('; ');

/** Opens a transaction without claims, which sees nothing, for work that sets its own claims. */
export async function inTransaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  options: Options = {},
): Promise<T> {
  let transaction = db.transaction();
  if (options.readOnly) transaction = transaction.setAccessMode('read only');
  if (options.isSnapshot) transaction = transaction.setIsolationLevel('repeatable read');
  return transaction.execute((tx) =>
    asTransaction(async () => {
      if (options.readOnly) await sql.raw(SET_PLANNER).execute(tx);
      return work(tx);
    }),
  );
}

export async function withClaims<T>(
  db: Database,
  claims: Claims,
  work: (tx: Tx) => Promise<T>,
  options?: Options,
): Promise<T> {
  const claimed = async (tx: Tx) => {
    await claim(tx, claims);
    return work(tx);
  };
  return inTransaction(db, claimed, options);
}

export const withTenant = <T>(
  db: Database,
  tenantId: string,
  work: (tx: Tx) => Promise<T>,
  options?: Options,
) => withClaims(db, { tenantId }, work, options);
