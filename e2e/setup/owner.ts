import { openDatabase, type Tx } from '../../src/server/platform/db/database.ts';
import { withTenant } from '../../src/server/platform/db/transactions.ts';
import { databaseUrl, HARBOR_CAPITAL } from './environment.ts';

/** Does something in the demo's funder with the rights of the database's owner. */
export async function asOwner<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const owner = openDatabase(databaseUrl('DATABASE_OWNER_URL'), { maxConnections: 1 });
  try {
    return await withTenant(owner, HARBOR_CAPITAL, work);
  } finally {
    await owner.destroy();
  }
}
