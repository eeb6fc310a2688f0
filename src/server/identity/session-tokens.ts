import { sql } from 'kysely';
import type { Site } from '../hosts/site.ts';
import { newToken } from '../platform/crypto/random-tokens.ts';
import type { Tx } from '../platform/db/database.ts';
import {
  ACCESS_TOKEN_SECONDS,
  hashSessionToken,
  LOST_RENEWAL_SECONDS,
  REMEMBERED_SESSION_SECONDS,
  REPLACED_TOKEN_GRACE_SECONDS,
  SESSION_SECONDS,
} from './tokens.ts';

export interface LiveSession {
  id: string;
  userId: bigint;
  isRemembered: boolean;
  onlyTenantId: string | null;
  isSingleSignOn: boolean;
}

export const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** A token is valid only at the host name at which it was issued. */
type TokenSite = Pick<Site, 'host'>;

/** Tokens of a new session, or those that take the place of the refresh token with the hash `replaces`. */
export async function issueTokens(tx: Tx, session: LiveSession, site: TokenSite, replaces: Buffer | null) {
  const token = newToken();
  const seconds = session.isRemembered ? REMEMBERED_SESSION_SECONDS : SESSION_SECONDS;
  await storeToken(tx, session, { kind: 'refresh', token, seconds, site, replaces });
  return { ...(await issueAccessToken(tx, session, site, replaces)), refreshToken: token };
}

export async function issueAccessToken(
  tx: Tx,
  session: LiveSession,
  site: TokenSite,
  replaces: Buffer | null = null,
) {
  const token = newToken();
  await storeToken(tx, session, { kind: 'access', token, seconds: ACCESS_TOKEN_SECONDS, site, replaces });
  const keepForSeconds = session.isRemembered ? REMEMBERED_SESSION_SECONDS : null;
  return { userId: session.userId, accessToken: token, keepForSeconds };
}

interface NewSessionToken {
  kind: 'access' | 'refresh';
  token: string;
  seconds: number;
  site: TokenSite;
  replaces: Buffer | null;
}

async function storeToken(
  tx: Tx,
  { id: sessionId, userId }: LiveSession,
  { kind, token, seconds, site, replaces }: NewSessionToken,
): Promise<void> {
  const tokenHash = hashSessionToken(token, site);
  await tx
    .insertInto('sessionTokens')
    .values({ sessionId, userId, kind, tokenHash, expiresAt: inSeconds(seconds), replaces })
    .execute();
}

export const isReplaced = sql<boolean>`replaced_at is not null`;

/** The token was replaced so long ago that its second use cannot be that of another tab in the same moment. */
export const wasReplacedBefore = sql<boolean>`coalesce(
  replaced_at < now() - make_interval(secs => ${REPLACED_TOKEN_GRACE_SECONDS}), false)`;

/**
 * Withdraws the successor of a refresh token, if nobody has ever used it: then the answer that carried it was lost, or a thief has
 * it. The access token of the same answer goes with it. Both count as replaced since they were issued, so that whoever has
 * them after all gets nothing more with them, and ends the session by renewing. Returns false if there was nothing to withdraw.
 */
export async function withdrawUnusedSuccessor(tx: Tx, sessionId: string, replaced: Buffer): Promise<boolean> {
  const isRecent = tx
    .selectFrom('sessionTokens as old')
    .select('old.tokenHash')
    .where('old.tokenHash', '=', replaced)
    .where('old.replacedAt', '>', sql<Date>`now() - make_interval(secs => ${LOST_RENEWAL_SECONDS})`);
  const withdrawn = await tx
    .updateTable('sessionTokens')
    .set({ replacedAt: sql<Date>`issued_at` })
    .where('sessionId', '=', sessionId)
    .where('replaces', '=', replaced)
    .where('replacedAt', 'is', null)
    .where(({ exists }) => exists(isRecent))
    .returning('kind')
    .execute();
  return withdrawn.some(({ kind }) => kind === 'refresh');
}

/** Whoever presents the token again within the next seconds is another tab, and gets no successor of its own. */
export async function markReplaced(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx
    .updateTable('sessionTokens')
    .set({ replacedAt: sql<Date>`now()` })
    .where('tokenHash', '=', tokenHash)
    .execute();
}
