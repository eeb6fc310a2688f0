import { isAccountNumber, isRoutingNumber } from '../../../shared/domain/bank-account.ts';
import type { Investor } from '../../access/caller.ts';
import type { InTransaction } from '../../access/own-transactions.ts';
import { requirePassword } from '../../access/password-again.ts';
import type { Deps } from '../../deps.ts';
import { type Announced, announceChange } from '../../payout-accounts/announce-change.ts';
import { type BankNumbers, lastFours, sealNumbers } from '../../payout-accounts/bank-numbers.ts';
import { cancelChange } from '../../payout-accounts/cancel-change.ts';
import type { WhichChange } from '../../payout-accounts/settle-change.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { requireCompanyName } from '../../platform/mail/mailed-names.ts';

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
  requireCompanyName(bankName);
  if (password === undefined) throw new Refusal('password_required');
  const afterPassword = await requirePassword(inTransaction, deps, { password, address });

  return afterPassword((tx, caller) => {
    const { tenantId, syndicateId, userId, sessionId } = caller;
    return announceChange(tx, {
      tenantId,
      syndicateId,
      bankName,
      ...sealNumbers(deps.encryption, caller, numbers),
      ...lastFours(numbers),
      by: { actorId: userId },
      requestedIn: sessionId,
    });
  });
}

/**
 * Cancels the pending change, for a user of the syndicate (by its id) or for the holder of a link (by the id of the
 * change).
 */
export async function cancelBankChange(tx: Tx, which: WhichChange, actorId: bigint | null): Promise<void> {
  const because = actorId === null ? 'link' : 'member';
  if (!(await cancelChange(tx, which, because, { actorId }))) throw new Refusal('bank_change_settled');
}
