import { lastFourOf } from '../../shared/domain/bank-account.ts';
import type { Encryption, Place } from '../platform/crypto/encryption.ts';

export interface BankNumbers {
  accountNumber: string;
  routingNumber: string;
}

/** Both encrypted numbers and the id of their key, as the table stores them. */
export interface SealedNumbers {
  accountNumberCipher: Buffer;
  routingNumberCipher: Buffer;
  keyId: string;
}

/** The syndicate that the account belongs to. Each has one. */
export interface PayoutAccount {
  tenantId: string;
  syndicateId: bigint;
}

const COLUMNS: Readonly<Record<keyof BankNumbers, string>> = {
  accountNumber: 'account_number_cipher',
  routingNumber: 'routing_number_cipher',
};

const placeOf = ({ tenantId, syndicateId }: PayoutAccount, which: keyof BankNumbers): Place => [
  'syndicate_bank_accounts',
  `${tenantId}/${syndicateId}`,
  COLUMNS[which],
];

/**
 * Encrypts the numbers for the syndicate's account. They cannot be decrypted in any other place, not even as another
 * pending change of it.
 */
export function sealNumbers(
  encryption: Encryption,
  account: PayoutAccount,
  { accountNumber, routingNumber }: BankNumbers,
): SealedNumbers {
  const sealedAccount = encryption.seal(accountNumber, placeOf(account, 'accountNumber'));
  const sealedRouting = encryption.seal(routingNumber, placeOf(account, 'routingNumber'));
  return {
    accountNumberCipher: sealedAccount.cipher,
    routingNumberCipher: sealedRouting.cipher,
    keyId: sealedAccount.keyId,
  };
}

export function openNumbers(
  encryption: Encryption,
  account: PayoutAccount,
  { accountNumberCipher, routingNumberCipher, keyId }: SealedNumbers,
): BankNumbers {
  return {
    accountNumber: encryption.open({ cipher: accountNumberCipher, keyId }, placeOf(account, 'accountNumber')),
    routingNumber: encryption.open({ cipher: routingNumberCipher, keyId }, placeOf(account, 'routingNumber')),
  };
}

/** One of the numbers, where the other one is not known. */
export const sealNumber = (
  encryption: Encryption,
  account: PayoutAccount,
  which: keyof BankNumbers,
  number: string,
) => encryption.seal(number, placeOf(account, which));

export const openNumber = (
  encryption: Encryption,
  account: PayoutAccount,
  which: keyof BankNumbers,
  sealed: { cipher: Buffer; keyId: string },
): string => encryption.open(sealed, placeOf(account, which));

/** The same numbers, encrypted with the current key. */
export const resealNumbers = (
  encryption: Encryption,
  account: PayoutAccount,
  sealed: SealedNumbers,
): SealedNumbers => sealNumbers(encryption, account, openNumbers(encryption, account, sealed));

export const lastFours = ({ accountNumber, routingNumber }: BankNumbers) => ({
  accountNumberLast4: lastFourOf(accountNumber),
  routingNumberLast4: lastFourOf(routingNumber),
});
