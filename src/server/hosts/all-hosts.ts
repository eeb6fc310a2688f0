import type { Database } from '../platform/db/database.ts';
import { withClaims } from '../platform/db/transactions.ts';

/** The host names of all tenants. */
export async function listAllHosts(db: Database): Promise<string[]> {
  const hosts = await withClaims(
    db,
    { listsTenants: true },
    (tx) => tx.selectFrom('tenantHosts').select('host').orderBy('host').execute(),
    { readOnly: true },
  );
  return hosts.map(({ host }) => host);
}
