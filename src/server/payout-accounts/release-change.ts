import { sql } from 'kysely';
import type { Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { applyChange } from './apply-change.ts';

/**
 * Ends the waiting period of a pending change and applies it as the end of that period would: not if whoever asked for it has left the
 * syndicate. Returns whether it was applied. Who may do this is not decided here. It may claim the requesting user, so it must come last.
 */
export async function releaseChange(
  tx: Tx,
  { tenantId, changeId }: { tenantId: string; changeId: bigint },
  operator: Operator,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('bankAccountChanges')
    .set({ takesEffectAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', changeId)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('bank_change_settled');
  return applyChange(tx, { tenantId, changeId }, { actorId: null, operator });
}
