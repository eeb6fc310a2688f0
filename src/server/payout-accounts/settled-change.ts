import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';

type Which = { tenantId: string } & ({ syndicateId: bigint } | { changeId: bigint });

/** Ends the wait of the pending change and drops its numbers. Gives its id, or null when none is pending: of many at once, one gets it. */
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
