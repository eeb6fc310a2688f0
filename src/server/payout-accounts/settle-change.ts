import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';

type Which = { tenantId: string } & ({ syndicateId: bigint } | { changeId: bigint });

/**
 * Ends the pending change and deletes its numbers. Returns its id, or null when none is pending. Of several calls at
 * once, only one gets the id.
 */
export async function settleChange(
  tx: Tx,
  which: Which,
  state: 'applied' | 'cancelled' | 'replaced',
): Promise<bigint | null> {
  const settled = await tx
    .updateTable('bankAccountChanges')
    .set({ state, settledAt: sql<Date>`now()`, accountNumberCipher: null, routingNumberCipher: null })
    .where('tenantId', '=', which.tenantId)
    .where((eb) =>
      'changeId' in which ? eb('id', '=', which.changeId) : eb('syndicateId', '=', which.syndicateId),
    )
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return settled?.id ?? null;
}
