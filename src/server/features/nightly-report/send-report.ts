import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { copiesTo, isMailAddress } from '../../../shared/domain/mail-address.ts';
import { withTenant } from '../../db/transactions.ts';
import type { Mail } from '../../integrations/mail.ts';
import { layOut } from '../../integrations/mail-layout.ts';
import type { JobDeps } from '../../jobs/jobs.ts';
import { readReport } from './report.queries.ts';
import type { ReportKey } from './report-day.ts';
import { reportLetter } from './report-letter.ts';
import { beginSending, isSent, markFailed, markSent } from './report-states.ts';
import { makeWorkbook } from './report-workbook.ts';

/** Makes the report and hands it to the mail server. What can be tried again is thrown; what can't is written down. */
export async function sendReport(deps: JobDeps, key: ReportKey): Promise<void> {
  const { db, publicOrigin, logger } = deps;
  const made = await makeReport(deps, key);
  if (!made) return;
  const facts = { tenantId: key.tenantId, syndicateId: String(key.syndicateId), reportDate: key.reportDate };
  const fail = async (failure: string) => {
    await markFailed(db, key, failure);
    logger.warn({ ...facts, failure }, 'nightly report failed');
  };
  const { mail, invalidCount } = made;
  if (!isMailAddress(mail.to)) return fail('The e-sign address is not valid.');

  const messageId = messageIdOf(key, publicOrigin);
  if ((await beginSending(db, key, messageId)) === 'sent already') return;
  const delivery = await handOver(deps, { ...mail, messageId }, fail);
  if (!delivery) return;
  if (delivery.refused.includes(mail.to)) return fail('The mail server refused the e-sign address.');
  const leftOut = invalidCount + delivery.refused.length;
  await markSent(db, key, leftOut);
  logger.info({ ...facts, leftOut }, 'nightly report sent');
}

async function handOver({ mailer }: JobDeps, mail: Mail, fail: (failure: string) => Promise<void>) {
  try {
    return await mailer.send(mail);
  } catch (error) {
    const { responseCode = 0 } = error as { responseCode?: number };
    // The server's last word on this mail.
    if (responseCode >= 500) return fail('The mail server refused the mail.');
    await fail('The mail server did not take the mail; it is tried again.');
    throw error;
  }
}

/** Null when it was sent already. */
async function makeReport({ db, publicOrigin }: JobDeps, key: ReportKey) {
  const make = async (tx: Parameters<typeof readReport>[0]) => {
    if (await isSent(tx, key)) return null;
    // A large book takes longer to write than a request may take to answer.
    await sql`set local statement_timeout = '10min'`.execute(tx);
    const report = await readReport(tx, key);
    const workbook = await makeWorkbook(tx, report);
    const letter = layOut(reportLetter(report, workbook, publicOrigin));
    const { cc, invalidCount } = copiesTo(report.ccEmails, report.esignEmail);
    const mail: Mail = { to: report.esignEmail, cc, ...letter, attachments: [workbook.attachment] };
    return { mail, invalidCount };
  };
  return withTenant(db, key.tenantId, make, { readOnly: true, isSnapshot: true });
}

/** The same for every try, so that a mailbox that got the mail already drops a second copy. Tells nobody whose it is. */
function messageIdOf({ tenantId, syndicateId, reportDate }: ReportKey, publicOrigin: string): string {
  const digest = createHash('sha256').update(`${tenantId}/${syndicateId}/${reportDate}`).digest('hex');
  return `<nightly-report.${reportDate}.${digest.slice(0, 32)}@${new URL(publicOrigin).hostname}>`;
}
