import type { SessionAccess } from '../../shared/contract/endpoint.ts';
import type { Permission } from '../../shared/domain/permissions.ts';

export interface SignedIn {
  userId: bigint;
  sessionId: string;
  /** True for a session opened with a tenant's ticket. It reaches neither the user's other tenants nor their other sessions. */
  isOfOneTenant: boolean;
  mustChangePassword: boolean;
  /** True when the tenant requires a second factor and the user has not added one yet. */
  mustAddSecondFactor: boolean;
  tenantId: string;
  permissions: ReadonlySet<Permission>;
}

/** A caller who belongs to a syndicate. */
export interface Investor extends SignedIn {
  kind: 'investor';
  syndicateId: bigint;
  /** The tabs of the caller's own syndicate. They stay the same while the caller views another syndicate. */
  tabs: { simple: boolean; detailed: boolean; deals: boolean };
}

/** A caller who works for the funder. */
export interface Staff extends SignedIn {
  kind: 'staff';
  role: string;
}

/** The caller as the server determined it. Nothing here is taken from the request on trust. */
export type Caller = Investor | Staff;

/** Who calls an endpoint of this access. */
export type CallerOf<A extends SessionAccess> = A extends Caller['kind']
  ? Extract<Caller, { kind: A }>
  : Caller;
