import { bankDayBefore } from '../../../shared/domain/bank-holidays.ts';
import { formatDate, isCalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Tenant } from '../../platform/db/tenants.ts';
import { readToday } from '../../platform/db/today.ts';
import { queueReports } from './nightly-report.jobs.ts';
import { whyNoReport } from './report-day.ts';

/**
 * Queues the reports of a day that have not been sent, and returns what it did. By default, for the last bank day that is
 * over.
 */
export async function queueReportsByCommand(
  db: Database,
  tenant: Tenant,
  operator: Operator,
  asked?: string,
): Promise<string> {
  const day = await readToday(db);
  if (asked !== undefined && !isCalendarDate(asked)) throw new Error('A date is written YYYY-MM-DD.');
  const reportDate = asked ?? bankDayBefore(day);
  const reason = whyNoReport(reportDate, day);
  if (reason) throw new Error(reason);
  const count = await queueReports(db, tenant.id, reportDate, operator);
  return `${tenant.name}, ${formatDate(reportDate)}: ${count} to be sent by the worker. Reports that were sent before are not sent again.`;
}
