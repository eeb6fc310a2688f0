import { sql } from 'kysely';
import type { Site } from '../hosts/site.ts';
import { newToken } from '../platform/crypto/random-tokens.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim } from '../platform/db/transactions.ts';
import { hashSessionToken, REMEMBERED_BROWSER_SECONDS } from './tokens.ts';

/**
 * Makes this browser remember its user. Expects the user's claim on the transaction. Returns the token for the browser to
 * keep.
 */
export async function rememberBrowser(
  tx: Tx,
  { userId, sessionId, site }: { userId: bigint; sessionId: string; site: Pick<Site, 'host'> },
): Promise<string> {
  const token = newToken();
  await tx
    .insertInto('rememberedBrowsers')
    .values({
      userId,
      sessionId,
      tokenHash: hashSessionToken(token, site),
      expiresAt: sql<Date>`now() + make_interval(secs => ${REMEMBERED_BROWSER_SECONDS})`,
    })
    .execute();
  return token;
}

/**
 * The user whom the browser with this token remembers. Expects the token's claim on the transaction, and leaves the
 * user's.
 */
export async function readRememberedUser(tx: Tx, tokenHash: Buffer) {
  const browser = await tx
    .selectFrom('rememberedBrowsers')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!browser) return undefined;
  await claim(tx, { userId: browser.userId });
  return tx
    .selectFrom('users')
    .select(['email', 'loginName'])
    .where('id', '=', browser.userId)
    .executeTakeFirst();
}

/**
 * Any holder of the token may have it forgotten. One that has expired is left to the nightly purge, so that it takes no
 * longer than one that never was. Expects the token's claim on the transaction.
 */
export async function forgetBrowser(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx
    .deleteFrom('rememberedBrowsers')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .execute();
}

interface Which {
  userId: bigint;
  /** Only the browser of this session. */
  only?: string;
  /** All browsers except the one of this session. */
  except?: string;
}

/**
 * Forgets browsers when somebody else ends a user's sessions, so that nothing shows who the user was. Expects the user's
 * claim on the transaction.
 */
export async function forgetBrowsers(tx: Tx, { userId, only, except }: Which): Promise<void> {
  let query = tx.deleteFrom('rememberedBrowsers').where('userId', '=', userId);
  if (only) query = query.where('sessionId', '=', only);
  if (except) query = query.where('sessionId', '<>', except);
  await query.execute();
}
