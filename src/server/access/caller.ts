import { sql } from 'kysely';
import type { Duty } from '../../shared/contract/endpoint.ts';
import { IDLE_SECONDS } from '../../shared/domain/idle-limits.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';

/** Who is calling, as the server found out by itself. Nothing here was believed from the request. */
export interface Caller {
  userId: bigint;
  sessionId: string;
  /** The session came by the tenant's ticket: the person's other tenants are closed to it, and so are their other sessions. */
  isOfOneTenant: boolean;
  mustChangePassword: boolean;
  /** The tenant requires one and the user has none yet. */
  mustAddSecondFactor: boolean;
  tenantId: string;
  syndicateId: bigint;
  canSwitchSyndicates: boolean;
  canViewFcs: boolean;
  /** The tabs that the own syndicate has, also while another is looked at. */
  tabs: { simple: boolean; detailed: boolean; deals: boolean };
}

interface Found {
  userId: bigint;
  sessionId: string;
  isOfOneTenant: boolean;
  mustChangePassword: boolean;
  mustAddSecondFactor: boolean;
  role: string | null;
  isTerminated: boolean | null;
  syndicateId: bigint | null;
  canSwitchSyndicates: boolean | null;
  canViewFcs: boolean | null;
  showsSimpleView: boolean | null;
  showsDetailedView: boolean | null;
  showsDealsTab: boolean | null;
}

/**
 * Finds the live session behind an access token, or behind the cookie's refresh token, and the user's membership in the tenant asked for. Sets the
 * transaction's claims on the way: the tenant, the credential, and the user that it found.
 */
export async function identifyCaller(
  tx: Tx,
  tenantId: string,
  credential: Buffer,
  kind: 'access' | 'refresh' = 'access',
): Promise<Caller> {
  const { rows } = await sql<Found>`
    select user_id, session_id, is_of_one_tenant, must_change_password, must_add_second_factor, role, is_terminated,
      syndicate_id, can_switch_syndicates, can_view_fcs, shows_simple_view, shows_detailed_view, shows_deals_tab
    from identify_caller(${tenantId}::uuid, ${credential}::bytea, ${IDLE_SECONDS}::float8, ${kind})`.execute(
    tx,
  );
  const [found] = rows;
  if (!found) throw new Refusal('not_signed_in');
  if (found.role !== 'syndication' || found.isTerminated || found.syndicateId === null) {
    throw new Refusal('tenant_not_allowed');
  }
  return {
    userId: found.userId,
    sessionId: found.sessionId,
    isOfOneTenant: found.isOfOneTenant,
    mustChangePassword: found.mustChangePassword,
    mustAddSecondFactor: found.mustAddSecondFactor,
    tenantId,
    syndicateId: found.syndicateId,
    canSwitchSyndicates: found.canSwitchSyndicates === true,
    canViewFcs: found.canViewFcs === true,
    tabs: {
      simple: found.showsSimpleView === true,
      detailed: found.showsDetailedView === true,
      deals: found.showsDealsTab === true,
    },
  };
}

export function refuseBeforeDuties(caller: Caller, openBefore: readonly Duty[] = []): void {
  if (caller.mustChangePassword && !openBefore.includes('password change'))
    throw new Refusal('password_change_required');
  if (caller.mustAddSecondFactor && !openBefore.includes('second factor'))
    throw new Refusal('second_factor_required');
}
