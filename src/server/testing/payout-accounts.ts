import { sql } from 'kysely';
import { announceChange } from '../payout-accounts/announce-change.ts';
import { applyChange } from '../payout-accounts/apply-change.ts';
import {
  type BankNumbers,
  lastFours,
  type PayoutAccount,
  sealNumbers,
} from '../payout-accounts/bank-numbers.ts';
import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Tx } from '../platform/db/database.ts';

/** Gives a syndicate an account that was not imported and whose waiting period is over. */
export async function putInForce(
  tx: Tx,
  encryption: Encryption,
  account: PayoutAccount,
  { bankName, ...numbers }: BankNumbers & { bankName: string },
): Promise<void> {
  await announceChange(tx, {
    ...account,
    bankName,
    by: { actorId: null, operator: { via: 'command line', name: 'test' } },
    ...sealNumbers(encryption, account, numbers),
    ...lastFours(numbers),
  });
  const { id: changeId } = await tx
    .updateTable('bankAccountChanges')
    .set({ requestedAt: sql<Date>`now() - interval '4 days'`, takesEffectAt: sql<Date>`now()` })
    .where('tenantId', '=', account.tenantId)
    .where('syndicateId', '=', account.syndicateId)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirstOrThrow();
  await applyChange(tx, { tenantId: account.tenantId, changeId });
}
