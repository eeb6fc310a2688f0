import { sql } from 'kysely';
import type { SettledBecause } from '../../shared/domain/bank-account.ts';
import type { Tx } from '../platform/db/database.ts';

export type WhichChange = { tenantId: string } & ({ syndicateId: bigint } | { changeId: bigint });

/**
 * Ends the pending change and deletes its numbers. Returns its id, or null when none is pending. Of several calls at
 * once, only one gets the id.
 */
export async function settleChange(
  tx: Tx,
  which: WhichChange,
  state: 'applied' | 'cancelled' | 'replaced',
  settledBecause: SettledBecause | null = null,
): Promise<bigint | null> {
  const settled = await tx
    .updateTable('bankAccountChanges')
    .set({
      state,
      settledBecause,
      settledAt: sql<Date>`now()`,
      accountNumberCipher: null,
      routingNumberCipher: null,
    })
    .where('tenantId', '=', which.tenantId)
    .where((eb) =>
      'changeId' in which ? eb('id', '=', which.changeId) : eb('syndicateId', '=', which.syndicateId),
    )
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return settled?.id ?? null;
}
