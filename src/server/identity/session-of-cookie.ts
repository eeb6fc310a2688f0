import { sql } from 'kysely';
import type { Database } from '../platform/db/database.ts';
import { claim, withClaims } from '../platform/db/transactions.ts';
import { type OpenTenant, openTenants, wayInto } from './open-tenants.ts';
import { isInUse, onlyTenantOf, type SessionSite } from './sessions.ts';
import { hashSessionToken } from './tokens.ts';

export interface SessionOfCookie {
  userId: bigint;
  mustChangePassword: boolean;
  /** The tenant whose ticket or single sign-on opened the session; null when a password did. */
  onlyTenantId: string | null;
  tenants: OpenTenant[];
}

/** Reads the live session whose refresh token a browser has as a cookie. Renews nothing, and does not count as activity. */
export async function readSessionOfCookie(
  db: Database,
  refreshToken: string | undefined,
  site: SessionSite,
): Promise<SessionOfCookie | undefined> {
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
        .where('expiresAt', '>', sql<Date>`now()`)
        .executeTakeFirst();
      if (!token) return undefined;
      await claim(tx, { userId: token.userId });
      const session = await tx
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.userId')
        .select([
          'sessions.userId',
          'users.mustChangePassword',
          'sessions.onlyTenantId',
          'sessions.isSingleSignOn',
        ])
        .where('sessions.id', '=', token.sessionId)
        .where('sessions.endedAt', 'is', null)
        .where('sessions.expiresAt', '>', sql<Date>`now()`)
        .where(isInUse)
        .executeTakeFirst();
      if (!session) return undefined;
      const { isSingleSignOn, mustChangePassword, ...found } = session;
      return {
        ...found,
        mustChangePassword: mustChangePassword && !isSingleSignOn,
        tenants: await openTenants(tx, onlyTenantOf(session, site), wayInto(session)),
      };
    },
    { readOnly: true },
  );
}
