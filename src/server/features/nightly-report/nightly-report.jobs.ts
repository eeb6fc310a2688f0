import { sql } from 'kysely';
import * as z from 'zod';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import { hasLargeBook } from '../../ledger/book-size.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { dayOf } from '../../platform/db/today.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { addJobs, defineJob } from '../../platform/jobs/jobs.ts';
import { defineTenantJobs } from '../../platform/jobs/tenant-jobs.ts';
import { reportDateOf } from './report-day.ts';
import { reportsToSend } from './report-states.ts';
import { sendNightlyReport } from './send-report.jobs.ts';

const date = z.string().transform(calendarDate);

/**
 * Stores which reports a day has, each with the job that sends it, and the operator who asked for them, if it was not the
 * nightly job. Returns how many are to be sent.
 */
export async function addReports(
  tx: Tx,
  tenantId: string,
  reportDate: CalendarDate,
  operator?: Operator,
): Promise<number> {
  const syndicateIds = await reportsToSend(tx, tenantId, reportDate);
  const payloads = syndicateIds.map((id) => ({ tenantId, syndicateId: String(id), reportDate }));
  await addJobs(tx, sendNightlyReport, payloads);
  if (operator)
    await recordAudit(tx, {
      actorId: null,
      operator,
      action: 'report queued by hand',
      subject: `nightly report ${reportDate}`,
      details: { reports: payloads.length },
    });
  return payloads.length;
}

export const queueReports = (
  db: Database,
  tenantId: string,
  reportDate: CalendarDate,
  operator?: Operator,
): Promise<number> => withTenant(db, tenantId, (tx) => addReports(tx, tenantId, reportDate, operator));

const queueTenantsReports = defineTenantJobs({
  name: 'queue nightly reports of tenant',
  batchName: 'queue nightly reports of tenants',
  // Runs after jobs that a user waits for.
  priority: 10,
  with: { reportDate: date },
  // The reports of a large funder are sent after those of the others.
  isLarge: hasLargeBook,
  async run({ db }, tenantId, { reportDate }) {
    await queueReports(db, tenantId, reportDate);
  },
});

const startNightlyReports = defineJob({
  name: 'start nightly reports',
  // By then the funders' day is over, in winter and in summer.
  schedule: '40 6 * * *',
  // The night that the job was scheduled for, even if no worker was running then.
  payload: z.object({ _cron: z.object({ ts: z.iso.datetime() }) }),
  async run({ db }, { _cron: { ts } }) {
    const { rows } = await sql<{
      ended: string;
    }>`select ${dayOf(sql`${ts}::timestamptz`)} - 1 as ended`.execute(db);
    const reportDate = reportDateOf(calendarDate(rows[0]?.ended ?? ''));
    if (!reportDate) return;
    await queueTenantsReports.addForAll(db, { reportDate });
  },
});

export const nightlyReportJobs = [startNightlyReports, ...queueTenantsReports.jobs, sendNightlyReport];
