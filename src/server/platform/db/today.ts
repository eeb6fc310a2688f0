import { type RawBuilder, sql } from 'kysely';

/** The calendar day of a moment in the time zone of the payouts. */
export const dayOf = (moment: RawBuilder<unknown>) =>
  sql<string>`(${moment} at time zone 'America/New_York')::date`;

/** The moment at which a day begins in that time zone. */
export const startOf = (day: RawBuilder<unknown>) =>
  sql<Date>`(${day}::timestamp at time zone 'America/New_York')`;

/** The current day in that time zone. */
export const today = dayOf(sql`now()`);
