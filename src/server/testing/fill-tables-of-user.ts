import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';

interface Owner {
  userId: bigint;
  /** Given instead of generated, because the statements are replayed against the next version's schema. */
  sessionId: string;
  /** Of 32 bytes, for whatever is stored as a hash. Another for each user. */
  hash: Buffer;
}

/** Puts a row into every table that belongs to a user and to no tenant. Expects the user's claim on the transaction. */
export async function fillTablesOfUser(tx: Tx, { userId, sessionId, hash }: Owner): Promise<void> {
  const later = sql<Date>`now() + interval '1 hour'`;
  await tx.insertInto('sessions').values({ id: sessionId, userId, expiresAt: later }).execute();
  await tx
    .insertInto('sessionTokens')
    .values({ userId, sessionId, kind: 'access', tokenHash: hash, expiresAt: later })
    .execute();
  await tx
    .insertInto('rememberedBrowsers')
    .values({ userId, sessionId, tokenHash: hash, expiresAt: later })
    .execute();
  await tx.insertInto('knownDevices').values({ tokenHash: hash, userId }).execute();
  await tx.insertInto('passwordResets').values({ tokenHash: hash, userId, expiresAt: later }).execute();
  await tx
    .insertInto('signInChallenges')
    .values({ tokenHash: hash, userId, loginName: 'test', isRemembered: false, expiresAt: later })
    .execute();
  const sealed = { userId, secretCipher: hash, keyId: 'k1' };
  await tx
    .insertInto('userTotp')
    .values({ ...sealed, lastUsedStep: 1n })
    .execute();
  await tx
    .insertInto('totpEnrolments')
    .values({ ...sealed, expiresAt: later })
    .execute();
  await tx
    .insertInto('userPasskeys')
    .values({ credentialId: `passkey-${sessionId}`, userId, publicKey: hash, counter: 0n, name: 'Key' })
    .execute();
  await tx
    .insertInto('passkeyEnrolments')
    .values({ userId, webauthnChallenge: 'challenge', expiresAt: later })
    .execute();
  await tx.insertInto('recoveryCodes').values({ userId, codeHash: hash }).execute();
}
