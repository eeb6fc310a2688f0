import { openDatabase, type Tx } from '../../src/server/platform/db/database.ts';
import { withTenant } from '../../src/server/platform/db/transactions.ts';
import { databaseUrl, HARBOR_CAPITAL } from './environment.ts';

/** Runs a function in the demo's tenant, or another one, as the owner of the database. */
export async function asOwner<T>(work: (tx: Tx) => Promise<T>, tenantId = HARBOR_CAPITAL): Promise<T> {
  const owner = openDatabase(databaseUrl('DATABASE_OWNER_URL'), { maxConnections: 1 });
  try {
    return await withTenant(owner, tenantId, work);
  } finally {
    await owner.destroy();
  }
}
