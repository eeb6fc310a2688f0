import { sql } from 'kysely';
import { areApart, issuerOrActor } from '../approvals/require-apart.ts';
import type { DeskUser, Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { applyChange } from './apply-change.ts';

/**
 * A person could let a second self into an investor, ask for another account in it, and have it released before anyone looks. So whoever stands
 * behind who asked for the change, or issued the service token that did, neither asks for its release nor approves it.
 */
export async function requireApartFromChange(
  tx: Tx,
  { tenantId, changeId }: { tenantId: string; changeId: bigint },
  { userId }: DeskUser,
): Promise<void> {
  const { rows } = await sql<{ by: bigint | null }>`
    select ${issuerOrActor} as by from audit_events event
    where event.tenant_id = ${tenantId}::uuid and event.subject = ${`bank change ${changeId}`} and event.action = 'bank change requested'`.execute(
    tx,
  );
  for (const { by } of rows)
    if (by !== null && !(await areApart(tx, tenantId, by, userId))) throw new Refusal('change_of_releaser');
}

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
