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

export const canSignIn = (role: string): boolean => role === 'syndication';
