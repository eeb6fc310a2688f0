import { sql } from 'kysely';
import * as z from 'zod';
import { deskPageOf } from '../../shared/desk-pages.ts';
import { APPROVALS, type ApprovalKind } from '../../shared/domain/approvals.ts';
import { calendarDate, formatDate } from '../../shared/domain/calendar-date.ts';
import { capitalized } from '../../shared/domain/capitalized.ts';
import type { StaffPermission } from '../../shared/domain/staff-permissions.ts';
import { originOfTenant } from '../hosts/tenant-origin.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim, withTenant } from '../platform/db/transactions.ts';
import { type Letter, layOut, oneLine } from '../platform/mail/letter.ts';
import { defineMailJob } from '../platform/mail/mail-job.ts';
import { messageIdOf } from '../platform/mail/message-id.ts';
import { holdersOf } from './approvers.ts';
import { pageOfApproval } from './page-of-approval.ts';

/** The draft of a payout run, or a request, that a second person has to decide. */
export interface Waiting {
  tenantId: string;
  about: 'payout run' | 'approval';
  id: bigint;
}

/** Tells one person that something waits for them. What it is about is read at the desk, after signing in. */
export const mailApprover = defineMailJob({
  name: 'mail approver',
  payload: z.object({
    tenantId: z.uuid(),
    about: z.enum(['payout run', 'approval']),
    id: z.string().transform(BigInt),
    userId: z.string().transform(BigInt),
    toldAt: z.iso.datetime(),
  }),
  async make({ db, publicOrigin }, { toldAt, ...key }) {
    const { tenantId, about, id, userId } = key;
    const mail = await withTenant(db, tenantId, (tx) => readMail(tx, publicOrigin, key), { readOnly: true });
    const messageId = messageIdOf(publicOrigin, 'approver', [tenantId, about, id, userId, toldAt]);
    return mail && { to: mail.email, messageId, ...layOut(mail.letter) };
  },
});

interface Found {
  permission: StaffPermission;
  /** Null where a service token asked. */
  askedBy: bigint | null;
  askedByName: string;
  what: string;
  page: string;
}

/** Null when somebody has decided meanwhile, or when the person may no longer. */
async function readMail(tx: Tx, publicOrigin: string, { userId, ...waiting }: Waiting & { userId: bigint }) {
  const { tenantId } = waiting;
  const found = await (waiting.about === 'approval' ? findApproval(tx, waiting) : findDraft(tx, waiting));
  if (!found || found.askedBy === userId) return null;
  const holders = await holdersOf(tx, tenantId, found.permission);
  if (!holders.some((holder) => holder.userId === userId)) return null;
  const origin = await originOfTenant(tx, tenantId, publicOrigin);
  await claim(tx, { listsMembers: true });
  const user = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return user ? { email: user.email, letter: letterOf(found, `${origin}${found.page}`) } : null;
}

async function findDraft(tx: Tx, { tenantId, id }: Waiting): Promise<Found | null> {
  const { rows } = await sql<{ payDate: string; askedBy: bigint; askedByName: string }>`
    select run.pay_date as "payDate", run.prepared_by as "askedBy", coalesce(who.name, '') as "askedByName"
    from payout_runs run
    left join memberships who on who.tenant_id = run.tenant_id and who.user_id = run.prepared_by
    where run.tenant_id = ${tenantId}::uuid and run.id = ${id} and run.state = 'draft'`.execute(tx);
  const [draft] = rows;
  if (!draft) return null;
  return {
    ...draft,
    permission: 'approve-money',
    what: `payout run of ${formatDate(calendarDate(draft.payDate))}`,
    page: deskPageOf('payoutRun', id),
  };
}

async function findApproval(tx: Tx, { tenantId, id }: Waiting): Promise<Found | null> {
  const { rows } = await sql<{
    kind: ApprovalKind;
    subjectId: bigint;
    askedBy: bigint | null;
    askedByName: string;
  }>`
    select asked.kind, asked.subject_id as "subjectId", asked.asked_by as "askedBy",
      coalesce(who.name, 'The system ' || token.name, '') as "askedByName"
    from approvals asked
    left join memberships who on who.tenant_id = asked.tenant_id and who.user_id = asked.asked_by
    left join service_tokens token on token.tenant_id = asked.tenant_id and token.id = asked.asked_by_token
    where asked.tenant_id = ${tenantId}::uuid and asked.id = ${id} and asked.decision is null and asked.expires_at > now()`.execute(
    tx,
  );
  const [asked] = rows;
  if (!asked) return null;
  const { kind } = asked;
  return {
    ...asked,
    permission: APPROVALS[kind].needs,
    what: kind,
    page: await pageOfApproval(tx, tenantId, asked),
  };
}

const letterOf = ({ askedByName, what }: Found, url: string): Letter => ({
  subject: oneLine(`Waiting for your decision: ${what}`),
  heading: capitalized(what),
  paragraphs: [
    `${askedByName} has asked for this, and somebody else has to decide it.`,
    'Look at it at the desk before you approve it. You sign in with your second factor.',
  ],
  action: { label: 'Open it at the desk', url },
  closing: ['Everybody who can decide it got this mail. The first decision counts.'],
});
