import { sql } from 'kysely';
import type { CheckedCredential } from '../../identity/credential-version.ts';
import { hashToken, newToken } from '../../platform/crypto/random-tokens.ts';
import type { Tx } from '../../platform/db/database.ts';
import { claim } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';

const CHALLENGE_SECONDS = 5 * 60;
const MOST_TRIES = 5;

export interface NewChallenge extends CheckedCredential {
  loginName: string | null;
  isRemembered: boolean;
  /** The tenant that issued the ticket, or whose single sign-on it is; null for a password. */
  onlyTenantId: string | null;
  isSingleSignOn: boolean;
  /** Who issued the ticket. */
  ticketIssuer: string | null;
}

/** Creates a challenge after a right password, a valid ticket or single sign-on. Expects the user's claim on the transaction. */
export async function openChallenge(tx: Tx, { loginName, ...challenge }: NewChallenge): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('signInChallenges')
    .values({
      ...challenge,
      loginName: loginName ?? (await ownLoginName(tx, challenge.userId)),
      tokenHash: hashToken(token),
      expiresAt: sql<Date>`now() + make_interval(secs => ${CHALLENGE_SECONDS})`,
    })
    .execute();
  return token;
}

async function ownLoginName(tx: Tx, userId: bigint): Promise<string> {
  const user = await tx
    .selectFrom('users')
    .select('loginName')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return user.loginName;
}

/**
 * Returns the presented challenge if it can still be answered, and claims its user. Expects the token's claim. The caller is
 * not told whether a challenge is unknown, expired, used or was tried too often.
 */
export async function readChallenge(tx: Tx, tokenHash: Buffer) {
  const challenge = await tx
    .selectFrom('signInChallenges')
    .select(['userId', 'loginName', 'onlyTenantId'])
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('attempts', '<', MOST_TRIES)
    .executeTakeFirst();
  if (!challenge) throw new Refusal('sign_in_expired');
  await claim(tx, { userId: challenge.userId });
  return challenge;
}

/** Counts an attempt before the answer is checked, so that concurrent attempts cannot exceed the limit. */
export async function takeTry(tx: Tx, tokenHash: Buffer) {
  const challenge = await tx
    .updateTable('signInChallenges')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where('attempts', '<', MOST_TRIES)
    .returning([
      'isRemembered',
      'onlyTenantId',
      'isSingleSignOn',
      'ticketIssuer',
      'webauthnChallenge',
      'credentialVersion',
      sql<Date>`expires_at - make_interval(secs => ${CHALLENGE_SECONDS})`.as('openedAt'),
    ])
    .executeTakeFirst();
  if (!challenge) throw new Refusal('sign_in_expired');
  return challenge;
}

export async function closeChallenge(tx: Tx, tokenHash: Buffer): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('signInChallenges')
    .set({ usedAt: sql<Date>`now()` })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Refusal('sign_in_expired');
}

export async function keepWebauthnChallenge(
  tx: Tx,
  tokenHash: Buffer,
  webauthnChallenge: string,
): Promise<void> {
  await tx
    .updateTable('signInChallenges')
    .set({ webauthnChallenge })
    .where('tokenHash', '=', tokenHash)
    .execute();
}
