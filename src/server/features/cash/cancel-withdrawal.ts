import type { Investor } from '../../access/caller.ts';
import { settleWithdrawal } from '../../ledger/cash/withdrawals.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { emailOf } from './member.ts';

/** A user of the syndicate takes a withdrawal back that is not paid yet. */
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
  const settled = { syndicateId, reference: request.reference, state: 'cancelled', reason: '' } as const;
  await settleWithdrawal(tx, tenantId, settled, { userId, email: await emailOf(tx, userId) });
}
