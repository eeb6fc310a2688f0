import { accessTokenPlace } from '../../bank-connections/access-token-place.ts';
import { resealRows } from '../../identity/reseal-rows.ts';
import type { Encryption } from '../../platform/crypto/encryption.ts';
import type { Database } from '../../platform/db/database.ts';

export const resealAccessTokens = (db: Database, encryption: Encryption, tenantId: string): Promise<number> =>
  resealRows(db, tenantId, {
    read: (tx, most) =>
      tx
        .selectFrom('bankConnections')
        .select(['id', 'accessTokenCipher as cipher', 'keyId'])
        .where('tenantId', '=', tenantId)
        .where('keyId', '<>', encryption.keyId)
        .orderBy('id')
        .limit(most)
        .forUpdate()
        .execute(),
    write(tx, { id, ...sealed }) {
      const { cipher, keyId } = encryption.reseal(sealed, accessTokenPlace(tenantId, id));
      return tx
        .updateTable('bankConnections')
        .set({ accessTokenCipher: cipher, keyId })
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .execute();
    },
  });
