import { resealRows } from '../../identity/reseal-rows.ts';
import type { Encryption } from '../../platform/crypto/encryption.ts';
import type { Database } from '../../platform/db/database.ts';
import { tokenPlace } from './link-token-place.ts';

/** Re-encrypts the tokens of mails that have not been sent yet. */
export const resealLinkMails = (db: Database, encryption: Encryption, tenantId: string): Promise<number> =>
  resealRows(db, tenantId, {
    read: (tx, most) =>
      tx
        .selectFrom('linkMails')
        .select(['id', 'tokenCipher as cipher', 'keyId'])
        .where('tenantId', '=', tenantId)
        .where('keyId', '<>', encryption.keyId)
        .orderBy('id')
        .limit(most)
        .forUpdate()
        .$narrowType<{ cipher: Buffer; keyId: string }>()
        .execute(),
    write(tx, { id, ...sealed }) {
      const { cipher, keyId } = encryption.reseal(sealed, tokenPlace(tenantId, id));
      return tx
        .updateTable('linkMails')
        .set({ tokenCipher: cipher, keyId })
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .execute();
    },
  });
