import type { CallerKind, Permission } from '../../shared/domain/permissions.ts';

export interface SignedIn {
  userId: bigint;
  sessionId: string;
  /** The session came by the tenant's ticket: the person's other tenants are closed to it, and so are their other sessions. */
  isOfOneTenant: boolean;
  mustChangePassword: boolean;
  /** The tenant requires one and the user has none yet. */
  mustAddSecondFactor: boolean;
  tenantId: string;
  permissions: ReadonlySet<Permission>;
}

/** Somebody of a syndicate. */
export interface Investor extends SignedIn {
  kind: 'investor';
  syndicateId: bigint;
  /** The tabs that the own syndicate has, also while another is looked at. */
  tabs: { simple: boolean; detailed: boolean; deals: boolean };
}

/** Somebody of the funder itself. */
export interface Staff extends SignedIn {
  kind: 'staff';
  role: string;
}

/** Who is calling, as the server found out by itself. Nothing here was believed from the request. */
export type Caller = Investor | Staff;

export type CallerOf<K extends CallerKind> = Extract<Caller, { kind: K }>;
