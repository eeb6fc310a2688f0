import { sql } from 'kysely';
import type { Database, Tx } from './database.ts';

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
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export async function claim(tx: Tx, claims: Claims): Promise<void> {
  if (claims.tenantId !== undefined) {
    if (!UUID.test(claims.tenantId)) throw new TypeError('A tenant id is a UUID.');
    // SET LOCAL takes no parameters; set_config() would not reach the shards of a distributed database.
    await sql.raw(`set local app.tenant = '${claims.tenantId}'`).execute(tx);
  }
  const settings = {
    'app.user': claims.userId?.toString(),
    'app.login': claims.loginName,
    'app.credential': claims.credential?.toString('hex'),
  };
  const given = Object.entries(settings).filter((entry): entry is [string, string] => entry[1] !== undefined);
  if (given.length === 0) return;
  const calls = given.map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
  await sql`select ${sql.join(calls)}`.execute(tx);
}

/** Back to what the user sees before a tenant is chosen. */
export async function forgetTenant(tx: Tx): Promise<void> {
  await sql.raw("set local app.tenant = ''").execute(tx);
}

interface Options {
  readOnly?: boolean;
}

export async function withClaims<T>(
  db: Database,
  claims: Claims,
  work: (tx: Tx) => Promise<T>,
  options: Options = {},
): Promise<T> {
  const transaction = options.readOnly ? db.transaction().setAccessMode('read only') : db.transaction();
  return transaction.execute(async (tx) => {
    await claim(tx, claims);
    return work(tx);
  });
}

export const withTenant = <T>(
  db: Database,
  tenantId: string,
  work: (tx: Tx) => Promise<T>,
  options?: Options,
) => withClaims(db, { tenantId }, work, options);
