import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Tx } from '../platform/db/database.ts';
import { type BankNumbers, openNumbers, type PayoutAccount, type SealedNumbers } from './bank-numbers.ts';

interface SealedAccount extends SealedNumbers {
  bankName: string;
}

/** Where a syndicate's payouts go, and where they will go if a change of that waits. */
export interface Standing {
  inForce: SealedAccount | null;
  pending: SealedAccount | null;
}

const COLUMNS = ['bankName', 'accountNumberCipher', 'routingNumberCipher', 'keyId'] as const;

export async function readStanding(tx: Tx, { tenantId, syndicateId }: PayoutAccount): Promise<Standing> {
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

/** Whether an account is the one in force, or the one that is about to be. No two encryptions of a number are alike, so they are opened. */
export const saysTheSame = (
  encryption: Encryption,
  account: PayoutAccount,
  { inForce, pending }: Standing,
  said: BankNumbers & { bankName: string },
): boolean =>
  [inForce, pending].some((sealed) => {
    if (sealed === null || sealed.bankName !== said.bankName) return false;
    const { accountNumber, routingNumber } = openNumbers(encryption, account, sealed);
    return accountNumber === said.accountNumber && routingNumber === said.routingNumber;
  });
