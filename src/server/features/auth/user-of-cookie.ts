import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { claim, withClaims } from '../../db/transactions.ts';
import { isInUse, type SessionSite } from '../../identity/sessions.ts';
import { hashSessionToken } from '../../identity/tokens.ts';

/**
 * Whoever asked to be remembered on this browser. A session that went idle still tells the name; only
 * signing out, or the end of its thirty days, makes the browser forget.
 */
export const findRememberedUser = (db: Database, refreshToken: string | undefined, site: SessionSite) =>
  findUser(db, refreshToken, site, sql<boolean>`is_remembered`);

/** Whoever is signed in on this browser. */
export const findSignedInUser = (db: Database, refreshToken: string | undefined, site: SessionSite) =>
  findUser(db, refreshToken, site, isInUse);

async function findUser(
  db: Database,
  refreshToken: string | undefined,
  site: SessionSite,
  condition: typeof isInUse,
) {
  if (!refreshToken) return undefined;
  const credential = hashSessionToken(refreshToken, site);
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
        .select(['u.id', 'u.name', 'u.email', 'u.loginName', 's.onlyTenantId'])
        .where('s.id', '=', token.sessionId)
        .where('s.endedAt', 'is', null)
        .where('s.expiresAt', '>', sql<Date>`now()`)
        .where(condition)
        .executeTakeFirst();
    },
    { readOnly: true },
  );
}
