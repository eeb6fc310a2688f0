import type { Database } from './database.ts';
import { withClaims } from './transactions.ts';

export interface Tenant {
  id: string;
  /** The name in the tenant's address, e.g. 'northgate'. */
  slug: string;
  name: string;
}

/** Lists the tenants, for work that is then done in each of them. */
export const listTenants = (db: Database): Promise<Tenant[]> =>
  withClaims(db, { listsTenants: true }, (tx) =>
    tx.selectFrom('tenants').select(['id', 'slug', 'name']).orderBy('slug').execute(),
  );

/** The tenant with this short name; null when there is none. */
export const findTenant = async (db: Database, slug: string): Promise<Tenant | null> =>
  (await withClaims(db, { listsTenants: true }, (tx) =>
    tx.selectFrom('tenants').select(['id', 'slug', 'name']).where('slug', '=', slug).executeTakeFirst(),
  )) ?? null;
