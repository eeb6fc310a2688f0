import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.ts';
import { listTenants, type Tenant } from '../../platform/db/tenants.ts';
import { withClaims, withTenant } from '../../platform/db/transactions.ts';

type SealedTable = { [T in keyof DB]: 'keyId' extends keyof DB[T] ? T : never }[keyof DB];

/** Whose rows hold encrypted values. A new table with a key does not compile without its line. */
const HELD_BY = {
  bankAccountChanges: 'tenant',
  bankConnections: 'tenant',
  changeNotices: 'tenant',
  linkMails: 'tenant',
  payoutOriginators: 'tenant',
  payoutRunFiles: 'tenant',
  returnFileEntries: 'tenant',
  singleSignOn: 'tenant',
  syndicateBankAccounts: 'tenant',
  totpEnrolments: 'user',
  userTotp: 'user',
} as const satisfies Record<SealedTable, 'tenant' | 'user'>;

const tablesOf = (holder: 'tenant' | 'user') =>
  (Object.keys(HELD_BY) as SealedTable[]).filter((table) => HELD_BY[table] === holder);

/** The keys that encrypted some value which may still have to be read. */
export async function readKeysInUse(db: Database): Promise<Set<string>> {
  const inUse = new Set<string>();
  for (const tenant of await listTenants(db))
    for (const keyId of await readKeysOfTenant(db, tenant)) inUse.add(keyId);
  return inUse;
}

async function readKeysOfTenant(db: Database, { id }: Tenant): Promise<string[]> {
  const { keys, members } = await withTenant(
    db,
    id,
    async (tx) => ({
      keys: await keysIn(tx, 'tenant'),
      members: await tx.selectFrom('memberships').select('userId').where('tenantId', '=', id).execute(),
    }),
    { readOnly: true },
  );
  // A second factor belongs to its user, and row-level security shows it only with that user's claim.
  for (const { userId } of members)
    keys.push(...(await withClaims(db, { userId }, (tx) => keysIn(tx, 'user'), { readOnly: true })));
  return keys;
}

/** Of the rows that the transaction's claims show. A settled change of a bank account names its key and has no numbers any more. */
async function keysIn(tx: Tx, holder: 'tenant' | 'user'): Promise<string[]> {
  const keys: string[] = [];
  for (const table of tablesOf(holder)) {
    const isSettled = table === 'bankAccountChanges' ? sql`state <> 'pending'` : sql`false`;
    const { rows } = await sql<{ keyId: string }>`
      select distinct key_id from ${sql.table(table)} where key_id is not null and not ${isSettled}`.execute(
      tx,
    );
    keys.push(...rows.map(({ keyId }) => keyId));
  }
  return keys;
}
