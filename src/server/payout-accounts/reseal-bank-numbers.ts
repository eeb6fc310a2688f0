import { resealRows } from '../identity/reseal-rows.ts';
import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Database } from '../platform/db/database.ts';
import { resealNumbers } from './bank-numbers.ts';

/** Pending changes come first: one that is applied meanwhile becomes an account, which is done later. */
export const resealBankNumbers = async (
  db: Database,
  encryption: Encryption,
  tenantId: string,
): Promise<number> =>
  (await resealChanges(db, encryption, tenantId)) + (await resealAccounts(db, encryption, tenantId));

/** Only pending changes. Settled ones have no numbers any more. */
const resealChanges = (db: Database, encryption: Encryption, tenantId: string) =>
  resealRows(db, tenantId, {
    read: (tx, most) =>
      tx
        .selectFrom('bankAccountChanges')
        .select(['id', 'syndicateId', 'accountNumberCipher', 'routingNumberCipher', 'keyId'])
        .where('tenantId', '=', tenantId)
        .where('state', '=', 'pending')
        .where('keyId', '<>', encryption.keyId)
        .orderBy('id')
        .limit(most)
        .forUpdate()
        .$narrowType<{ accountNumberCipher: Buffer; routingNumberCipher: Buffer }>()
        .execute(),
    write: (tx, { id, syndicateId, ...sealed }) =>
      tx
        .updateTable('bankAccountChanges')
        .set(resealNumbers(encryption, { tenantId, syndicateId }, sealed))
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .execute(),
  });

const resealAccounts = (db: Database, encryption: Encryption, tenantId: string) =>
  resealRows(db, tenantId, {
    read: (tx, most) =>
      tx
        .selectFrom('syndicateBankAccounts')
        .select(['syndicateId', 'accountNumberCipher', 'routingNumberCipher', 'keyId'])
        .where('tenantId', '=', tenantId)
        .where('keyId', '<>', encryption.keyId)
        .orderBy('syndicateId')
        .limit(most)
        .forUpdate()
        .execute(),
    write: (tx, { syndicateId, ...sealed }) =>
      tx
        .updateTable('syndicateBankAccounts')
        .set(resealNumbers(encryption, { tenantId, syndicateId }, sealed))
        .where('tenantId', '=', tenantId)
        .where('syndicateId', '=', syndicateId)
        .execute(),
  });
