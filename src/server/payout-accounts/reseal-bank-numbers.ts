import { resealRows } from '../identity/reseal-rows.ts';
import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Database } from '../platform/db/database.ts';
import { type BankNumbers, openNumber, resealNumbers, sealNumber } from './bank-numbers.ts';

/** Notices come first and pending changes before accounts: one that is applied meanwhile becomes the next of them, which is done later. */
export const resealBankNumbers = async (
  db: Database,
  encryption: Encryption,
  tenantId: string,
): Promise<number> =>
  (await resealNotices(db, encryption, tenantId)) +
  (await resealChanges(db, encryption, tenantId)) +
  (await resealAccounts(db, encryption, tenantId));

/** What a bank corrects may be one of the two numbers. Settled ones have none any more. */
const resealNotices = (db: Database, encryption: Encryption, tenantId: string) =>
  resealRows(db, tenantId, {
    read: (tx, most) =>
      tx
        .selectFrom('changeNotices')
        .select(['id', 'syndicateId', 'accountNumberCipher', 'routingNumberCipher', 'keyId'])
        .where('tenantId', '=', tenantId)
        .where('keyId', '<>', encryption.keyId)
        .orderBy('id')
        .limit(most)
        .forUpdate()
        .$narrowType<{ keyId: string }>()
        .execute(),
    write: (tx, { id, syndicateId, keyId, accountNumberCipher, routingNumberCipher }) => {
      const again = (which: keyof BankNumbers, cipher: Buffer | null) => {
        const account = { tenantId, syndicateId };
        return (
          cipher &&
          sealNumber(encryption, account, which, openNumber(encryption, account, which, { cipher, keyId }))
            .cipher
        );
      };
      return tx
        .updateTable('changeNotices')
        .set({
          accountNumberCipher: again('accountNumber', accountNumberCipher),
          routingNumberCipher: again('routingNumber', routingNumberCipher),
          keyId: encryption.keyId,
        })
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .execute();
    },
  });

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
