import { type RawBuilder, sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Database, Tx } from './database.ts';

/** The calendar day of a moment in the time zone of the payouts. */
export const dayOf = (moment: RawBuilder<unknown>) =>
  sql<string>`(${moment} at time zone 'America/New_York')::date`;

/** The moment at which a day begins in that time zone. */
export const startOf = (day: RawBuilder<unknown>) =>
  sql<Date>`(${day}::timestamp at time zone 'America/New_York')`;

/** The current day in that time zone. */
export const today = dayOf(sql`now()`);

/** The current day in that time zone, for calculations outside the database. */
export async function readToday(db: Database | Tx): Promise<CalendarDate> {
  const { rows } = await sql<{ day: string }>`select ${today} as day`.execute(db);
  return calendarDate(rows[0]?.day ?? '');
}
