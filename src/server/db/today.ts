import { sql } from 'kysely';

/** The day it is where payouts are made. */
export const today = sql<string>`(now() at time zone 'America/New_York')::date`;
