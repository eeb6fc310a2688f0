import { sql } from 'kysely';
import * as z from 'zod';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { copyRecipients } from '../../../shared/domain/mail-address.ts';
import { originOfTenant } from '../../hosts/tenant-origin.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { layOut } from '../../platform/mail/letter.ts';
import { defineMailJob, type MadeMail } from '../../platform/mail/mail-job.ts';
import { readReport } from './report.queries.ts';
import type { ReportKey } from './report-day.ts';
import { reportLetter } from './report-letter.ts';
import {
  beginSending,
  isSent,
  markFailed,
  markSent,
  messageIdOfReport,
  readTakenOut,
} from './report-states.ts';
import { makeWorkbook } from './report-workbook.ts';

export const sendNightlyReport = defineMailJob({
  name: 'send nightly report',
  // Runs after jobs that a user waits for.
  priority: 10,
  payload: z.object({
    tenantId: z.uuid(),
    syndicateId: z.string().transform(BigInt),
    reportDate: z.string().transform(calendarDate),
  }),
  make: ({ db, publicOrigin }, key) =>
    withTenant(db, key.tenantId, (tx) => makeReport(tx, key, publicOrigin), {
      readOnly: true,
      isSnapshot: true,
    }),
  kept: {
    begin: ({ db, publicOrigin }, key, { madeOf = '' }) =>
      beginSending(db, key, { messageId: messageIdOfReport(key, publicOrigin), madeOf }),
    noteAsSent: ({ db }, key, leftOutCount) => markSent(db, key, leftOutCount),
    noteAsFailed: ({ db }, key, failure) => markFailed(db, key, failure),
  },
  facts: ({ tenantId, syndicateId, reportDate }) => ({ tenantId, syndicateId: `${syndicateId}`, reportDate }),
});

/** Null when the report was sent already. */
async function makeReport(tx: Tx, key: ReportKey, publicOrigin: string): Promise<MadeMail | null> {
  if (await isSent(tx, key)) return null;
  // Writing the report of a large book takes longer than the time limit of a request.
  await sql`set local statement_timeout = '10min'`.execute(tx);
  const report = await readReport(tx, key);
  const workbook = await makeWorkbook(tx, report);
  const { cc, invalidCount } = copyRecipients(report.ccEmails, report.esignEmail);
  return {
    to: report.esignEmail,
    cc,
    messageId: messageIdOfReport(key, publicOrigin),
    ...layOut(reportLetter(report, workbook, await originOfTenant(tx, key.tenantId, publicOrigin))),
    attachments: [workbook.attachment],
    leftOutCount: invalidCount,
    madeOf: await readTakenOut(tx, key.tenantId),
  };
}
