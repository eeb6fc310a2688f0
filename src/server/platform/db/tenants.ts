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
