import { INVESTOR_PERMISSIONS, type InvestorPermission } from './investor-permissions.ts';
import { STAFF_PERMISSIONS } from './staff-permissions.ts';

/** The kinds of callers: an investor belongs to a syndicate, staff belong to the funder, and a guest was let in by an investor. */
export const CALLER_KINDS = ['investor', 'staff', 'guest'] as const;

export type CallerKind = (typeof CALLER_KINDS)[number];

/**
 * Everything that an endpoint can require beyond a caller of the right kind. Memberships store the names, so a name must never
 * change. A new permission starts in one of the two lists, and the compiler and the tests point to the remaining places
 * (CONTRIBUTING.md, "A permission").
 */
export const PERMISSIONS = { ...INVESTOR_PERMISSIONS, ...STAFF_PERMISSIONS } as const;

export type Permission = keyof typeof PERMISSIONS;

export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as readonly Permission[];

/** The permissions to grant (true) and to revoke (false). Missing ones stay as they are. */
export type PermissionSwitches = { readonly [P in Permission]?: boolean | undefined };

/** Each permission belongs to one kind of caller. In the membership of another kind it opens nothing. Guests hold none. */
export const mayHold = (kind: CallerKind, permission: Permission): boolean =>
  kind === (isOfInvestors(permission) ? 'investor' : 'staff');

export const isOfInvestors = (permission: Permission): permission is InvestorPermission =>
  permission in INVESTOR_PERMISSIONS;

/** Reads stored names. Names that only another version of the portal knows are skipped. */
export const permissionsNamed = (names: readonly string[]): ReadonlySet<Permission> =>
  new Set(PERMISSION_NAMES.filter((name) => names.includes(name)));

/** The names in a membership that count for a caller of its kind. */
export const permissionsHeld = (kind: CallerKind, names: readonly string[]): ReadonlySet<Permission> =>
  new Set([...permissionsNamed(names)].filter((name) => mayHold(kind, name)));

/** Makes one entry for each permission, in their order. */
export const forEachPermission = <T>(make: (name: Permission) => T): Record<Permission, T> =>
  Object.fromEntries(PERMISSION_NAMES.map((name) => [name, make(name)])) as Record<Permission, T>;

export const switchedOn = (switches: PermissionSwitches): Permission[] =>
  PERMISSION_NAMES.filter((name) => switches[name] === true);

export const switchedOff = (switches: PermissionSwitches): Permission[] =>
  PERMISSION_NAMES.filter((name) => switches[name] === false);

/** Those that somebody begins with, and what was granted and revoked besides. */
export const permissionsWith = (held: readonly Permission[], switches: PermissionSwitches): Permission[] =>
  PERMISSION_NAMES.filter((name) => switches[name] ?? held.includes(name));
