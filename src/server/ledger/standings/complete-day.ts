import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { readToday, today } from '../../platform/db/today.ts';
import { Refusal } from '../../platform/errors.ts';
import { queueTurnOfDay } from './turn-of-day.jobs.ts';

/**
 * Says through which day everything is posted, and has all open deals looked at again as of it. The day moves forward, never back: a
 * late file does not undo what later ones have said. Null says nothing.
 */
export async function completeDay(tx: Tx, tenantId: string, day: CalendarDate | null): Promise<void> {
  if (day === null) return;
  const { rows } = await sql`
    insert into tenant_books as books (tenant_id, complete_through) values (${tenantId}::uuid, ${day}::date)
    on conflict (tenant_id) do update set complete_through = excluded.complete_through
    where books.complete_through < excluded.complete_through
    returning 1`.execute(tx);
  if (rows.length > 0) await queueTurnOfDay(tx, tenantId);
}

/** Nobody can know that everything of a day is posted before the day has come. */
export async function requireDayHasCome(db: Database | Tx, day: CalendarDate | undefined): Promise<void> {
  if (day !== undefined && day > (await readToday(db))) throw new Refusal('complete_through_to_come');
}

/** Imported history is complete through its last cleared payment, and never through a day to come. */
export async function completeThroughLastPayment(tx: Tx, tenantId: string): Promise<void> {
  const { rows } = await sql<{ day: string | null }>`
    select least(max(last_cleared_date), ${today}) as day from deal_totals where tenant_id = ${tenantId}::uuid
    having max(last_cleared_date) is not null`.execute(tx);
  const day = rows[0]?.day ?? null;
  await completeDay(tx, tenantId, day === null ? null : calendarDate(day));
}
