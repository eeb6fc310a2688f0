import { lastFourOf } from '../../../shared/domain/bank-account.ts';
import type { Deps } from '../../app.ts';
import { recordAudit } from '../../db/audit.ts';
import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../errors.ts';
import type { Caller } from '../../http/caller.ts';
import type { Encryption, Place } from '../../identity/encryption.ts';
import { type PasswordAgain, requirePassword } from '../../identity/password-again.ts';

export interface BankNumbers {
  accountNumber: string;
  routingNumber: string;
}

/** As two columns and one key have them. */
export interface SealedNumbers {
  accountNumberCipher: Buffer;
  routingNumberCipher: Buffer;
  keyId: string;
}

interface Account {
  tenantId: string;
  syndicateId: bigint;
}

const placeOf = ({ tenantId, syndicateId }: Account, column: 'account_number' | 'routing_number'): Place => [
  'syndicate_bank_accounts',
  `${tenantId}/${syndicateId}`,
  `${column}_cipher`,
];

/** Sealed for the syndicate's account: in no other place do they open, also not where a change of it waits for another one. */
export function sealNumbers(
  encryption: Encryption,
  account: Account,
  { accountNumber, routingNumber }: BankNumbers,
): SealedNumbers {
  const sealedAccount = encryption.seal(accountNumber, placeOf(account, 'account_number'));
  const sealedRouting = encryption.seal(routingNumber, placeOf(account, 'routing_number'));
  return {
    accountNumberCipher: sealedAccount.cipher,
    routingNumberCipher: sealedRouting.cipher,
    keyId: sealedAccount.keyId,
  };
}

export function openNumbers(
  encryption: Encryption,
  account: Account,
  { accountNumberCipher, routingNumberCipher, keyId }: SealedNumbers,
): BankNumbers {
  return {
    accountNumber: encryption.open(
      { cipher: accountNumberCipher, keyId },
      placeOf(account, 'account_number'),
    ),
    routingNumber: encryption.open(
      { cipher: routingNumberCipher, keyId },
      placeOf(account, 'routing_number'),
    ),
  };
}

/** The same numbers, sealed with the key that new values get. */
export const resealNumbers = (
  encryption: Encryption,
  account: Account,
  sealed: SealedNumbers,
): SealedNumbers => sealNumbers(encryption, account, openNumbers(encryption, account, sealed));

export const lastFours = ({ accountNumber, routingNumber }: BankNumbers) => ({
  accountNumberLast4: lastFourOf(accountNumber),
  routingNumberLast4: lastFourOf(routingNumber),
});

/** The numbers in full, to somebody of the syndicate who knows the password; it is written down that they saw them. */
export async function revealNumbers(
  tx: Tx,
  deps: Pick<Deps, 'passwords' | 'throttle' | 'encryption'>,
  caller: Caller,
  again: PasswordAgain,
): Promise<BankNumbers> {
  await requirePassword(tx, deps, caller, again);
  const { tenantId, syndicateId, userId } = caller;
  const sealed = await tx
    .selectFrom('syndicateBankAccounts')
    .select(['accountNumberCipher', 'routingNumberCipher', 'keyId'])
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .executeTakeFirst();
  if (!sealed) throw new Refusal('bank_account_missing');
  const numbers = openNumbers(deps.encryption, caller, sealed);
  await recordAudit(tx, {
    actorId: userId,
    action: 'bank numbers revealed',
    subject: `syndicate ${syndicateId}`,
  });
  return numbers;
}
