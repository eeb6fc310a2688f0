import type { Tx } from '../platform/db/database.ts';
import { findLineDifferences } from './check-lines.ts';
import type { Difference } from './difference.ts';
import { findRollupDifferences } from './rollups.ts';

/**
 * Finds lines that do not follow from payments and contracts, and rollups that do not follow from lines. An empty list
 * means that the ledger agrees to the cent.
 */
export async function findDifferences(tx: Tx, tenantId: string, limit?: number): Promise<Difference[]> {
  return [
    ...(await findLineDifferences(tx, tenantId, limit)),
    ...(await findRollupDifferences(tx, tenantId, limit)),
  ];
}
