import { sql } from 'kysely';
import type { SettledBecause } from '../../shared/domain/bank-account.ts';
import type { Tx } from '../platform/db/database.ts';
import { type CancelledBy, cancelChange } from './cancel-change.ts';

interface Whose {
  tenantId: string;
  userId: bigint;
  /** What this session asked for itself stays: what is done in it does not speak against its own request. */
  exceptOf?: string | undefined;
}

/**
 * Cancels what a user has asked for in this tenant, when something happens that a thief's request must not outlive. Expects the
 * tenant's claim and the lock on the user, and must come last as cancelling does.
 */
export async function cancelChangesOfUser(
  tx: Tx,
  { tenantId, userId, exceptOf }: Whose,
  because: SettledBecause,
  by: CancelledBy,
): Promise<void> {
  const pending = await tx
    .selectFrom('bankAccountChanges')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('requestedBy', '=', userId)
    .where('state', '=', 'pending')
    // A change of the previous version does not say which session asked for it, so it counts as another's.
    .$if(exceptOf !== undefined, (query) =>
      query.where(sql<boolean>`requested_in is distinct from ${exceptOf}::uuid`),
    )
    .orderBy('id')
    .execute();
  for (const { id: changeId } of pending) await cancelChange(tx, { tenantId, changeId }, because, by);
}
