import type { Database } from './database.ts';
import { withClaims } from './transactions.ts';

export interface Tenant {
  id: string;
  /** As in its address, e.g. 'northgate'. */
  slug: string;
  name: string;
}

/** Which tenants there are, for work that is then done in each. */
export const listTenants = (db: Database): Promise<Tenant[]> =>
  withClaims(db, { listsTenants: true }, (tx) =>
    tx.selectFrom('tenants').select(['id', 'slug', 'name']).orderBy('slug').execute(),
  );
