import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { claim, withClaims } from '../../db/transactions.ts';
import { hashToken } from '../../identity/tokens.ts';

/**
 * Whoever asked to be remembered on this browser. A session that went idle still tells the name; only
 * signing out, or the end of its thirty days, makes the browser forget.
 */
export async function findRememberedUser(db: Database, refreshToken: string | undefined) {
  if (!refreshToken) return undefined;
  const credential = hashToken(refreshToken);
  return withClaims(
    db,
    { credential },
    async (tx) => {
      const token = await tx
        .selectFrom('sessionTokens')
        .select(['sessionId', 'userId'])
        .where('tokenHash', '=', credential)
        .where('kind', '=', 'refresh')
        .where('replacedAt', 'is', null)
        .executeTakeFirst();
      if (!token) return undefined;
      await claim(tx, { userId: token.userId });
      return tx
        .selectFrom('sessions as s')
        .innerJoin('users as u', 'u.id', 's.userId')
        .select(['u.email', 'u.loginName'])
        .where('s.id', '=', token.sessionId)
        .where('s.isRemembered', '=', true)
        .where('s.endedAt', 'is', null)
        .where('s.expiresAt', '>', sql<Date>`now()`)
        .executeTakeFirst();
    },
    { readOnly: true },
  );
}
