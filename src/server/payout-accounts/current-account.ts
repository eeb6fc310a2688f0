import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Tx } from '../platform/db/database.ts';
import { type BankNumbers, openNumbers, type PayoutAccount, type SealedNumbers } from './bank-numbers.ts';

interface SealedAccount extends SealedNumbers {
  bankName: string;
}

/** The account that a syndicate's payouts go to, and the one they will go to if a change is pending. */
export interface CurrentAccount {
  inForce: SealedAccount | null;
  pending: SealedAccount | null;
}

/** All that is kept of an account: the same columns of the account in force and of a change of it. */
export const ACCOUNT_COLUMNS = [
  'bankName',
  'accountNumberCipher',
  'accountNumberLast4',
  'routingNumberCipher',
  'routingNumberLast4',
  'keyId',
  'accountType',
  'holderKind',
  'holderName',
] as const;

const COLUMNS = ['bankName', 'accountNumberCipher', 'routingNumberCipher', 'keyId'] as const;

export async function readCurrentAccount(
  tx: Tx,
  { tenantId, syndicateId }: PayoutAccount,
): Promise<CurrentAccount> {
  const inForce = await tx
    .selectFrom('syndicateBankAccounts')
    .select(COLUMNS)
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .executeTakeFirst();
  const pending = await tx
    .selectFrom('bankAccountChanges')
    .select(COLUMNS)
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .where('state', '=', 'pending')
    .$narrowType<{ accountNumberCipher: Buffer; routingNumberCipher: Buffer }>()
    .executeTakeFirst();
  return { inForce: inForce ?? null, pending: pending ?? null };
}

/** What may be shown of the account that payouts go to. Nothing of it is there before the first one. */
export async function shownAccount(tx: Tx, { tenantId, syndicateId }: PayoutAccount) {
  const account = await tx
    .selectFrom('syndicateBankAccounts')
    .select(['bankName', 'accountNumberLast4', 'routingNumberLast4'])
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .executeTakeFirst();
  return account ?? { bankName: null, accountNumberLast4: null, routingNumberLast4: null };
}

/**
 * Whether an account equals the current one, or the pending one if there is one. Encrypted values of the same number
 * differ, so they are decrypted.
 */
export const isSameAccount = (
  encryption: Encryption,
  account: PayoutAccount,
  { inForce, pending }: CurrentAccount,
  said: BankNumbers & { bankName: string },
): boolean =>
  [inForce, pending].some((sealed) => {
    if (sealed === null || sealed.bankName !== said.bankName) return false;
    const { accountNumber, routingNumber } = openNumbers(encryption, account, sealed);
    return accountNumber === said.accountNumber && routingNumber === said.routingNumber;
  });
