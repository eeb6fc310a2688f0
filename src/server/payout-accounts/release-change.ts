import { sql } from 'kysely';
import type { Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { applyChange } from './apply-change.ts';
import { sourcesOfChange } from './sources-of-change.ts';

/**
 * A person could let a second self into an investor, ask for another account in it, and have it released before anyone looks. So who asked for the
 * change, or issued the service token that did, neither asks for its release nor approves it, nor does whoever stands behind them. Of a
 * notification of change, that is also who brought it in, who asked to follow it, and who approved that.
 */
export async function readSourcesOfChange(
  tx: Tx,
  { tenantId, changeId }: { tenantId: string; changeId: bigint },
): Promise<bigint[]> {
  const { rows } = await sql<{ by: bigint | null }>`
    select source.by from bank_account_changes change cross join lateral (
      ${sourcesOfChange}
      union
      select unnest(array[asked.asked_by, asked.decided_by]) from approvals asked
      where asked.tenant_id = change.tenant_id and asked.kind = 'apply change notice' and asked.subject_id = change.notice_id
    ) source
    where change.tenant_id = ${tenantId}::uuid and change.id = ${changeId}`.execute(tx);
  return rows.flatMap(({ by }) => (by === null ? [] : [by]));
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
