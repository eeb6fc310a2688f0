import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

export interface LastReconciliation {
  comparedAt: Date;
  differenceCount: number;
}

/** Null when a tenant's book was never reconciled. */
export async function readLastReconciliation(tx: Tx, tenantId: string): Promise<LastReconciliation | null> {
  const last = await tx
    .selectFrom('reconciliations')
    .select(['comparedAt', sql<number>`jsonb_array_length(differences)`.as('differenceCount')])
    .where('tenantId', '=', tenantId)
    .orderBy('comparedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? null;
}
