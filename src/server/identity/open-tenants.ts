import { sql } from 'kysely';
import { IDLE_SECONDS } from '../../shared/domain/idle-limits.ts';
import { permissionsHeld } from '../../shared/domain/permissions.ts';
import { canSignIn, isStaff, type Role } from '../../shared/domain/roles.ts';
import { type AuditEvent, recordAudit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/db/database.ts';
import { today } from '../platform/db/today.ts';
import { claim } from '../platform/db/transactions.ts';

export interface OpenTenant {
  id: string;
  name: string;
  /** The user's syndicate in this tenant. */
  syndicateId: bigint | null;
  /** The user's own name in this tenant. */
  memberName: string;
  role: Role;
  /** Whether the user works for this tenant, and so enters its desk. */
  isDesk: boolean;
  isGuest: boolean;
  /** After how many idle minutes a session of the user ends here. */
  idleMinutes: number;
}

/** A guest to whom no book is open on this day is let in as little as somebody whose membership is closed. */
const isClosed = sql<boolean>`m.is_terminated or (m.role = 'guest' and not exists (
  select from guests g where g.tenant_id = m.tenant_id and g.user_id = m.user_id and g.ended_at is null
    and g.until_date >= ${today}))`;

/**
 * All memberships of the user whose claim is on the transaction, as long as no tenant is claimed; otherwise the one in
 * that tenant. Nothing without a claim on a user.
 */
export async function membershipsOf(tx: Tx, onlyTenantId: string | null = null) {
  return (
    tx
      .selectFrom('memberships as m')
      .innerJoin('tenants as t', 't.id', 'm.tenantId')
      .select([
        't.id',
        't.name',
        't.requiresSecondFactor',
        't.requiresSingleSignOn',
        't.staffIdleMinutes',
        'm.role',
        'm.permissions',
        isClosed.as('isTerminated'),
        'm.acceptedAt',
        'm.syndicateId',
        'm.name as memberName',
      ])
      // Row-level security says the same, but in a form in which PostgreSQL would look at every membership and every tenant there is.
      .where('m.userId', '=', sql<bigint>`app_user()`)
      .$if(onlyTenantId !== null, (query) => query.where('t.id', '=', onlyTenantId))
      .orderBy('t.name')
      .orderBy('t.id')
      .execute()
  );
}

/** How a session is opened, or was. */
export type WayIn = 'password' | 'ticket' | 'single sign-on';

export const wayInto = (session: { onlyTenantId: string | null; isSingleSignOn: boolean }): WayIn => {
  if (session.isSingleSignOn) return 'single sign-on';
  return session.onlyTenantId === null ? 'password' : 'ticket';
};

/**
 * Whether a membership counts in a session that was opened this way. A ticket replaces the password of an investor, single sign-on
 * that of staff, who have no other way where their tenant requires it. Guests have their password only. The database's `identify_caller` says the same.
 */
export const countsBy =
  (way: WayIn) =>
  ({ role, requiresSingleSignOn }: Pick<Membership, 'role' | 'requiresSingleSignOn'>): boolean =>
    role === 'guest'
      ? way === 'password'
      : isStaff(role)
        ? way === 'single sign-on' || (way === 'password' && !requiresSingleSignOn)
        : way !== 'single sign-on';

/** The tenants that the user may enter, or may in a session. For a session that is limited to one tenant, at most that one. */
export async function openTenants(
  tx: Tx,
  onlyTenantId: string | null = null,
  way?: WayIn,
): Promise<OpenTenant[]> {
  const open = (await membershipsOf(tx, onlyTenantId)).filter(isOpen);
  return (way ? open.filter(countsBy(way)) : open).map(asOpenTenant);
}

type Membership = Awaited<ReturnType<typeof membershipsOf>>[number];

export const asOpenTenant = ({
  id,
  name,
  syndicateId,
  memberName,
  role,
  staffIdleMinutes,
}: Membership): OpenTenant => ({
  id,
  name,
  syndicateId,
  memberName: memberName ?? '',
  role,
  isDesk: isStaff(role),
  isGuest: role === 'guest',
  idleMinutes: isStaff(role) ? staffIdleMinutes : IDLE_SECONDS / 60,
});

/**
 * Whether a funder's say about the account counts: the person signs in there, or did, and has accepted the invitation. Otherwise
 * every funder could have a say by inviting somebody.
 */
export const isAccepted = ({ role, acceptedAt }: Pick<Membership, 'role' | 'acceptedAt'>) =>
  canSignIn(role) && acceptedAt !== null;

/** Staff from whom every permission was taken have nothing to open. */
export const isOpen = (
  membership: Pick<Membership, 'role' | 'isTerminated' | 'acceptedAt' | 'permissions'>,
): boolean => isAccepted(membership) && !membership.isTerminated && !isWithoutDesk(membership);

const isWithoutDesk = ({ role, permissions }: Pick<Membership, 'role' | 'permissions'>) =>
  isStaff(role) && !permissionsHeld('staff', permissions).has('view-desk');

/** The person has an invitation to accept, which they can still do after they have declined it. */
export const isToBeAccepted = ({
  role,
  isTerminated,
  acceptedAt,
}: Pick<Membership, 'role' | 'isTerminated' | 'acceptedAt'>) =>
  canSignIn(role) && !isTerminated && acceptedAt === null;

/**
 * A session can belong to several tenants, so the event is recorded in the audit trail of each. It claims tenants, so it
 * must come last.
 */
export async function auditInEachTenant(
  tx: Tx,
  tenants: readonly Pick<OpenTenant, 'id'>[],
  event: AuditEvent,
): Promise<void> {
  for (const tenant of tenants) {
    await claim(tx, { tenantId: tenant.id });
    await recordAudit(tx, event);
  }
}
