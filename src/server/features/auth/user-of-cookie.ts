import { forgetBrowser, readRememberedUser } from '../../identity/remembered-browsers.ts';
import { readSessionOfCookie } from '../../identity/session-of-cookie.ts';
import { nameIn, type SessionSite } from '../../identity/sessions.ts';
import { hashSessionToken } from '../../identity/tokens.ts';
import type { Database } from '../../platform/db/database.ts';
import { withClaims } from '../../platform/db/transactions.ts';

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
  const session = await readSessionOfCookie(db, refreshToken, site);
  return session && { id: session.userId, onlyTenantId: session.onlyTenantId, name: nameIn(session.tenants) };
}
