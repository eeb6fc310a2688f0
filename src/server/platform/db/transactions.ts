import { sql } from 'kysely';
import { asTransaction } from '../outside-work.ts';
import { type Database, readerOf, type Tx } from './database.ts';

/**
 * What a transaction may see. Row-level security reads these claims, so a query that forgets its own
 * scoping still finds nothing that the claims do not open.
 */
export interface Claims {
  tenantId?: string;
  userId?: bigint;
  /** The folded name typed at sign-in. */
  loginName?: string;
  /** SHA-256 of the token that was presented. */
  credential?: Buffer;
  /** What is past its time, of everybody, to be deleted. */
  isPurge?: true;
  /** Which tenants there are, and nothing of theirs: for work that is then done in each. */
  listsTenants?: true;
  /** With a tenant: the accounts of its members, to be read. */
  listsMembers?: true;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isTenantId = (text: string): boolean => UUID.test(text);

export async function claim(
  tx: Tx,
  { tenantId, userId, loginName, credential, isPurge, listsTenants, listsMembers }: Claims,
): Promise<void> {
  if (tenantId !== undefined && !isTenantId(tenantId)) throw new TypeError('A tenant id is a UUID.');
  const settings = {
    'app.tenant': tenantId,
    'app."user"': userId?.toString(),
    'app.credential': credential?.toString('hex'),
    'app.purge': isPurge && 'on',
    'app.tenant_list': listsTenants && 'on',
    'app.member_list': listsMembers && 'on',
  };
  // SET LOCAL takes no parameters, and set_config() would not reach the shards of a distributed database. What is
  // written here is a UUID, a number, hex digits or a word of ours; what a person typed goes the other way.
  const statements = Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `set local ${name} = '${value}'`);
  if (statements.length > 0) await sql.raw(statements.join('; ')).execute(tx);
  if (loginName !== undefined) await sql`select set_config('app.login', ${loginName}, true)`.execute(tx);
}

/** Back to what the user sees before a tenant is chosen. */
export async function forgetTenant(tx: Tx): Promise<void> {
  await sql.raw("set local app.tenant = ''").execute(tx);
}

/** What comes next on the transaction is nobody's: neither a person's account nor the tenant's members are to be seen. */
export async function forgetUser(tx: Tx): Promise<void> {
  await sql
    .raw(`set local app."user" = ''; set local app.login = ''; set local app.member_list = ''`)
    .execute(tx);
}

interface Options {
  readOnly?: boolean;
  /** Every statement sees the book as it was at the first one. */
  isSnapshot?: boolean;
}

/**
 * How PostgreSQL plans the statements of every transaction that only reads, whichever program it is of: a query of the book has
 * one plan, and not one on a page and another one in the nightly report. docs/decisions/connections.md says why these.
 */
const PLANNER_SETTINGS = {
  // The queries name their tables in the order in which they are to be read; trying every other order takes longer than reading.
  join_collapse_limit: '1',
  // One plan for all values: every page is read from an index of tenant and syndicate in its order.
  plan_cache_mode: 'force_generic_plan',
};

const SET_PLANNER = Object.entries(PLANNER_SETTINGS)
  .map(([name, value]) => `set local ${name} = ${value}`)
  .join('; ');

/** Without a claim nothing is to be seen: for work that makes its own. */
export async function inTransaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  options: Options = {},
): Promise<T> {
  let transaction = options.readOnly
    ? readerOf(db).transaction().setAccessMode('read only')
    : db.transaction();
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
