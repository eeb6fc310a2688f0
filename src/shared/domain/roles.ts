/**
 * The roles that a person can have with a funder. Only people of a syndicate sign in to this portal; the others only
 * receive mail.
 */
export const ROLES = [
  'syndication',
  'broker',
  'credit analyst',
  'underwriter',
  'servicing',
  'accounting',
  'administrator',
] as const;

export type Role = (typeof ROLES)[number];

/** The roles of people who work for the funder. */
export const STAFF_ROLES = [
  'credit analyst',
  'underwriter',
  'servicing',
  'accounting',
  'administrator',
] as const satisfies readonly Role[];

export const isStaff = (role: string): boolean => STAFF_ROLES.some((staff) => staff === role);

export const canSignIn = (role: string): boolean => role === 'syndication';
