import { isAccountNumber, isRoutingNumber } from '../../../shared/domain/bank-account.ts';
import type { Investor } from '../../access/caller.ts';
import type { InTransaction } from '../../access/own-transactions.ts';
import { requirePassword } from '../../access/password-again.ts';
import type { Deps } from '../../deps.ts';
import { type Announced, announceChange } from '../../payout-accounts/announce-change.ts';
import { notifyOfBankChange } from '../../payout-accounts/bank-notices.ts';
import { type BankNumbers, lastFours, sealNumbers } from '../../payout-accounts/bank-numbers.ts';
import { settleChange } from '../../payout-accounts/settle-change.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import { changesBetween } from '../../platform/audit/changes.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';

interface BankChangeRequest extends BankNumbers {
  bankName: string;
  password?: string | undefined;
  address: string;
}

/** A user of the syndicate requests another account. That takes the password, because an open session is not enough. */
export async function requestBankChange(
  inTransaction: InTransaction<Investor>,
  deps: Pick<Deps, 'passwords' | 'throttle' | 'encryption'>,
  { bankName, password, address, ...numbers }: BankChangeRequest,
): Promise<Announced> {
  if (!isAccountNumber(numbers.accountNumber)) throw new Refusal('account_number_invalid');
  if (!isRoutingNumber(numbers.routingNumber)) throw new Refusal('routing_number_invalid');
  if (password === undefined) throw new Refusal('password_required');
  await requirePassword(inTransaction, deps, { password, address });

  return inTransaction((tx, caller) => {
    const { tenantId, syndicateId, userId } = caller;
    return announceChange(tx, {
      tenantId,
      syndicateId,
      bankName,
      ...sealNumbers(deps.encryption, caller, numbers),
      ...lastFours(numbers),
      by: { actorId: userId },
    });
  });
}

/**
 * Cancels the pending change, for a user of the syndicate (by its id) or for the holder of a link (by the id of the
 * change).
 */
export async function cancelBankChange(
  tx: Tx,
  which: { tenantId: string; syndicateId: bigint } | { tenantId: string; changeId: bigint },
  actorId: bigint | null,
): Promise<void> {
  const { tenantId } = which;
  const changeId = await settleChange(tx, which, 'cancelled');
  if (changeId === null) throw new Refusal('bank_change_settled');
  await recordAudit(tx, {
    actorId,
    action: 'bank change cancelled',
    subject: `bank change ${changeId}`,
    details: {
      by: actorId === null ? 'link' : 'member',
      ...changesBetween({ state: 'pending' }, { state: 'cancelled' }),
    },
  });
  await notifyOfBankChange(tx, { tenantId, changeId }, 'cancelled');
}
