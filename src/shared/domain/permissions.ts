/** The two kinds of callers: an investor belongs to a syndicate, and staff belong to the funder. */
export const CALLER_KINDS = ['investor', 'staff'] as const;

export type CallerKind = (typeof CALLER_KINDS)[number];

interface PermissionDefinition {
  /** What its holder may do, as the documentation of the import describes it. */
  readonly about: string;
  /** The kinds of callers for whom it counts. In the membership of any other kind it opens nothing. */
  readonly heldBy: readonly CallerKind[];
  /** The command-line option that switches it, as in `--fcs on`. */
  readonly option: string;
  /** Its flag in the operator's API and its column in the import. */
  readonly field: string;
  /** The code of the refusal for a caller without it. */
  readonly refusal: string;
}

/**
 * Everything that an endpoint can require beyond a caller of the right kind. Memberships store the names, so a name must never
 * change. A new permission starts here, and the compiler and the tests point to the remaining places (CONTRIBUTING.md, "A
 * permission").
 */
export const PERMISSIONS = {
  'view-fcs': {
    about: 'may open file control sheets',
    heldBy: ['investor'],
    option: 'fcs',
    field: 'can_view_fcs',
    // Without the permission, the file must look as if it did not exist.
    refusal: 'not_found',
  },
  'switch-syndicates': {
    about: 'may look at every syndicate',
    heldBy: ['investor'],
    option: 'switch',
    field: 'can_switch_syndicates',
    refusal: 'switch_not_allowed',
  },
} as const satisfies Readonly<Record<string, PermissionDefinition>>;

export type Permission = keyof typeof PERMISSIONS;

export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as readonly Permission[];

/** The permissions to grant (true) and to revoke (false). Missing ones stay as they are. */
export type PermissionSwitches = { readonly [P in Permission]?: boolean | undefined };

export const mayHold = (kind: CallerKind, permission: Permission): boolean =>
  (PERMISSIONS[permission].heldBy as readonly CallerKind[]).includes(kind);

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
