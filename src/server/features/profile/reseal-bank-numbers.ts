import type { Database, Tx } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import { withTenant } from '../../db/transactions.ts';
import type { Encryption } from '../../identity/encryption.ts';
import { openNumbers, sealNumbers } from './bank-numbers.ts';

const BATCH = 100;

/** Encrypts a tenant's bank numbers anew that another key encrypted: changes that wait and accounts in force. Gives how many. */
export async function resealBankNumbers(
  db: Database,
  encryption: Encryption,
  tenantId: string,
): Promise<number> {
  let count = 0;
  // In this order: a change that is applied meanwhile has become an account that is still to come.
  for (const reseal of [resealChanges, resealAccounts]) {
    count += await inBatches(() => withTenant(db, tenantId, (tx) => reseal(tx, encryption, tenantId)));
  }
  return count;
}

async function resealAccounts(tx: Tx, encryption: Encryption, tenantId: string): Promise<number> {
  const rows = await tx
    .selectFrom('syndicateBankAccounts')
    .select(['syndicateId', 'accountNumberCipher', 'routingNumberCipher', 'keyId'])
    .where('tenantId', '=', tenantId)
    .where('keyId', '<>', encryption.keyId)
    .orderBy('syndicateId')
    .limit(BATCH)
    .forUpdate()
    .execute();
  for (const { syndicateId, ...sealed } of rows) {
    const account = { tenantId, syndicateId };
    await tx
      .updateTable('syndicateBankAccounts')
      .set(sealNumbers(encryption, account, openNumbers(encryption, account, sealed)))
      .where('tenantId', '=', tenantId)
      .where('syndicateId', '=', syndicateId)
      .execute();
  }
  return rows.length;
}

async function resealChanges(tx: Tx, encryption: Encryption, tenantId: string): Promise<number> {
  const rows = await tx
    .selectFrom('bankAccountChanges')
    .select(['id', 'syndicateId', 'accountNumberCipher', 'routingNumberCipher', 'keyId'])
    .where('tenantId', '=', tenantId)
    .where('state', '=', 'pending')
    .where('keyId', '<>', encryption.keyId)
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .$narrowType<{ accountNumberCipher: Buffer; routingNumberCipher: Buffer }>()
    .execute();
  for (const { id, syndicateId, ...sealed } of rows) {
    const account = { tenantId, syndicateId };
    await tx
      .updateTable('bankAccountChanges')
      .set(sealNumbers(encryption, account, openNumbers(encryption, account, sealed)))
      .where('tenantId', '=', tenantId)
      .where('id', '=', id)
      .execute();
  }
  return rows.length;
}
