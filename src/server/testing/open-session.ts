import { sql } from 'kysely';
import { hashToken, newToken } from '../platform/crypto/random-tokens.ts';
import type { Database } from '../platform/db/database.ts';
import { withClaims } from '../platform/db/transactions.ts';

/**
 * Opens a session without signing in that lasts as long as a test may take, for all of the user's tenants or, as a ticket does, for
 * one. Returns its token.
 */
export async function openSession(
  owner: Database,
  userId: bigint,
  kind: 'access' | 'refresh' = 'access',
  onlyTenantId: string | null = null,
): Promise<string> {
  const token = newToken();
  const later = sql<Date>`now() + interval '1 hour'`;
  await withClaims(owner, { userId }, async (tx) => {
    const { id: sessionId } = await tx
      .insertInto('sessions')
      .values({ userId, onlyTenantId, expiresAt: later, lastActiveAt: later })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('sessionTokens')
      .values({ userId, sessionId, kind, tokenHash: hashToken(token), expiresAt: later })
      .execute();
  });
  return token;
}
