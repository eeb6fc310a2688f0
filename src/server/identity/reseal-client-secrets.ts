import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Database } from '../platform/db/database.ts';
import { resealRows } from './reseal-rows.ts';
import { clientSecretPlace } from './single-sign-on.ts';

/** Re-encrypts the secret of the portal at the tenant's provider of single sign-on, if there is one. */
export const resealClientSecrets = (
  db: Database,
  encryption: Encryption,
  tenantId: string,
): Promise<number> =>
  resealRows(db, tenantId, {
    read: (tx) =>
      tx
        .selectFrom('singleSignOn')
        .select(['secretCipher as cipher', 'keyId'])
        .where('tenantId', '=', tenantId)
        .where('keyId', '<>', encryption.keyId)
        .forUpdate()
        .execute(),
    write(tx, sealed) {
      const { cipher, keyId } = encryption.reseal(sealed, clientSecretPlace(tenantId));
      return tx
        .updateTable('singleSignOn')
        .set({ secretCipher: cipher, keyId })
        .where('tenantId', '=', tenantId)
        .execute();
    },
  });
