import type { Tx } from '../platform/db/database.ts';
import { originAt } from './site.ts';

/** Where a tenant's links lead: to the name that it has for its portal, or else to the portal's own. Expects the tenant's claim. */
export async function originOfTenant(tx: Tx, tenantId: string, publicOrigin: string): Promise<string> {
  const main = await tx
    .selectFrom('tenantHosts')
    .select('host')
    .where('tenantId', '=', tenantId)
    .where('isMain', '=', true)
    .executeTakeFirst();
  return main ? originAt(publicOrigin, main.host) : publicOrigin;
}
