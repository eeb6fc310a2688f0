import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import { type PayDays, payDateAfter } from '../../shared/domain/pay-date.ts';
import { CLOSED_RUN_STATES } from '../../shared/domain/payout-runs.ts';
import type { Tx } from '../platform/db/database.ts';
import { today } from '../platform/db/today.ts';

/**
 * The pay dates after a day that are closed by a payout run. Whoever writes lines reads them after locking the syndicates: closing a date
 * takes the same locks, so that a line is either part of the run or of a later date.
 */
export async function readClosedPayDates(
  tx: Tx,
  tenantId: string,
  after: CalendarDate,
): Promise<ReadonlySet<CalendarDate>> {
  const rows = await tx
    .selectFrom('payoutRuns')
    .select('payDate')
    .where('tenantId', '=', tenantId)
    .where('payDate', '>', after)
    .where('state', 'in', CLOSED_RUN_STATES)
    .execute();
  return new Set(rows.map(({ payDate }) => calendarDate(payDate)));
}

/** The first pay day after a day whose pay date is still open. */
export function openPayDateAfter(
  day: CalendarDate,
  payDays: PayDays,
  closed: ReadonlySet<CalendarDate>,
): CalendarDate {
  let payDate = payDateAfter(day, payDays);
  while (closed.has(payDate)) payDate = payDateAfter(payDate, payDays);
  return payDate;
}

/**
 * Whether the money of a pay date can no longer be changed before it is paid: its run was approved, or the date has come and is before the
 * funder's first run, so that it was paid outside the portal. Of a funder without runs, every date that has come was.
 */
export async function isPaidOut(tx: Tx, tenantId: string, payDate: CalendarDate): Promise<boolean> {
  const { rows } = await sql<{ isPaidOut: boolean }>`
    select coalesce(bool_or(run.pay_date = ${payDate}::date and run.state = any(${CLOSED_RUN_STATES}::text[])), false)
      or (${payDate}::date <= ${today} and coalesce(${payDate}::date < min(run.pay_date), true)) as "isPaidOut"
    from payout_runs run where run.tenant_id = ${tenantId}::uuid and run.state <> 'discarded'`.execute(tx);
  return rows[0]?.isPaidOut ?? false;
}

/** The pay date of the funder's first run, or of the first but one; null where there is none. What is before it was paid outside the portal. */
export async function readFirstRunDate(tx: Tx, tenantId: string, butRun = 0n): Promise<CalendarDate | null> {
  const { first } = await tx
    .selectFrom('payoutRuns')
    .select(({ fn }) => fn.min<string | null>('payDate').as('first'))
    .where('tenantId', '=', tenantId)
    .where('state', '<>', 'discarded')
    .where('id', '<>', butRun)
    .executeTakeFirstOrThrow();
  return first === null ? null : calendarDate(first);
}
