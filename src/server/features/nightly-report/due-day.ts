import { sql } from 'kysely';
import { bankDayBefore, isBankDay } from '../../../shared/domain/bank-holidays.ts';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Tx } from '../../platform/db/database.ts';

/** The last bank day whose reports should have been sent. The nightly job starts at 06:40 UTC and has an hour. */
export async function readDueDay(tx: Tx): Promise<CalendarDate> {
  const { rows } = await sql<{ ended: string }>`
    select ((now() - interval '7 hours 40 minutes') at time zone 'UTC')::date - 1 as ended`.execute(tx);
  const ended = calendarDate(rows[0]?.ended ?? '');
  return isBankDay(ended) ? ended : bankDayBefore(ended);
}
