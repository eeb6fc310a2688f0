import { sql } from 'kysely';
import * as z from 'zod';
import { formatMoney } from '../../../shared/domain/money.ts';
import { formatFileSize, plainFileName } from '../../../shared/domain/offer-files.ts';
import { formatPercent, formatRate, rate } from '../../../shared/domain/rate.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { type Letter, layOut, oneLine } from '../../platform/mail/letter.ts';
import { defineMailJob } from '../../platform/mail/mail-job.ts';
import { greeting } from '../../platform/mail/mailed-names.ts';
import { textOfHtml } from '../../platform/rich-text/clean-html.ts';
import { readAttachedFiles } from './attached-files.ts';

const payload = z.object({
  tenantId: z.uuid(),
  offerId: z.string().transform(BigInt),
  reader: z.enum(['desk', 'broker']),
});

/** Sends one of the two mails about an acceptance. */
export const mailAcceptance = defineMailJob({
  name: 'mail acceptance',
  payload,
  async make({ db }, key) {
    const mail = await withTenant(db, key.tenantId, (tx) => readMail(tx, key), { readOnly: true });
    if (!mail || mail.sentAt !== null) return null;
    const { messageId } = mail;
    return key.reader === 'desk'
      ? { to: mail.supportEmail, messageId, ...layOut(letterToDesk(mail)) }
      : { to: mail.brokerEmail, messageId, ...layOut(letterToBroker(mail)) };
  },
  kept: { noteAsSent: ({ db }, key) => withTenant(db, key.tenantId, (tx) => noteAsSent(tx, key)) },
});

type Key = z.output<typeof payload>;

type AcceptanceMail = NonNullable<Awaited<ReturnType<typeof readMail>>>;

async function readMail(tx: Tx, key: Key) {
  const mail = await readFacts(tx, key);
  return mail && { ...mail, files: await readAttachedFiles(tx, key) };
}

const readFacts = (tx: Tx, { tenantId, offerId, reader }: Key) =>
  tx
    .selectFrom('offerMails as mail')
    .innerJoin('tenants as tenant', 'tenant.id', 'mail.tenantId')
    .innerJoin('offers as offer', (join) =>
      join.onRef('offer.tenantId', '=', 'mail.tenantId').onRef('offer.id', '=', 'mail.offerId'),
    )
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.tenantId', '=', 'offer.tenantId').onRef('deal.id', '=', 'offer.dealId'),
    )
    .innerJoin('brokers as broker', (join) =>
      join.onRef('broker.tenantId', '=', 'deal.tenantId').onRef('broker.id', '=', 'deal.brokerId'),
    )
    .leftJoin('dealNotes as note', (join) =>
      join.onRef('note.tenantId', '=', 'mail.tenantId').onRef('note.id', '=', 'mail.noteId'),
    )
    .select([
      'mail.messageId',
      'mail.sentAt',
      'tenant.name as funderName',
      'tenant.supportEmail',
      'offer.amountCents as amount',
      'offer.paybackAmountCents as paybackAmount',
      'offer.paymentCents as payment',
      'offer.paymentFrequency',
      'offer.factorRate',
      'offer.commissionPercent',
      'offer.termDays',
      'deal.name as dealName',
      'deal.mid',
      'broker.name as brokerName',
      'broker.companyName',
      'broker.email as brokerEmail',
      'note.bodyHtml as messageHtml',
    ])
    .where('mail.tenantId', '=', tenantId)
    .where('mail.offerId', '=', offerId)
    .where('mail.reader', '=', reader)
    .executeTakeFirst();

const noteAsSent = (tx: Tx, { tenantId, offerId, reader }: Key) =>
  tx
    .updateTable('offerMails')
    .set({ sentAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('offerId', '=', offerId)
    .where('reader', '=', reader)
    .where('sentAt', 'is', null)
    .execute();

const letterToDesk = (mail: AcceptanceMail): Letter => ({
  subject: oneLine(`Offer accepted: ${mail.dealName} (MID ${mail.mid})`),
  paragraphs: [
    `${mail.brokerName} of ${mail.companyName} has accepted the offer for ${mail.dealName} and requests the contract.`,
    ...termsOf(mail),
    ...messageOf(mail),
    ...filesOf(mail),
  ],
});

const letterToBroker = (mail: AcceptanceMail): Letter => ({
  subject: oneLine(`Your contract request for ${mail.dealName}`),
  paragraphs: [
    greeting(mail.brokerName),
    `you have accepted the offer of ${mail.funderName} for ${mail.dealName}. Your contract request is being processed, and we will get back to you shortly.`,
    ...termsOf(mail),
    ...filesOf(mail),
    `If something here is not right, please write to ${mail.supportEmail}.`,
  ],
});

const termsOf = (mail: AcceptanceMail): string[] => [
  `Offer amount: ${formatMoney(mail.amount)}`,
  `Factor rate: ${formatRate(rate(mail.factorRate))}, with a commission of ${formatPercent(rate(mail.commissionPercent))}`,
  `Payback amount: ${formatMoney(mail.paybackAmount)}`,
  `Payment: ${formatMoney(mail.payment)} ${mail.paymentFrequency === 'WEEKLY' ? 'weekly' : 'daily'} over ${mail.termDays} days`,
];

const messageOf = ({ messageHtml }: AcceptanceMail): string[] => {
  const lines = textOfHtml(messageHtml ?? '');
  return lines.length > 0 ? ['The message that came with it:', ...lines] : [];
};

const filesOf = ({ files }: AcceptanceMail): string[] => {
  const lines = files.map(({ name, category, size }) => {
    const facts = [category, formatFileSize(Number(size))].join(', ');
    return `${plainFileName(name)} (${facts})`;
  });
  return lines.length > 0 ? [`Files that came with it: ${lines.length}`, ...lines] : [];
};
