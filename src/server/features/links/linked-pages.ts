import type { LinkRequest } from '../../../shared/contract/operator-links.ts';
import type { InvitePage, IssuedLinkKind } from '../../../shared/domain/issued-links.ts';
import { copyRecipients, isMailAddress } from '../../../shared/domain/mail-address.ts';
import { needsSecondFactor } from '../../../shared/domain/roles.ts';
import { readImportersOfAddress } from '../../approvals/brought-in.ts';
import { areAllApart } from '../../approvals/require-apart.ts';
import { idOf } from '../../book/named-subject.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import { readSendableOffer } from '../../book/sendable-offer.ts';
import { isOpen, isToBeAccepted } from '../../identity/open-tenants.ts';
import { type Operator, userOfOperator } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import { claim } from '../../platform/db/transactions.ts';
import { Refusal } from '../../platform/errors.ts';
import { findOrInvite } from './invite-syndicate.ts';

export interface Recipients {
  to: string;
  cc: string[];
}

/** The stored kind of each capability link, by the operator's word for it. */
export const STORED_LINK_KINDS = { offer: 'offer', bank: 'bank link', ticket: 'sign-in ticket' } as const;

type KeptKind = (typeof STORED_LINK_KINDS)[IssuedLinkKind];

/** A page that the operator may send somebody a link to, and the recipients of the mail; none when no mail is wanted. */
export type LinkedPage =
  | {
      page: IssuedLinkKind;
      kind: KeptKind;
      subjectId: bigint;
      seconds: number;
      recipients: Recipients | null;
      inviteId?: undefined;
    }
  | { page: InvitePage; inviteId: bigint; isNew: boolean; recipients: Recipients | null; publicId: string };

const DAY_SECONDS = 24 * 60 * 60;

type Request<K extends LinkRequest['kind']> = Extract<LinkRequest, { kind: K }>;

interface Within {
  tenantId: string;
}

interface Sender extends Within {
  operator: Operator;
}

/** Refuses what does not belong to the tenant, and what has already been decided. */
export function findLinkedPage(tx: Tx, within: Sender, request: LinkRequest): Promise<LinkedPage> {
  switch (request.kind) {
    case 'offer':
      return offerPage(tx, within, request);
    case 'bank':
      return bankPage(tx, within, request);
    case 'ticket':
      return ticketPage(tx, within, request);
    default:
      return invitePage(tx, within, request);
  }
}

async function offerPage(
  tx: Tx,
  { tenantId, operator }: Sender,
  { offerId: id, ownOfferId: ownId, days, isMailed }: Request<'offer'>,
): Promise<LinkedPage> {
  const offerId = await idOf(tx, { tenantId }, 'offer', { id, ownId });
  const { email } = await readSendableOffer(tx, tenantId, offerId);
  const sender = userOfOperator(operator);
  // Who made the offer could have put their own address there.
  const importers = await readImportersOfAddress(tx, { tenantId, offerId });
  if (sender !== null && !(await areAllApart(tx, tenantId, importers, sender)))
    throw new Refusal('broker_address_of_sender');
  return {
    page: 'offer',
    kind: STORED_LINK_KINDS.offer,
    subjectId: offerId,
    seconds: days * DAY_SECONDS,
    recipients: isMailed ? writtenTo(email, "The broker's e-mail address is not valid.") : null,
  };
}

async function bankPage(
  tx: Tx,
  { tenantId }: Within,
  { companyId: id, ownCompanyId: ownId, to, days, isMailed }: Request<'bank'>,
): Promise<LinkedPage> {
  const companyId = await idOf(tx, { tenantId }, 'company', { id, ownId });
  const company = await tx
    .selectFrom('companies')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', companyId)
    .executeTakeFirst();
  if (!company) throw notFoundInTenant(`company ${companyId}`);
  return {
    page: 'bank',
    kind: STORED_LINK_KINDS.bank,
    subjectId: companyId,
    seconds: days * DAY_SECONDS,
    recipients: isMailed
      ? writtenTo(to ?? '', "The merchant's e-mail address is needed, and has to be a valid one.")
      : null,
  };
}

/** Only for users who could also sign in with a password. Those who have not accepted their invitation get that again instead. */
async function ticketPage(
  tx: Tx,
  { tenantId }: Within,
  { email, minutes, isMailed }: Request<'ticket'>,
): Promise<LinkedPage> {
  const name = email.toLowerCase();
  // Row-level security shows a user's account only with that user's claim.
  await claim(tx, { loginName: name });
  const member = await tx
    .selectFrom('users as user')
    .innerJoin('memberships as membership', 'membership.userId', 'user.id')
    .select([
      'user.id',
      'user.email',
      'user.passwordHash',
      'membership.role',
      'membership.permissions',
      'membership.isTerminated',
      'membership.acceptedAt',
    ])
    .where('user.email', '=', name)
    .where('membership.tenantId', '=', tenantId)
    .executeTakeFirst();
  if (member && isToBeAccepted(member)) throw new Refusal('user_has_no_password');
  // A ticket leads to no desk and lets no guest in: both show a second factor.
  if (!member || needsSecondFactor(member.role) || !isOpen(member))
    throw notFoundInTenant('user of that e-mail address who may sign in');
  if (member.passwordHash === null) throw new Refusal('user_has_no_password');
  return {
    page: 'ticket',
    kind: STORED_LINK_KINDS.ticket,
    subjectId: member.id,
    seconds: minutes * 60,
    recipients: isMailed ? writtenTo(member.email, "The user's e-mail address is not valid.") : null,
  };
}

async function invitePage(
  tx: Tx,
  within: Within,
  request: Request<'prefunding' | 'reply'>,
): Promise<LinkedPage> {
  const { id, publicId, isNew, esignEmail, ccEmails } = await findOrInvite(tx, within, request);
  const { to } = request.isMailed
    ? writtenTo(esignEmail, "The syndicate's e-sign address is not valid.")
    : { to: null };
  return {
    page: request.kind,
    inviteId: id,
    isNew,
    publicId,
    recipients: to === null ? null : { to, cc: copyRecipients(ccEmails, to).cc },
  };
}

function writtenTo(to: string, message: string): Recipients {
  if (!isMailAddress(to)) throw new Refusal('email_invalid', { message });
  return { to, cc: [] };
}
