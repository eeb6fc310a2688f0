import * as z from 'zod/mini';

/** What a service token may be issued for; each endpoint of the operator's API names one, or none that every token has. */
export const SCOPES = ['audit', 'files', 'import', 'links', 'payout-accounts', 'settings', 'users'] as const;

export const scope = z.enum(SCOPES);

export type Scope = (typeof SCOPES)[number];
