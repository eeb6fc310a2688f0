import type { Database, Tx } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import { withTenant } from '../../db/transactions.ts';
import type { Encryption } from '../../identity/encryption.ts';
import { tokenPlace } from './link-token-place.ts';

const BATCH = 100;

/** Encrypts the tokens anew that wait for their mail and that another key encrypted. Gives how many. */
export const resealLinkMails = (db: Database, encryption: Encryption, tenantId: string): Promise<number> =>
  inBatches(() => withTenant(db, tenantId, (tx) => resealBatch(tx, encryption, tenantId)));

async function resealBatch(tx: Tx, encryption: Encryption, tenantId: string): Promise<number> {
  const rows = await tx
    .selectFrom('linkMails')
    .select(['id', 'tokenCipher as cipher', 'keyId'])
    .where('tenantId', '=', tenantId)
    .where('keyId', '<>', encryption.keyId)
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .execute();
  for (const { id, cipher, keyId } of rows) {
    if (cipher === null || keyId === null) continue;
    const sealed = encryption.reseal({ cipher, keyId }, tokenPlace(tenantId, id));
    await tx
      .updateTable('linkMails')
      .set({ tokenCipher: sealed.cipher, keyId: sealed.keyId })
      .where('tenantId', '=', tenantId)
      .where('id', '=', id)
      .execute();
  }
  return rows.length;
}
