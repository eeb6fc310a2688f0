import { type RawBuilder, sql } from 'kysely';

/** The day that a moment falls on where payouts are made. */
export const dayOf = (moment: RawBuilder<unknown>) =>
  sql<string>`(${moment} at time zone 'America/New_York')::date`;

/** The moment at which a day begins there. */
export const startOf = (day: RawBuilder<unknown>) =>
  sql<Date>`(${day}::timestamp at time zone 'America/New_York')`;

/** The day it is there. */
export const today = dayOf(sql`now()`);
