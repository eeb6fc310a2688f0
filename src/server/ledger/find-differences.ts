import type { Tx } from '../platform/db/database.ts';
import { findLineDifferences } from './check-lines.ts';
import type { Difference } from './difference.ts';
import { findRollupDifferences } from './rollups.ts';

/** Where lines do not follow from payments and contracts, or rollups not from lines. None: the ledger ties out to the cent. */
export async function findDifferences(tx: Tx, tenantId: string, limit?: number): Promise<Difference[]> {
  return [
    ...(await findLineDifferences(tx, tenantId, limit)),
    ...(await findRollupDifferences(tx, tenantId, limit)),
  ];
}
