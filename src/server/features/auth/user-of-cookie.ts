import { sql } from 'kysely';
import { openTenants } from '../../identity/open-tenants.ts';
import { forgetBrowser, readRememberedUser } from '../../identity/remembered-browsers.ts';
import { isInUse, nameIn, onlyTenantOf, type SessionSite } from '../../identity/sessions.ts';
import { hashSessionToken } from '../../identity/tokens.ts';
import type { Database } from '../../platform/db/database.ts';
import { claim, withClaims } from '../../platform/db/transactions.ts';

/** Finds the user whom this browser remembers, signed in or not. */
export async function findRememberedUser(
  db: Database,
  rememberedToken: string | undefined,
  site: SessionSite,
) {
  if (!rememberedToken) return undefined;
  const credential = hashSessionToken(rememberedToken, site);
  return withClaims(db, { credential }, (tx) => readRememberedUser(tx, credential), { readOnly: true });
}

/** Removes the cookie that remembers the user, and the server's record of it. */
export async function forgetRememberedUser(
  db: Database,
  rememberedToken: string,
  site: SessionSite,
): Promise<void> {
  const credential = hashSessionToken(rememberedToken, site);
  await withClaims(db, { credential }, (tx) => forgetBrowser(tx, credential));
}

/** Finds the user who is signed in on this browser. */
export async function findSignedInUser(db: Database, refreshToken: string | undefined, site: SessionSite) {
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
      const session = await tx
        .selectFrom('sessions')
        .select(['userId as id', 'onlyTenantId'])
        .where('id', '=', token.sessionId)
        .where('endedAt', 'is', null)
        .where('expiresAt', '>', sql<Date>`now()`)
        .where(isInUse)
        .executeTakeFirst();
      return session && { ...session, name: nameIn(await openTenants(tx, onlyTenantOf(session, site))) };
    },
    { readOnly: true },
  );
}
