import { sql } from 'kysely';
import * as z from 'zod';
import { pathOf } from '../../shared/pages.ts';
import { originOfTenant } from '../hosts/tenant-origin.ts';
import type { Tx } from '../platform/db/database.ts';
import { claim, withTenant } from '../platform/db/transactions.ts';
import { type Letter, layOut, oneLine, questionsTo } from '../platform/mail/letter.ts';
import { defineMailJob } from '../platform/mail/mail-job.ts';

/** Tells an investor that the funder has answered. The answer itself is read in the portal, after signing in. */
export const mailAnswer = defineMailJob({
  name: 'mail answer',
  payload: z.object({ tenantId: z.uuid(), mailId: z.string().transform(BigInt) }),
  async make({ db, publicOrigin }, key) {
    const mail = await withTenant(db, key.tenantId, (tx) => readMail(tx, publicOrigin, key), {
      readOnly: true,
    });
    if (!mail || mail.sentAt !== null) return null;
    return { to: mail.email, messageId: mail.messageId, ...layOut(letterOf(mail)) };
  },
  kept: { noteAsSent: ({ db }, key) => withTenant(db, key.tenantId, (tx) => noteAsSent(tx, key)) },
});

export const caseJobs = [mailAnswer];

interface Key {
  tenantId: string;
  mailId: bigint;
}

async function readMail(tx: Tx, publicOrigin: string, { tenantId, mailId }: Key) {
  const mail = await tx
    .selectFrom('caseMails as mail')
    .innerJoin('tenants as tenant', 'tenant.id', 'mail.tenantId')
    .innerJoin('caseEntries as entry', (join) =>
      join.onRef('entry.tenantId', '=', 'mail.tenantId').onRef('entry.id', '=', 'mail.entryId'),
    )
    .innerJoin('inviteCases as known', (join) =>
      join.onRef('known.tenantId', '=', 'entry.tenantId').onRef('known.id', '=', 'entry.caseId'),
    )
    .innerJoin('participationInvites as invite', (join) =>
      join.onRef('invite.tenantId', '=', 'known.tenantId').onRef('invite.id', '=', 'known.inviteId'),
    )
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.tenantId', '=', 'invite.tenantId').onRef('deal.id', '=', 'invite.dealId'),
    )
    .innerJoin('syndicates as syndicate', (join) =>
      join
        .onRef('syndicate.tenantId', '=', 'invite.tenantId')
        .onRef('syndicate.id', '=', 'invite.syndicateId'),
    )
    .select([
      'mail.messageId',
      'mail.sentAt',
      'mail.userId',
      'tenant.name as funderName',
      'tenant.supportEmail',
      'deal.name as dealName',
      'deal.mid',
      'syndicate.name as syndicateName',
      'invite.publicId',
    ])
    .where('mail.tenantId', '=', tenantId)
    .where('mail.id', '=', mailId)
    .executeTakeFirst();
  if (!mail) return null;
  const origin = await originOfTenant(tx, tenantId, publicOrigin);
  // Row-level security shows a user's account only with that user's claim.
  await claim(tx, { userId: mail.userId });
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', mail.userId)
    .executeTakeFirstOrThrow();
  return { ...mail, email, url: `${origin}${pathOf('adjustment', { invitePublicId: mail.publicId })}` };
}

type AnswerMail = NonNullable<Awaited<ReturnType<typeof readMail>>>;

const noteAsSent = (tx: Tx, { tenantId, mailId }: Key) =>
  tx
    .updateTable('caseMails')
    .set({ sentAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', mailId)
    .where('sentAt', 'is', null)
    .execute();

const letterOf = ({ funderName, syndicateName, dealName, mid, supportEmail, url }: AnswerMail): Letter => ({
  subject: oneLine(`Answer about ${dealName} (MID ${mid})`),
  paragraphs: [
    `${funderName} has answered what ${syndicateName} wrote about its participation in ${dealName}.`,
    'The answer is on the page below, with everything that was written before. You can reply there.',
  ],
  action: { label: 'Read the answer', url },
  closing: ['You sign in to open it.', questionsTo(supportEmail)],
});
