import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import { type Recovery, recoveryFrom } from '../../../shared/domain/recovery.ts';
import type { Tx } from '../../platform/db/database.ts';
import { today } from '../../platform/db/today.ts';

/** What returns depend on besides the book: the day, and what the tenant expects by status. */
export async function readAssumptions(
  tx: Tx,
  tenantId: string,
): Promise<{ today: CalendarDate; recovery: Recovery }> {
  const { rows } = await sql<{ day: string; recovery: string }>`
    select ${today}::text as day, recovery from tenants where id = ${tenantId}::uuid`.execute(tx);
  const { day = '', recovery = '' } = rows[0] ?? {};
  return { today: calendarDate(day), recovery: recoveryFrom(recovery) };
}
