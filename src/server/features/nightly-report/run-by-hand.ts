import { sql } from 'kysely';
import { bankDayBefore } from '../../../shared/domain/bank-holidays.ts';
import { calendarDate, formatDate, isCalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Database } from '../../db/database.ts';
import { today } from '../../db/today.ts';
import { withClaims } from '../../db/transactions.ts';
import { queueReports } from './nightly-report.jobs.ts';
import { whyNoReport } from './report-day.ts';

export interface Asked {
  /** As in the tenant's address, e.g. 'northgate'. */
  tenant: string;
  /** The last bank day that is over, unless told. */
  date?: string | undefined;
}

/** Queues the reports of a day that have not been sent, and tells what it did. */
export async function queueByHand(db: Database, { tenant: slug, date: asked }: Asked): Promise<string> {
  const { tenant, day } = await withClaims(db, { listsTenants: true }, async (tx) => {
    const { rows } = await sql<{ day: string }>`select ${today} as day`.execute(tx);
    const found = await tx
      .selectFrom('tenants')
      .select(['id', 'name'])
      .where('slug', '=', slug)
      .executeTakeFirst();
    return { tenant: found, day: calendarDate(rows[0]?.day ?? '') };
  });
  if (!tenant) throw new Error(`There is no tenant '${slug}'.`);
  if (asked !== undefined && !isCalendarDate(asked)) throw new Error('A date is written YYYY-MM-DD.');
  const reportDate = asked ?? bankDayBefore(day);
  const reason = whyNoReport(reportDate, day);
  if (reason) throw new Error(reason);
  const count = await queueReports(db, tenant.id, reportDate);
  return `${tenant.name}, ${formatDate(reportDate)}: ${count} to be sent by the worker; what was sent before is not sent again.`;
}
