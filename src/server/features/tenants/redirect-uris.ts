import { originWithHost } from '../../hosts/site.ts';
import { redirectUriOf } from '../../identity/single-sign-on.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listHosts } from './hosts.ts';

/** What a tenant registers at its provider: an address at the portal's own name and at each of the tenant's. */
export async function redirectUris(tx: Tx, tenantId: string, publicOrigin: string): Promise<string[]> {
  const { slug } = await tx
    .selectFrom('tenants')
    .select('slug')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const hosts = await listHosts(tx, tenantId);
  const origins = [publicOrigin, ...hosts.map(({ host }) => originWithHost(publicOrigin, host))];
  return origins.map((origin) => redirectUriOf(origin, slug));
}
