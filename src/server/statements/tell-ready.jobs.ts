import { sql } from 'kysely';
import * as z from 'zod';
import { calendarDate, formatMonth } from '../../shared/domain/calendar-date.ts';
import { copyRecipients } from '../../shared/domain/mail-address.ts';
import type { StatementKind } from '../../shared/domain/statements.ts';
import { pathOf } from '../../shared/pages.ts';
import { originOfTenant } from '../hosts/tenant-origin.ts';
import type { Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { addJobs } from '../platform/jobs/jobs.ts';
import { type Letter, layOut, oneLine, questionsTo } from '../platform/mail/letter.ts';
import { defineMailJob } from '../platform/mail/mail-job.ts';
import { messageIdOf } from '../platform/mail/message-id.ts';
import type { Frozen } from './freeze.ts';

/** Tells the people of a syndicate that a statement is there. Its figures are read in the portal, after signing in. */
export const mailStatementReady = defineMailJob({
  name: 'mail statement ready',
  // Runs after jobs that a user waits for.
  priority: 10,
  payload: z.object({ tenantId: z.uuid(), statementId: z.string().transform(BigInt) }),
  async make({ db, publicOrigin }, key) {
    const mail = await withTenant(db, key.tenantId, (tx) => readMail(tx, publicOrigin, key), {
      readOnly: true,
    });
    if (!mail) return null;
    const { cc, invalidCount } = copyRecipients(mail.ccEmails, mail.esignEmail);
    const messageId = messageIdOf(publicOrigin, 'statement', [key.tenantId, key.statementId]);
    return { to: mail.esignEmail, cc, messageId, ...layOut(letterOf(mail)), leftOutCount: invalidCount };
  },
  facts: ({ tenantId, statementId }) => ({ tenantId, statementId: `${statementId}` }),
});

/** Adds a mail for each statement whose syndicate has people who can sign in, in the transaction that makes the statements. */
export async function tellStatementReady(tx: Tx, tenantId: string, made: readonly Frozen[]): Promise<void> {
  if (made.length === 0) return;
  const { rows } = await sql<{ statementId: string }>`
    select statement.id::text as statement_id from statements statement
    where statement.tenant_id = ${tenantId}::uuid and statement.id = any(${made.map(({ id }) => id)}::bigint[])
      and exists (
        select from memberships person
        where person.tenant_id = statement.tenant_id and person.syndicate_id = statement.syndicate_id
          and person.accepted_at is not null and not person.is_terminated)
    order by statement.id`.execute(tx);
  await addJobs(
    tx,
    mailStatementReady,
    rows.map(({ statementId }) => ({ tenantId, statementId })),
  );
}

interface Mail {
  kind: StatementKind;
  periodStart: string;
  version: number;
  funderName: string;
  supportEmail: string;
  syndicateName: string;
  esignEmail: string;
  ccEmails: string[];
}

/** Undefined once a newer version has taken the statement's place: that one has its own mail. */
async function readMail(
  tx: Tx,
  publicOrigin: string,
  { tenantId, statementId }: { tenantId: string; statementId: bigint },
): Promise<(Mail & { url: string }) | undefined> {
  const { rows } = await sql<Mail>`
    select statement.kind, statement.period_start::text as period_start, statement.version, tenant.name as funder_name,
      tenant.support_email, syndicate.name as syndicate_name, syndicate.esign_email, syndicate.cc_emails
    from statements statement
    join syndicates syndicate on syndicate.tenant_id = statement.tenant_id and syndicate.id = statement.syndicate_id
    join tenants tenant on tenant.id = statement.tenant_id
    where statement.tenant_id = ${tenantId}::uuid and statement.id = ${statementId} and not exists (
      select from statements later
      where later.tenant_id = statement.tenant_id and later.syndicate_id = statement.syndicate_id and later.kind = statement.kind
        and later.period_start = statement.period_start and later.version > statement.version)`.execute(tx);
  const [mail] = rows;
  if (!mail) return undefined;
  const origin = await originOfTenant(tx, tenantId, publicOrigin);
  return { ...mail, url: `${origin}${pathOf('documents')}` };
}

function letterOf(mail: Mail & { url: string }): Letter {
  const { kind, version, funderName, syndicateName, supportEmail, url } = mail;
  const start = calendarDate(mail.periodStart);
  const period = kind === 'month' ? formatMonth(start) : start.slice(0, 4);
  const corrected = version > 1;
  return {
    subject: oneLine(
      `${corrected ? 'Corrected statement' : 'Statement'} of ${period}: ${syndicateName} with ${funderName}`,
    ),
    heading: `${corrected ? 'Corrected statement' : 'Statement'} of ${period}`,
    paragraphs: [
      corrected
        ? `${funderName} has made version ${version} of the statement of ${syndicateName} for ${period}. It says what has changed and why; the earlier version stays there.`
        : `${funderName} has made the statement of ${syndicateName} for ${period}.`,
    ],
    action: { label: 'Open the portal', url },
    closing: [
      'You sign in to read it.',
      `This mail goes to the e-sign address and the CC addresses of your profile. ${questionsTo(supportEmail)}`,
    ],
  };
}
