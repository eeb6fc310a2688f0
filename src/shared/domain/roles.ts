import type { CallerKind, Permission } from './permissions.ts';
import { STAFF_PERMISSION_NAMES, type StaffPermission } from './staff-permissions.ts';

/** The roles that a person can have with a funder. A broker only receives mail with links; all others can sign in. A guest is let in by an investor. */
export const ROLES = [
  'syndication',
  'broker',
  'credit analyst',
  'underwriter',
  'servicing',
  'accounting',
  'collections',
  'administrator',
  'guest',
] as const;

export type Role = (typeof ROLES)[number];

/** The roles that the funder gives. */
export const GIVEN_ROLES = ROLES.filter((role) => role !== 'guest');

export type GivenRole = (typeof GIVEN_ROLES)[number];

/** The roles of people who work for the funder. */
export const STAFF_ROLES = [
  'credit analyst',
  'underwriter',
  'servicing',
  'accounting',
  'collections',
  'administrator',
] as const satisfies readonly Role[];

export type StaffRole = (typeof STAFF_ROLES)[number];

export const isStaff = (role: string): role is StaffRole => STAFF_ROLES.some((staff) => staff === role);

/** The kind of caller that somebody with this role is; null for a broker, to whom links open what there is to see. */
export function kindOfRole(role: string): CallerKind | null {
  if (isStaff(role)) return 'staff';
  if (role === 'guest') return 'guest';
  return role === 'syndication' ? 'investor' : null;
}

/** Of these a second factor is always required, whatever their funder has set for investors. */
export const needsSecondFactor = (role: string): boolean => isStaff(role) || role === 'guest';

export const canSignIn = (role: string): boolean => kindOfRole(role) !== null;

const UNDERWRITING: readonly StaffPermission[] = ['view-desk', 'send-offers'];

/** What somebody with a role may do unless more or less is said of them. */
const PERMISSIONS_OF_ROLE: Readonly<Record<StaffRole, readonly StaffPermission[]>> = {
  'credit analyst': UNDERWRITING,
  underwriter: UNDERWRITING,
  servicing: ['view-desk', 'post-payments', 'change-deals', 'answer-requests', 'look-as-investor'],
  accounting: [
    'view-desk',
    'post-payments',
    'approve-money',
    'prepare-payouts',
    'answer-requests',
    'view-audit',
    'look-as-investor',
  ],
  collections: ['view-desk', 'change-deals', 'look-as-investor'],
  administrator: STAFF_PERMISSION_NAMES,
};

export const permissionsOfRole = (role: Role): readonly Permission[] =>
  isStaff(role) ? PERMISSIONS_OF_ROLE[role] : [];
