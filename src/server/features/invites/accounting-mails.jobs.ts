import { sql } from 'kysely';
import * as z from 'zod';
import { deskPageOf } from '../../../shared/desk-pages.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { isDecline } from '../../../shared/domain/pre-funding.ts';
import { formatPercent, type Rate, rate } from '../../../shared/domain/rate.ts';
import { originOfTenant } from '../../hosts/tenant-origin.ts';
import { nameOfMember } from '../../identity/members.queries.ts';
import type { Tx } from '../../platform/db/database.ts';
import { claim, withTenant } from '../../platform/db/transactions.ts';
import { type Letter, layOut, oneLine } from '../../platform/mail/letter.ts';
import { defineMailJob } from '../../platform/mail/mail-job.ts';
import { textOfHtml } from '../../platform/rich-text/clean-html.ts';

/** Notifies accounting of a syndicate's answer. */
export const mailAccounting = defineMailJob({
  name: 'mail accounting',
  payload: z.object({ tenantId: z.uuid(), mailId: z.string().transform(BigInt) }),
  async make({ db, publicOrigin }, key) {
    const mail = await withTenant(db, key.tenantId, (tx) => readMail(tx, publicOrigin, key), {
      readOnly: true,
    });
    if (!mail || mail.sentAt !== null) return null;
    return { to: mail.address, messageId: mail.messageId, ...layOut(letterOf(mail)) };
  },
  kept: { noteAsSent: ({ db }, key) => withTenant(db, key.tenantId, (tx) => noteAsSent(tx, key)) },
});

export const inviteJobs = [mailAccounting];

interface Key {
  tenantId: string;
  mailId: bigint;
}

async function readMail(tx: Tx, publicOrigin: string, { tenantId, mailId }: Key) {
  const mail = await tx
    .selectFrom('accountingMails as mail')
    .innerJoin('tenants as tenant', 'tenant.id', 'mail.tenantId')
    .leftJoin('adjustmentRequests as adjustment', (join) =>
      join
        .onRef('adjustment.tenantId', '=', 'mail.tenantId')
        .onRef('adjustment.id', '=', 'mail.adjustmentId'),
    )
    .leftJoin('preFundingAcceptances as acceptance', (join) =>
      join
        .onRef('acceptance.tenantId', '=', 'mail.tenantId')
        .onRef('acceptance.inviteId', '=', 'mail.acceptedInviteId'),
    )
    .innerJoin('participationInvites as invite', (join) =>
      join
        .onRef('invite.tenantId', '=', 'mail.tenantId')
        .on('invite.id', '=', (eb) => eb.fn.coalesce('adjustment.inviteId', 'acceptance.inviteId')),
    )
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.tenantId', '=', 'invite.tenantId').onRef('deal.id', '=', 'invite.dealId'),
    )
    .innerJoin('syndicates as syndicate', (join) =>
      join
        .onRef('syndicate.tenantId', '=', 'invite.tenantId')
        .onRef('syndicate.id', '=', 'invite.syndicateId'),
    )
    .leftJoin('inviteCases as known', (join) =>
      join.onRef('known.tenantId', '=', 'invite.tenantId').onRef('known.inviteId', '=', 'invite.id'),
    )
    .select((eb) => [
      'mail.messageId',
      'known.id as caseId',
      'mail.sentAt',
      eb.fn.coalesce('tenant.accountingEmail', 'tenant.supportEmail').as('address'),
      'deal.name as dealName',
      'deal.mid',
      'syndicate.name as syndicateName',
      'acceptance.participationAmountCents as participationAmount',
      eb.fn.coalesce('adjustment.sharePercent', 'acceptance.sharePercent').as('sharePercent'),
      eb.fn.coalesce('adjustment.messageHtml', 'acceptance.messageHtml').as('messageHtml'),
      eb.fn.coalesce('adjustment.requestedBy', 'acceptance.acceptedBy').as('writerId'),
    ])
    .where('mail.tenantId', '=', tenantId)
    .where('mail.id', '=', mailId)
    .executeTakeFirst();
  if (!mail || mail.writerId === null) return null;
  const origin = await originOfTenant(tx, tenantId, publicOrigin);
  // Row-level security shows a user's account only with that user's claim.
  await claim(tx, { userId: mail.writerId });
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', mail.writerId)
    .executeTakeFirstOrThrow();
  return {
    ...mail,
    writer: { name: await nameOfMember(tx, tenantId, mail.writerId), email },
    url: mail.caseId === null ? null : `${origin}${deskPageOf('request', mail.caseId)}`,
  };
}

type AccountingMail = NonNullable<Awaited<ReturnType<typeof readMail>>>;

const noteAsSent = (tx: Tx, { tenantId, mailId }: Key) =>
  tx
    .updateTable('accountingMails')
    .set({ sentAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', mailId)
    .where('sentAt', 'is', null)
    .execute();

function letterOf(mail: AccountingMail): Letter {
  const { dealName, mid, syndicateName, writer, participationAmount, url } = mail;
  const percent = mail.sharePercent === null ? null : rate(mail.sharePercent);
  const message = textOfHtml(mail.messageHtml ?? '');
  const about = `${dealName} (MID ${mid}), ${syndicateName}`;
  const who = `${writer.name} of ${syndicateName}`;
  // Where there is something to answer, the answer belongs where the investor and the others at the desk see it.
  const ways =
    url === null
      ? { closing: [`To answer, write to ${writer.name} at ${writer.email}.`] }
      : {
          action: { label: 'Answer at the desk', url },
          closing: [`${writer.name} is told of the answer by e-mail, at ${writer.email}.`],
        };
  if (participationAmount === null || percent === null)
    return {
      subject: oneLine(`Adjustment requested: ${about}`),
      paragraphs: [`${who} has a message about the invite to ${dealName}${asItStands(percent)}.`, ...message],
      ...ways,
    };
  const note = message.length > 0 ? ['The note that came with it:', ...message] : [];
  if (isDecline(percent))
    return {
      subject: oneLine(`Pre-funding declined: ${about}`),
      paragraphs: [`${who} takes no part in ${dealName}.`, ...note],
      ...ways,
    };
  const taken = `${formatPercent(percent, 1)} of ${dealName} before it is funded: ${formatMoney(participationAmount)}`;
  return {
    subject: oneLine(`Pre-funding accepted: ${about}`),
    paragraphs: [`${who} takes ${taken}.`, ...note],
    ...ways,
  };
}

function asItStands(percent: Rate | null): string {
  if (percent === null) return '';
  return isDecline(percent) ? ', which was declined' : `, for a share of ${formatPercent(percent, 1)}`;
}
