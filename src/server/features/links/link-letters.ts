import { KEPT_BANK_DAYS } from '../../../shared/domain/connected-banks.ts';
import { formatMoney } from '../../../shared/domain/money.ts';
import { formatPercent, rate } from '../../../shared/domain/rate.ts';
import { nameOfMember } from '../../identity/members.queries.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Letter, oneLine, questionsTo } from '../../platform/mail/letter.ts';
import { greeting } from '../../platform/mail/mailed-names.ts';
import { mailMoment } from '../../platform/mail/moment-in-words.ts';

interface LinkToSend {
  tenantId: string;
  subjectId: bigint;
  expiresAt: Date;
  url: string;
}

export async function readOfferLetter(tx: Tx, link: LinkToSend): Promise<Letter> {
  const offer = await tx
    .selectFrom('offers as offer')
    .innerJoin('tenants as tenant', 'tenant.id', 'offer.tenantId')
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.tenantId', '=', 'offer.tenantId').onRef('deal.id', '=', 'offer.dealId'),
    )
    .innerJoin('brokers as broker', (join) =>
      join.onRef('broker.tenantId', '=', 'deal.tenantId').onRef('broker.id', '=', 'deal.brokerId'),
    )
    .select([
      'tenant.name as funderName',
      'tenant.supportEmail',
      'deal.name as dealName',
      'broker.name as brokerName',
      'offer.amountCents as amount',
      'offer.termDays',
      'offer.paymentFrequency',
      'offer.commissionPercent',
    ])
    .where('offer.tenantId', '=', link.tenantId)
    .where('offer.id', '=', link.subjectId)
    .executeTakeFirstOrThrow();
  const { funderName, dealName, brokerName } = offer;
  return {
    subject: oneLine(`An offer for ${dealName}, from ${funderName}`),
    paragraphs: [
      greeting(brokerName),
      `${funderName} has an offer for ${dealName}. On its page you see all terms, choose your commission, add files and a message, and accept.`,
      'Opening the page accepts nothing. Once you accept, the contract is prepared and we write to you again.',
      `The link works until ${mailMoment(link.expiresAt)}, or until the offer is accepted.`,
    ],
    figures: [
      {
        title: 'The offer',
        rows: [
          { label: 'Funding amount', value: formatMoney(offer.amount) },
          { label: 'Term', value: `${offer.termDays} business days` },
          { label: 'Payments', value: offer.paymentFrequency === 'WEEKLY' ? 'Weekly' : 'Daily' },
          { label: 'Your commission', value: `up to ${formatPercent(rate(offer.commissionPercent))}` },
        ],
      },
    ],
    action: { label: 'Open the offer', url: link.url },
    closing: [
      'The link is for you alone: whoever has it can accept the offer. Please do not pass it on.',
      questionsTo(offer.supportEmail),
    ],
  };
}

export async function readBankLetter(tx: Tx, link: LinkToSend): Promise<Letter> {
  const company = await tx
    .selectFrom('companies as company')
    .innerJoin('tenants as tenant', 'tenant.id', 'company.tenantId')
    .select(['tenant.name as funderName', 'tenant.supportEmail', 'company.name as companyName'])
    .where('company.tenantId', '=', link.tenantId)
    .where('company.id', '=', link.subjectId)
    .executeTakeFirstOrThrow();
  const { funderName, companyName } = company;
  return {
    subject: oneLine(`Connect the bank of ${companyName} with ${funderName}`),
    paragraphs: [
      `${funderName} asks you to connect the bank account of ${companyName}. It keeps the access to the account and its transactions, encrypted, to review your offer. It removes the access ${KEPT_BANK_DAYS} days after your offer or advance ends.`,
      'You choose your bank and sign in with it in a window of Plaid, the service that connects the two. Your password stays between you and your bank.',
      `It takes about two minutes, and nothing else is needed from you after that. The link works once, until ${mailMoment(link.expiresAt)}.`,
    ],
    action: { label: 'Connect your bank', url: link.url },
    closing: [
      'If you did not expect this mail, please ask before you connect anything.',
      questionsTo(company.supportEmail),
    ],
  };
}

export async function readTicketLetter(tx: Tx, link: LinkToSend): Promise<Letter> {
  const tenant = await tx
    .selectFrom('tenants')
    .select(['name as funderName', 'supportEmail'])
    .where('id', '=', link.tenantId)
    .executeTakeFirstOrThrow();
  const name = await nameOfMember(tx, link.tenantId, link.subjectId);
  return {
    subject: oneLine(`Your link to sign in with ${tenant.funderName}`),
    paragraphs: [
      greeting(name),
      `This link signs you in to the syndicate portal of ${tenant.funderName}, without your password. If you have set up a second factor, the portal still asks for it.`,
      `It works once, until ${mailMoment(link.expiresAt)}.`,
    ],
    action: { label: 'Sign in', url: link.url },
    closing: [
      'Whoever has the link can sign in as you: please do not pass it on.',
      `If you did not expect it, do not open it, and write to ${tenant.supportEmail}.`,
    ],
  };
}
