import { sql } from 'kysely';
import type { Investor } from '../../access/caller.ts';
import { lockCashAccount } from '../../ledger/cash/open-cash-account.ts';
import { settleWithdrawal } from '../../ledger/cash/withdrawals.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { emailOf } from './member.ts';

/** A user of the syndicate takes a withdrawal back that is not paid yet, nor in a run that is approved: that would undo the approval. */
export async function cancelWithdrawal(tx: Tx, caller: Investor, withdrawalId: bigint): Promise<void> {
  const { tenantId, syndicateId, userId } = caller;
  const request = await tx
    .selectFrom('withdrawalRequests')
    .select('reference')
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .where('id', '=', withdrawalId)
    .executeTakeFirst();
  if (!request) throw new Refusal('withdrawal_unknown');
  await lockCashAccount(tx, tenantId, syndicateId);
  if (await isInApprovedRun(tx, caller, withdrawalId)) throw new Refusal('withdrawal_in_run');
  const settled = { syndicateId, reference: request.reference, state: 'cancelled', reason: '' } as const;
  await settleWithdrawal(tx, tenantId, settled, { userId, email: await emailOf(tx, userId) });
}

/** Whoever approves a run locks the cash accounts, so that a withdrawal is cancelled before or not at all. */
async function isInApprovedRun(
  tx: Tx,
  { tenantId, syndicateId }: Investor,
  withdrawalId: bigint,
): Promise<boolean> {
  const { rows } = await sql`
    select from payout_run_items item
    join payout_runs run on run.tenant_id = item.tenant_id and run.id = item.run_id and run.revision = item.revision
      and run.state = 'approved'
    where item.tenant_id = ${tenantId}::uuid and item.syndicate_id = ${syndicateId} and item.withdrawal_id = ${withdrawalId}
      and item.outcome = 'in file'
    limit 1`.execute(tx);
  return rows.length > 0;
}
