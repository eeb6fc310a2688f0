import { sql } from 'kysely';

/** Within this time, the same message counts as a double click or as a retry after a lost answer. */
export const SAME_WITHIN = sql`interval '10 minutes'`;
