import type { Encryption } from '../platform/crypto/encryption.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { withClaims, withTenant } from '../platform/db/transactions.ts';
import { totpPlace } from './totp.ts';

/**
 * Re-encrypts the second factors of a tenant's users that an older key encrypted. They belong to the users, so each is
 * read with that user's claim. A member of two tenants is done with the first one. Returns their number.
 */
export async function resealTotpSecrets(
  db: Database,
  encryption: Encryption,
  tenantId: string,
): Promise<number> {
  const members = await withTenant(db, tenantId, (tx) =>
    tx
      .selectFrom('memberships')
      .select('userId')
      .where('tenantId', '=', tenantId)
      .orderBy('userId')
      .execute(),
  );
  let count = 0;
  for (const { userId } of members)
    count += await withClaims(db, { userId }, (tx) => resealSecretsOf(tx, encryption, userId));
  return count;
}

const TABLES = [
  { table: 'userTotp', place: 'user_totp' },
  { table: 'totpEnrolments', place: 'totp_enrolments' },
] as const;

async function resealSecretsOf(tx: Tx, encryption: Encryption, userId: bigint): Promise<number> {
  let count = 0;
  for (const { table, place } of TABLES) {
    const row = await tx
      .selectFrom(table)
      .select(['secretCipher as cipher', 'keyId'])
      .where('userId', '=', userId)
      .where('keyId', '<>', encryption.keyId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) continue;
    const { cipher, keyId } = encryption.reseal(row, totpPlace(place, userId));
    await tx.updateTable(table).set({ secretCipher: cipher, keyId }).where('userId', '=', userId).execute();
    count += 1;
  }
  return count;
}
