import { sql } from 'kysely';
import type { SecondFactorMethod } from '../../shared/contract/sign-in-grants.ts';
import type { Site } from '../hosts/site.ts';
import { noteTicketIssuer } from '../platform/audit/request-origin.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { claim, withClaims } from '../platform/db/transactions.ts';
import { Refusal } from '../platform/errors.ts';
import { lockUser } from './credential-version.ts';
import { cancelRequestsOfOthers } from './end-with-sessions.ts';
import { auditInEachTenant, type OpenTenant, openTenants, wayInto } from './open-tenants.ts';
import { forgetBrowsers } from './remembered-browsers.ts';
import {
  inSeconds,
  isReplaced,
  issueAccessToken,
  issueTokens,
  type LiveSession,
  markReplaced,
  wasReplacedBefore,
  withdrawUnusedSuccessor,
} from './session-tokens.ts';
import { hashSessionToken, REMEMBERED_SESSION_SECONDS, SESSION_SECONDS } from './tokens.ts';

export interface OpenSession {
  userId: bigint;
  name: string;
  mustChangePassword: boolean;
  tenants: OpenTenant[];
  accessToken: string;
  /** Null for the second of two tabs that renew at the same moment. Both use the cookie of the first. */
  refreshToken: string | null;
  /** Set when the browser is to keep the cookie after it is closed. */
  keepForSeconds: number | null;
}

export interface Device {
  userAgent: string | undefined;
  address: string;
}

/** Where a session is valid: at the host name at which it was opened and, if that is a tenant's, for that tenant. */
export type SessionSite = Pick<Site, 'host' | 'tenantId'>;

export interface NewSession {
  userId: bigint;
  tenants: OpenTenant[];
  isRemembered: boolean;
  device: Device;
  site: SessionSite;
  /** The tenant whose sign-in ticket or single sign-on opened the session; null when a password did. */
  onlyTenantId: string | null;
  /** Whether that tenant's provider of single sign-on vouched for the user. */
  isSingleSignOn: boolean;
  /** Who issued that ticket, as the audit trail names them. */
  ticketIssuer: string | null;
  /** The second factor that was used, of the user's own or at the provider of single sign-on. */
  secondFactor?: SecondFactorMethod | 'provider';
  /** When it was used, where it was not just now but at the provider. A time to come counts as now. */
  secondFactorAt?: Date;
}

/** Expects the user's claim on the transaction, and that credentials and memberships have been checked. */
export async function startSession(
  tx: Tx,
  { userId, tenants, isRemembered, device, site, secondFactor, secondFactorAt, ...entry }: NewSession,
): Promise<OpenSession & { sessionId: string }> {
  const { onlyTenantId, isSingleSignOn, ticketIssuer } = entry;
  noteTicketIssuer(ticketIssuer);
  const { id: sessionId } = await tx
    .insertInto('sessions')
    .values({
      userId,
      isRemembered,
      onlyTenantId,
      isSingleSignOn,
      ticketIssuer,
      host: site.host,
      idleMinutes: Math.min(...tenants.map(({ idleMinutes }) => idleMinutes)),
      userAgent: device.userAgent?.slice(0, 300) ?? null,
      address: device.address,
      expiresAt: inSeconds(isRemembered ? REMEMBERED_SESSION_SECONDS : SESSION_SECONDS),
      secondFactorAt: secondFactor ? shownAt(secondFactorAt) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const session = { id: sessionId, userId, isRemembered, onlyTenantId, isSingleSignOn };
  const tokens = await issueTokens(tx, session, site, null);
  const user = await readUser(tx, session);
  const way = wayInto(entry);
  await auditInEachTenant(tx, tenants, {
    actorId: userId,
    action: 'signed in',
    subject: `session ${sessionId}`,
    details: { ...(way !== 'password' && { by: way }), ...(secondFactor && { secondFactor }) },
  });
  return { ...tokens, ...user, name: nameIn(tenants), sessionId, tenants };
}

const shownAt = (at: Date | undefined) =>
  at ? sql<Date>`least(now(), ${at}::timestamptz)` : sql<Date>`now()`;

/**
 * Exchanges a refresh token for new tokens. One that was replaced before is renewed once more if its successor was never used: the
 * answer may have been lost. If the successor was used, two parties have the token, one of them stole it, and the session ends.
 */
export async function renewSession(
  db: Database,
  refreshToken: string,
  site: SessionSite,
): Promise<OpenSession> {
  const credential = hashSessionToken(refreshToken, site);
  const renewed = await withClaims(db, { credential }, async (tx) => {
    const presented = await tx
      .selectFrom('sessionTokens')
      .select(['sessionId', 'userId', wasReplacedBefore.as('wasReplacedBefore')])
      .where('tokenHash', '=', credential)
      .where('kind', '=', 'refresh')
      .executeTakeFirst();
    if (!presented) return null;
    await claim(tx, { userId: presented.userId });
    // Locked before the session, in the order of everybody who ends something of a user.
    if (presented.wasReplacedBefore) await lockUser(tx, presented.userId);
    const session = await lockLiveSession(tx, presented.sessionId, isInUse);
    const tenants = session ? await openTenants(tx, onlyTenantOf(session, site), wayInto(session)) : [];
    if (!session || tenants.length === 0) return null;
    // Read again under the lock, because another tab may have renewed in the meantime.
    const token = await tx
      .selectFrom('sessionTokens')
      .select([isReplaced.as('isReplaced'), wasReplacedBefore.as('wasReplacedBefore')])
      .where('tokenHash', '=', credential)
      .where('expiresAt', '>', sql<Date>`now()`)
      .executeTakeFirst();
    if (!token) return null;
    if (token.wasReplacedBefore && !(await withdrawUnusedSuccessor(tx, session.id, credential))) {
      await endSession(tx, session, 'token reuse');
      await forgetBrowsers(tx, { userId: session.userId, only: session.id });
      await auditInEachTenant(tx, tenants, {
        actorId: session.userId,
        action: 'session ended: token reuse',
        subject: `session ${session.id}`,
      });
      const onlyTenantId = onlyTenantOf(session, site);
      await cancelRequestsOfOthers(tx, { userId: session.userId, onlyTenantId }, 'token reuse');
      return null;
    }
    const user = { ...(await readUser(tx, session)), name: nameIn(tenants) };
    // A second successor would be a second session. The second request gets an access token and no cookie.
    if (token.isReplaced && !token.wasReplacedBefore)
      return { ...(await issueAccessToken(tx, session, site)), refreshToken: null, ...user, tenants };
    await markReplaced(tx, credential);
    return { ...(await issueTokens(tx, session, site, credential)), ...user, tenants };
  });
  if (!renewed) throw new Refusal('not_signed_in');
  return renewed;
}

/**
 * Ends the session of this refresh token. An unknown or ended token is not an error. A browser that remembers its user
 * continues to do so.
 */
export const signOut = (db: Database, refreshToken: string, site: SessionSite): Promise<void> =>
  endSessionOf(db, hashSessionToken(refreshToken, site), site);

/** The same by the hash of the token, for a sign-in that was begun in the session and could not keep the token itself. */
export async function endSessionOf(db: Database, credential: Buffer, site: SessionSite): Promise<void> {
  await withClaims(db, { credential }, async (tx) => {
    const token = await tx
      .selectFrom('sessionTokens')
      .select(['sessionId', 'userId'])
      .where('tokenHash', '=', credential)
      .executeTakeFirst();
    if (!token) return;
    await claim(tx, { userId: token.userId });
    const session = await lockLiveSession(tx, token.sessionId, sql<boolean>`true`);
    if (!session) return;
    await endSession(tx, session, 'logout');
    const event = {
      actorId: session.userId,
      action: 'signed out',
      subject: `session ${session.id}`,
    } as const;
    const tenants = await openTenants(tx, onlyTenantOf(session, site), wayInto(session));
    await auditInEachTenant(tx, tenants, event);
  });
}

/** The tenant that a session is limited to, by its ticket or its host name; null when it is valid for all of the user's tenants. */
export const onlyTenantOf = (
  { onlyTenantId }: Pick<NewSession, 'onlyTenantId'>,
  { tenantId }: SessionSite,
): string | null => onlyTenantId ?? tenantId;

/** Not idle. Requests that the browser sends by itself do not count as activity; see touchSession. */
export const isInUse = sql<boolean>`last_active_at > now() - make_interval(mins => idle_minutes)`;

async function lockLiveSession(
  tx: Tx,
  sessionId: string,
  condition: typeof isInUse,
): Promise<LiveSession | undefined> {
  const session = await tx
    .selectFrom('sessions')
    .select(['id', 'userId', 'isRemembered', 'onlyTenantId', 'isSingleSignOn', 'ticketIssuer'])
    .where('id', '=', sessionId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .where(condition)
    .forUpdate()
    .executeTakeFirst();
  noteTicketIssuer(session?.ticketIssuer ?? null);
  return session;
}

/**
 * Records that the user is active. Loading and polling never call this, so an abandoned page goes idle. Returns after how many idle minutes
 * the session would end.
 */
export async function touchSession(tx: Tx, sessionId: string): Promise<number> {
  const { idleMinutes } = await tx
    .updateTable('sessions')
    .set({ lastActiveAt: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .returning('idleMinutes')
    .executeTakeFirstOrThrow();
  return idleMinutes;
}

/** A user of several tenants may have a name in each. Until one is chosen, the first is as good as any. */
export const nameIn = (tenants: readonly OpenTenant[]): string => tenants[0]?.memberName ?? '';

/** Whoever came by single sign-on has not used the password that is to be changed. */
async function readUser(tx: Tx, { userId, isSingleSignOn }: Pick<LiveSession, 'userId' | 'isSingleSignOn'>) {
  const { mustChangePassword } = await tx
    .selectFrom('users')
    .select('mustChangePassword')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { mustChangePassword: mustChangePassword && !isSingleSignOn };
}

async function endSession(tx: Tx, session: LiveSession, reason: 'logout' | 'token reuse'): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ endedAt: sql<Date>`now()`, endReason: reason })
    .where('id', '=', session.id)
    .execute();
}
