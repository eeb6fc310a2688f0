import type { Tx } from '../platform/db/database.ts';
import { originWithHost } from './site.ts';

/**
 * The origin of a tenant's links: its main host name, or else the portal's own. Expects the tenant's claim on the
 * transaction.
 */
export async function originOfTenant(tx: Tx, tenantId: string, publicOrigin: string): Promise<string> {
  const main = await tx
    .selectFrom('tenantHosts')
    .select('host')
    .where('tenantId', '=', tenantId)
    .where('isMain', '=', true)
    .executeTakeFirst();
  return main ? originWithHost(publicOrigin, main.host) : publicOrigin;
}
