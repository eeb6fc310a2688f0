import { sql } from 'kysely';
import { bankDayBefore, isBankDay } from '../../../shared/domain/bank-holidays.ts';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Tx } from '../../platform/db/database.ts';

export interface NightState {
  /** The last bank day whose reports should have been sent. The nightly job starts at 06:40 UTC and has an hour. */
  dueDay: CalendarDate;
  /**
   * True when the reports of that day were never queued, although the tenant existed that night and has a book to report
   * on.
   */
  isMissing: boolean;
  /** The reports of that day that were queued and not sent. */
  unsentCount: number;
}

/** How last night's reports of a tenant went. */
export async function readNightState(tx: Tx, tenantId: string): Promise<NightState> {
  const { rows: nights } = await sql<{ ended: string }>`
    select ((now() - interval '7 hours 40 minutes') at time zone 'UTC')::date - 1 as ended`.execute(tx);
  const ended = calendarDate(nights[0]?.ended ?? '');
  const dueDay = isBankDay(ended) ? ended : bankDayBefore(ended);
  const { rows } = await sql<{ isExpected: boolean; reportCount: number; unsentCount: number }>`
    select
      exists (
        select from syndicate_totals
        where tenant_id = ${tenantId}::uuid and participation_count > 0 and portfolio_balance_cents <> 0)
      and exists (
        select from tenants
        where id = ${tenantId}::uuid
          and created_at < (${dueDay}::date + 1 + time '06:40') at time zone 'UTC') as is_expected,
      count(*)::integer as report_count,
      count(*) filter (where state <> 'sent')::integer as unsent_count
    from nightly_reports
    where tenant_id = ${tenantId}::uuid and report_date = ${dueDay}::date`.execute(tx);
  const { isExpected = false, reportCount = 0, unsentCount = 0 } = rows[0] ?? {};
  return { dueDay, isMissing: isExpected && reportCount === 0, unsentCount };
}
