/** The two kinds of people who can be signed in: an investor is of a syndicate, staff are of the funder itself. */
export const CALLER_KINDS = ['investor', 'staff'] as const;

export type CallerKind = (typeof CALLER_KINDS)[number];

interface PermissionDefinition {
  /** What its holder may do, as the import's page says it. */
  readonly about: string;
  /** Whose membership it counts for. A name in anybody else's opens nothing. */
  readonly heldBy: readonly CallerKind[];
  /** The option of the command line that switches it: `--fcs on`. */
  readonly option: string;
  /** Its flag in the operator's API, and its column in the import. */
  readonly field: string;
  /** What a caller without it is told, as the code of a refusal. */
  readonly refusal: string;
}

/**
 * Everything that an endpoint can need beyond a caller of the right kind. The names are kept in memberships, so a name stays
 * what it is. A new permission begins here; the compiler and the tests lead to the rest (CONTRIBUTING.md, "A permission").
 */
export const PERMISSIONS = {
  'view-fcs': {
    about: 'may open file control sheets',
    heldBy: ['investor'],
    option: 'fcs',
    field: 'can_view_fcs',
    // Without the permission there is no file to be found.
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

/** Permissions to be given (true) and taken away (false). What is left out stays as it is. */
export type PermissionSwitches = { readonly [P in Permission]?: boolean | undefined };

export const mayHold = (kind: CallerKind, permission: Permission): boolean =>
  (PERMISSIONS[permission].heldBy as readonly CallerKind[]).includes(kind);

/** Of names that are kept somewhere. One that only another version of the portal knows is passed over. */
export const permissionsNamed = (names: readonly string[]): ReadonlySet<Permission> =>
  new Set(PERMISSION_NAMES.filter((name) => names.includes(name)));

/** Of the names in a membership, those that count for a caller of its kind. */
export const permissionsHeld = (kind: CallerKind, names: readonly string[]): ReadonlySet<Permission> =>
  new Set([...permissionsNamed(names)].filter((name) => mayHold(kind, name)));

/** One entry for each permission, in their order. */
export const forEachPermission = <T>(make: (name: Permission) => T): Record<Permission, T> =>
  Object.fromEntries(PERMISSION_NAMES.map((name) => [name, make(name)])) as Record<Permission, T>;

export const switchedOn = (switches: PermissionSwitches): Permission[] =>
  PERMISSION_NAMES.filter((name) => switches[name] === true);

export const switchedOff = (switches: PermissionSwitches): Permission[] =>
  PERMISSION_NAMES.filter((name) => switches[name] === false);
