import * as z from 'zod/mini';

/**
 * The scopes that a service token may be issued for. Each endpoint of the operator API needs one of them, or none.
 */
export const SCOPES = [
  'audit',
  'book',
  'cash',
  'documents',
  'files',
  'import',
  'links',
  'payout-accounts',
  'post',
  'settings',
  'users',
] as const;

export const scope = z.enum(SCOPES);

export type Scope = (typeof SCOPES)[number];
