import type { SessionAccess } from '../../shared/contract/endpoint.ts';
import type { GuestPart } from '../../shared/domain/guest-parts.ts';
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

/** The tabs that a syndicate has. */
export interface Tabs {
  simple: boolean;
  detailed: boolean;
  deals: boolean;
}

/** A caller who belongs to a syndicate. */
export interface Investor extends SignedIn {
  kind: 'investor';
  syndicateId: bigint;
  /** The tabs of the caller's own syndicate. They stay the same while the caller views another syndicate. */
  tabs: Tabs;
}

/** A caller who works for the funder. */
export interface Staff extends SignedIn {
  kind: 'staff';
  role: string;
}

/** A book that is open to a guest on this day. Lists and no sets, because the version of an answer is made of them. */
export interface GuestBook {
  syndicateId: bigint;
  parts: readonly GuestPart[];
  tabs: Tabs;
}

/** A caller whom investors let in to read parts of their books. Holds no permission. */
export interface Guest extends SignedIn {
  kind: 'guest';
  /** At least one. */
  books: readonly GuestBook[];
  /** Those whose part the called endpoint shows. */
  opened: readonly GuestBook[];
}

/** The caller as the server determined it. Nothing here is taken from the request on trust. */
export type Caller = Investor | Staff | Guest;

/** Who reads the book of a syndicate. */
export type BookReader = Investor | Guest;

/** Who calls an endpoint of this access. */
export type CallerOf<A extends SessionAccess> = A extends Caller['kind']
  ? Extract<Caller, { kind: A }>
  : Investor | Staff;
