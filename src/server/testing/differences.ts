import type { Difference } from '../ledger/difference.ts';
import { findDifferences } from '../ledger/find-differences.ts';
import type { Database } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';

/** Compares a tenant's book in one snapshot, as the reconciliation does: a worker beside the test may be turning its day meanwhile. */
export const differencesIn = (db: Database, tenantId: string): Promise<Difference[]> =>
  withTenant(db, tenantId, (tx) => findDifferences(tx, tenantId), { isSnapshot: true });
