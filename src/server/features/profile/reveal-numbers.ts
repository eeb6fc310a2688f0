import type { Investor } from '../../access/caller.ts';
import type { InTransaction } from '../../access/own-transactions.ts';
import { type PasswordAgain, requirePassword } from '../../access/password-again.ts';
import type { Deps } from '../../deps.ts';
import { type BankNumbers, openNumbers } from '../../payout-accounts/bank-numbers.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';

/** Shows the full numbers to a user of the syndicate who enters the password. That they were shown is recorded. */
export async function revealNumbers(
  inTransaction: InTransaction<Investor>,
  deps: Pick<Deps, 'passwords' | 'throttle' | 'encryption'>,
  again: PasswordAgain,
): Promise<BankNumbers> {
  const afterPassword = await requirePassword(inTransaction, deps, again);
  return afterPassword((tx, caller) => openAndRecord(tx, deps, caller));
}

async function openAndRecord(
  tx: Tx,
  { encryption }: Pick<Deps, 'encryption'>,
  caller: Investor,
): Promise<BankNumbers> {
  const { tenantId, syndicateId, userId } = caller;
  const sealed = await tx
    .selectFrom('syndicateBankAccounts')
    .select(['accountNumberCipher', 'routingNumberCipher', 'keyId'])
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .executeTakeFirst();
  if (!sealed) throw new Refusal('bank_account_missing');
  const numbers = openNumbers(encryption, caller, sealed);
  await recordAudit(tx, {
    actorId: userId,
    action: 'bank numbers revealed',
    subject: `syndicate ${syndicateId}`,
  });
  return numbers;
}
