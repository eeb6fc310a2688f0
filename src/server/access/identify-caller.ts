import { type CompiledQuery, sql } from 'kysely';
import type { SessionAccess } from '../../shared/contract/endpoint.ts';
import { IDLE_SECONDS } from '../../shared/domain/idle-limits.ts';
import { type CallerKind, permissionsHeld } from '../../shared/domain/permissions.ts';
import { noteTicketIssuer } from '../platform/audit/request-origin.ts';
import { compiledOnce } from '../platform/db/compiled-once.ts';
import type { Tx } from '../platform/db/database.ts';
import { together } from '../platform/db/together.ts';
import { Refusal } from '../platform/errors.ts';
import type { Caller, CallerOf, SignedIn } from './caller.ts';
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

/**
 * A query that does not depend on who the caller is. It is sent together with the look-up, which costs no further round trip, and
 * sees the rows of the requested tenant. Its answer is used only if the caller is let in.
 */
export interface Beside {
  query: CompiledQuery<unknown>;
  onRows: (rows: readonly unknown[]) => void;
}

/**
 * Finds the live session of a token, and its user's membership of the right kind in the requested tenant. It also sets the
 * transaction's claims: the tenant, the credential and the user. It tells of the session before it checks the membership.
 */
export async function identifyCaller<A extends SessionAccess>(
  tx: Tx,
  access: A,
  { tenantId, tokenHash, tokenKind }: SessionCredential,
  onSession?: (session: Pick<SignedIn, 'userId' | 'sessionId'>) => void,
  beside?: Beside | null,
): Promise<CallerOf<A>> {
  const rows = await readBeside(tx, lookUp({ tenantId, tokenHash, tokenKind }), beside);
  const [session] = rows;
  if (!session) throw new Refusal('not_signed_in');
  onSession?.(session);
  if (session.isOfOneTenant) noteTicketIssuer(await ticketIssuerOf(tx, session));
  const callers = rows.map((row) => callerOf(row, tenantId)).filter((caller) => caller !== null);
  if (callers.length === 0) throw new Refusal('tenant_not_allowed');
  return requireKind(callers, access);
}

const lookUp = compiledOnce(
  ({ tenantId, tokenHash, tokenKind }: SessionCredential) => sql<Found>`
    select user_id, session_id, is_of_one_tenant, must_change_password, must_add_second_factor, kind, role, is_terminated,
      permissions, syndicate_id, shows_simple_view, shows_detailed_view, shows_deals_tab
    from identify_caller(${tenantId}::uuid, ${tokenHash}::bytea, ${tokenKind}::text, ${IDLE_SECONDS}::float8)`,
);

async function readBeside(tx: Tx, query: CompiledQuery<Found>, beside?: Beside | null): Promise<Found[]> {
  if (!beside) return (await tx.executeQuery(query)).rows;
  const [found, others] = await together(tx, query, beside.query);
  beside.onRows(others);
  return found;
}

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
  if (kind === null || role === null || isTerminated || permissions === null) return null;
  const signedIn: SignedIn = {
    userId: found.userId,
    sessionId: found.sessionId,
    isOfOneTenant: found.isOfOneTenant,
    mustChangePassword: found.mustChangePassword,
    mustAddSecondFactor: found.mustAddSecondFactor,
    tenantId,
    permissions: permissionsHeld(kind, permissions),
  };
  if (kind === 'staff') return { ...signedIn, kind, role };
  if (syndicateId === null) return null;
  const tabs = {
    simple: found.showsSimpleView === true,
    detailed: found.showsDetailedView === true,
    deals: found.showsDealsTab === true,
  };
  return { ...signedIn, kind, syndicateId, tabs };
}
