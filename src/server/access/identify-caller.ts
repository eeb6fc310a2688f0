import { sql } from 'kysely';
import type { SessionAccess } from '../../shared/contract/endpoint.ts';
import { guestPartsNamed } from '../../shared/domain/guest-parts.ts';
import { IDLE_SECONDS } from '../../shared/domain/idle-limits.ts';
import { type CallerKind, permissionsHeld } from '../../shared/domain/permissions.ts';
import { noteTicketIssuer } from '../platform/audit/request-origin.ts';
import { compiledOnce } from '../platform/db/compiled-once.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Caller, CallerOf, GuestBook, SignedIn } from './caller.ts';
import { requireKind } from './requirements.ts';

/** A live session, with its user's membership in the row's tenant if there is one. */
interface Found extends Omit<SignedIn, 'permissions' | 'tenantId'> {
  kind: CallerKind | null;
  role: string | null;
  isTerminated: boolean | null;
  permissions: string[] | null;
  syndicateId: bigint | null;
  showsSimpleView: boolean | null;
  showsDetailedView: boolean | null;
  showsDealsTab: boolean | null;
}

/** A token of a session, and the tenant that it is presented for. */
export interface SessionCredential {
  tenantId: string;
  tokenHash: Buffer;
  /** A bearer token is an access token. The session cookie holds a refresh token. */
  tokenKind: 'access' | 'refresh';
}

/** Tells of a session that was found, before the membership is checked. */
type OnSession = (session: Pick<SignedIn, 'userId' | 'sessionId'>) => void;

/** Finds the live session of a token, and its user's membership of the right kind in the requested tenant. */
export const identifyCaller = async <A extends SessionAccess>(
  tx: Tx,
  access: A,
  credential: SessionCredential,
  onSession?: OnSession,
): Promise<CallerOf<A>> => requireKind(await identifyCallers(tx, credential, onSession), access);

/**
 * Finds the live session of a token, and as what its user may enter the requested tenant. It also sets the transaction's claims:
 * the tenant, the credential and the user.
 */
export async function identifyCallers(
  tx: Tx,
  { tenantId, tokenHash, tokenKind }: SessionCredential,
  onSession?: OnSession,
): Promise<Caller[]> {
  const { rows } = await tx.executeQuery(lookUp({ tenantId, tokenHash, tokenKind }));
  const [session] = rows;
  if (!session) throw new Refusal('not_signed_in');
  onSession?.(session);
  if (session.isOfOneTenant) noteTicketIssuer(await ticketIssuerOf(tx, session));
  const guests = rows.filter(({ kind }) => kind === 'guest');
  const callers = rows
    .filter(({ kind }) => kind !== 'guest')
    .map((row) => callerOf(row, tenantId))
    .concat(guestOf(guests, tenantId))
    .filter((caller) => caller !== null);
  if (callers.length === 0) throw new Refusal(guests.length > 0 ? 'guest_ended' : 'tenant_not_allowed');
  return callers;
}

const lookUp = compiledOnce(
  ({ tenantId, tokenHash, tokenKind }: SessionCredential) => sql<Found>`
    select user_id, session_id, is_of_one_tenant, must_change_password, must_add_second_factor, kind, role, is_terminated,
      permissions, syndicate_id, shows_simple_view, shows_detailed_view, shows_deals_tab
    from identify_caller(${tenantId}::uuid, ${tokenHash}::bytea, ${tokenKind}::text, ${IDLE_SECONDS}::float8)`,
);

/** Asked of the few sessions that a ticket opened, so that the others do not wait for it. */
async function ticketIssuerOf(tx: Tx, { sessionId }: Pick<SignedIn, 'sessionId'>): Promise<string | null> {
  const session = await tx
    .selectFrom('sessions')
    .select('ticketIssuer')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return session?.ticketIssuer ?? null;
}

/** Returns null when the user has no membership, when it is closed, or when its role cannot sign in. */
function callerOf(found: Found, tenantId: string): Caller | null {
  const { kind, role, isTerminated, permissions, syndicateId } = found;
  if (kind === null || kind === 'guest' || role === null || isTerminated || permissions === null) return null;
  const signedIn = signedInOf(found, tenantId, permissionsHeld(kind, permissions));
  if (kind === 'staff') return { ...signedIn, kind, role };
  if (syndicateId === null) return null;
  return { ...signedIn, kind, syndicateId, tabs: tabsOf(found) };
}

/** A guest has a row for each book, with its parts in the place of permissions, and one without a book when none is open. */
function guestOf(rows: readonly Found[], tenantId: string): Caller | null {
  const [first] = rows;
  const books = rows.flatMap((found): GuestBook[] => {
    const { isTerminated, permissions, syndicateId } = found;
    if (isTerminated || permissions === null || syndicateId === null) return [];
    return [{ syndicateId, parts: guestPartsNamed(permissions), tabs: tabsOf(found) }];
  });
  if (!first || books.length === 0) return null;
  return { ...signedInOf(first, tenantId, new Set()), kind: 'guest', books, opened: [] };
}

const signedInOf = (found: Found, tenantId: string, permissions: SignedIn['permissions']): SignedIn => ({
  userId: found.userId,
  sessionId: found.sessionId,
  isOfOneTenant: found.isOfOneTenant,
  mustChangePassword: found.mustChangePassword,
  mustAddSecondFactor: found.mustAddSecondFactor,
  tenantId,
  permissions,
});

const tabsOf = (found: Found) => ({
  simple: found.showsSimpleView === true,
  detailed: found.showsDetailedView === true,
  deals: found.showsDealsTab === true,
});
