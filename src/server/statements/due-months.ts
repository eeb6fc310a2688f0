import { sql } from 'kysely';
import { bankDayFrom } from '../../shared/domain/bank-holidays.ts';
import { type CalendarDate, calendarDate, firstOfMonth, laterOf } from '../../shared/domain/calendar-date.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { today } from '../platform/db/today.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { monthBefore, nextMonth, yearOf } from './periods.ts';

/** How a tenant's statements stand. */
export interface Progress {
  today: CalendarDate;
  startedAt: Date;
  from: CalendarDate;
  through: CalendarDate | null;
  checkedAt: Date | null;
}

export async function readProgress(tx: Tx, tenantId: string): Promise<Progress | undefined> {
  const { rows } = await sql<{
    day: string;
    startedAt: Date;
    firstMonth: string;
    lastMonth: string | null;
    checkedAt: Date | null;
  }>`
    select ${today}::text as day, now() as started_at, statements_from::text as first_month, statements_through::text as last_month,
      statements_checked_at as checked_at
    from tenants where id = ${tenantId}::uuid`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { day, startedAt, firstMonth, lastMonth, checkedAt } = row;
  return {
    today: calendarDate(day),
    startedAt,
    from: calendarDate(firstMonth),
    through: lastMonth === null ? null : calendarDate(lastMonth),
    checkedAt,
  };
}

/** The last month whose statements are due: they are made on the first bank day after it, when its last payouts are in the cash accounts. */
export function dueMonth(day: CalendarDate): CalendarDate {
  const month = firstOfMonth(day);
  const before = monthBefore(month);
  return bankDayFrom(month) <= day ? before : monthBefore(before);
}

/**
 * With a new month, so many earlier ones of every syndicate are compared with the ledger as well, in case something was not recorded. What was
 * recorded is corrected however old its month is.
 */
const COMPARED_AGAIN = 24;

/** The first month that a run with a new month looks at of every syndicate: everything that was missed, and some of what is kept. */
export function firstOfRun({ from, through }: Progress, due: CalendarDate): CalendarDate {
  let first = due;
  for (let count = 0; count < COMPARED_AGAIN; count += 1) first = monthBefore(first);
  const missed = through === null ? from : nextMonth(through);
  return laterOf(from, missed < first ? missed : first);
}

/** The years that end with one of the months. */
export const endedYears = (first: CalendarDate, last: CalendarDate): CalendarDate[] => {
  const years: CalendarDate[] = [];
  for (let year = yearOf(first); year <= last; year = calendarDate(`${Number(year.slice(0, 4)) + 1}-01-01`))
    if (`${year.slice(0, 4)}-12-01` <= last) years.push(year);
  return years;
};

export const keepProgress = (
  db: Database,
  tenantId: string,
  { through, checkedAt }: { through: CalendarDate; checkedAt: Date },
): Promise<unknown> =>
  withTenant(db, tenantId, (tx) =>
    sql`
      update tenants set statements_through = greatest(statements_through, ${through}::date),
        statements_checked_at = greatest(statements_checked_at, ${checkedAt}::timestamptz)
      where id = ${tenantId}::uuid`.execute(tx),
  );
