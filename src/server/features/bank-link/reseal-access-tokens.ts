import type { Database, Tx } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import { withTenant } from '../../db/transactions.ts';
import type { Encryption } from '../../identity/encryption.ts';
import { accessTokenPlace } from './connect-bank.ts';

const BATCH = 100;

/** Encrypts a tenant's access tokens anew that another key encrypted. Gives how many. */
export const resealAccessTokens = (db: Database, encryption: Encryption, tenantId: string): Promise<number> =>
  inBatches(() => withTenant(db, tenantId, (tx) => resealBatch(tx, encryption, tenantId)));

async function resealBatch(tx: Tx, encryption: Encryption, tenantId: string): Promise<number> {
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
    const { cipher, keyId } = encryption.reseal(sealed, accessTokenPlace(tenantId, id));
    await tx
      .updateTable('bankConnections')
      .set({ accessTokenCipher: cipher, keyId })
      .where('tenantId', '=', tenantId)
      .where('id', '=', id)
      .execute();
  }
  return rows.length;
}
