import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import { queueReports } from '../features/nightly-report/nightly-report.jobs.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { createMailer } from '../platform/integrations/mail.ts';
import { createLogger } from '../platform/logger.ts';
import { createReportBook, reportDateNow } from './report-book.ts';
import { requiredVariable } from './required-variable.ts';
import type { TestDatabase } from './test-database.ts';
import { startTestWorker } from './test-worker.ts';

export type ReportDesk = Awaited<ReturnType<typeof openReportDesk>>;

/** The actions of the nightly report's tests: enter a book, queue its reports, and let a worker send them. */
export async function openReportDesk(database: TestDatabase) {
  const { db, owner } = database;
  const reportDate = await reportDateNow(db);
  const countJobs = async (condition: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ count: bigint }>`
      select count(*) from graphile_worker.jobs where ${condition}`.execute(owner);
    return rows[0]?.count;
  };

  /** Runs the queued jobs that are due and stops. Returns the log. */
  async function work(smtpUrl = requiredVariable('SMTP_URL')): Promise<string> {
    const log = new PassThrough();
    const mailer = createMailer({ smtpUrl, from: 'Portal <portal@portal.test>' });
    const worker = await startTestWorker(database, { mailer, logger: createLogger('info', log) });
    const toDo = () => countJobs(sql`(attempts = 0 and run_at <= now()) or locked_at is not null`);
    try {
      await expect.poll(toDo, { timeout: 20_000 }).toBe(0n);
    } finally {
      await worker.stop();
      log.end();
    }
    return text(log);
  }

  return {
    reportDate,
    work,
    addBook: (tenantId: string, overrides?: Parameters<typeof createReportBook>[2]) =>
      createReportBook(db, tenantId, overrides),
    queue: (tenantId: string, date: CalendarDate = reportDate) => queueReports(db, tenantId, date),
    /** Runs what the worker schedules for that moment. */
    startNight: (ts: string) =>
      sql`select graphile_worker.add_job('start nightly reports', ${JSON.stringify({ _cron: { ts } })}::json)`.execute(
        db,
      ),
    /** The jobs that wait for another attempt. */
    failedJobs: () => countJobs(sql`last_error is not null`),
    reportsOf: (tenantId: string, syndicateId?: bigint) =>
      withTenant(db, tenantId, async (tx) => {
        const rows = await tx
          .selectFrom('nightlyReports')
          .select(['syndicateId', 'reportDate', 'state', 'failure', 'leftOutCount', 'messageId'])
          .orderBy('reportDate')
          .execute();
        return rows.filter((row) => syndicateId === undefined || row.syndicateId === syndicateId);
      }),
  };
}
