import type { Database } from '../../db/database.ts';
import { withTenant } from '../../db/transactions.ts';
import type { Encryption } from '../../identity/encryption.ts';
import { accessTokenPlace } from './connect-bank.ts';

const BATCH = 100;

/** Encrypts a tenant's access tokens anew that another key encrypted. Gives how many. */
export async function resealAccessTokens(
  db: Database,
  encryption: Encryption,
  tenantId: string,
): Promise<number> {
  let count = 0;
  let done: number;
  do {
    done = await withTenant(db, tenantId, async (tx) => {
      const rows = await tx
        .selectFrom('bankConnections')
        .select(['id', 'accessTokenCipher as cipher', 'keyId'])
        .where('tenantId', '=', tenantId)
        .where('keyId', '<>', encryption.keyId)
        .orderBy('id')
        .limit(BATCH)
        .forUpdate()
        .execute();
      for (const { id, ...sealed } of rows) {
        const place = accessTokenPlace(tenantId, id);
        const { cipher, keyId } = encryption.seal(encryption.open(sealed, place), place);
        await tx
          .updateTable('bankConnections')
          .set({ accessTokenCipher: cipher, keyId })
          .where('tenantId', '=', tenantId)
          .where('id', '=', id)
          .execute();
      }
      return rows.length;
    });
    count += done;
  } while (done > 0);
  return count;
}
