import {
  isAllowedPercent,
  isDecline,
  maxAllowedPercent,
  participationAmountAt,
} from '../../../shared/domain/pre-funding.ts';
import { formatPercent, type Rate, ZERO_RATE } from '../../../shared/domain/rate.ts';
import type { Investor } from '../../access/caller.ts';
import { requireOpenSyndicate } from '../../book/open-syndicate.ts';
import { isOpenForParticipation, readShareLeft } from '../../book/share-left.ts';
import type { Deps } from '../../deps.ts';
import { prepareReservation } from '../../ledger/cash/reserve-cash.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { storedMessage } from '../../platform/rich-text/stored-message.ts';
import { queueAccountingMail } from './accounting-mails.ts';
import { type ClaimedInvite, findInviteToAnswer } from './invite-to-answer.ts';
import type { Invite } from './invites.queries.ts';

export interface PreFunding extends ClaimedInvite {
  sharePercent: Rate;
  messageHtml: string;
}

/** Takes a share of what is left of a deal, or declines it with a share of 0, for the caller's syndicate, once. */
export async function acceptPreFunding(
  tx: Tx,
  { publicOrigin }: Pick<Deps, 'publicOrigin'>,
  caller: Investor,
  { sharePercent, messageHtml, ...claimed }: PreFunding,
): Promise<void> {
  const { tenantId, userId } = caller;
  const { dealId } = await findInviteToAnswer(tx, caller, claimed);
  const reserve = await prepareReservation(tx, caller);
  const deal = await holdDeal(tx, tenantId, dealId);
  // Read again under the lock, now that nobody else can answer.
  const invite = await findInviteToAnswer(tx, caller, claimed);
  if (invite.acceptance) return requireUnchanged(invite.acceptance.sharePercent, sharePercent);

  const offer = await tx
    .selectFrom('offers')
    .select(['amountCents', 'status', 'commissionPercent'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', invite.offerId)
    .executeTakeFirstOrThrow();
  if (!isOpenForParticipation(deal.status, offer.status)) throw new Refusal('invite_closed');
  if (!isDecline(sharePercent)) await requireOpenSyndicate(tx, tenantId, invite.syndicateId);
  const left = await readShareLeft(tx, tenantId, dealId, deal.syndicationCapPercent);
  requireShare(sharePercent, invite, left);
  const message = storedMessage(messageHtml);
  if (!isDecline(sharePercent))
    await reserve({
      offeredCents: offer.amountCents,
      sharePercent: sharePercent.toFixed(),
      commissionPercent: offer.commissionPercent,
    });
  await tx
    .insertInto('preFundingAcceptances')
    .values({
      tenantId,
      inviteId: invite.id,
      sharePercent: sharePercent.toFixed(),
      participationAmountCents: participationAmountAt(offer.amountCents, sharePercent),
      messageHtml: message === '' ? null : message,
      acceptedBy: userId,
    })
    .execute();
  await queueAccountingMail(tx, publicOrigin, { tenantId, acceptedInviteId: invite.id });
  await recordAudit(tx, {
    actorId: userId,
    action: isDecline(sharePercent) ? 'pre-funding declined' : 'pre-funding accepted',
    subject: `invite ${invite.id}`,
    details: { sharePercent: sharePercent.toFixed() },
  });
}

/**
 * Locks the deal until the transaction ends, so that of many simultaneous acceptances each sees what the previous one has
 * left.
 */
const holdDeal = (tx: Tx, tenantId: string, dealId: bigint) =>
  tx
    .selectFrom('deals')
    .select(['status', 'syndicationCapPercent'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', dealId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/** The same answer again is accepted. Another share would be a different answer, which is refused. */
function requireUnchanged(accepted: Rate, sharePercent: Rate): void {
  if (accepted.eq(sharePercent)) return;
  const message = isDecline(accepted)
    ? 'Your syndicate has already declined this deal. Please write to accounting if that is to change.'
    : `Your syndicate has already taken ${formatPercent(accepted, 1)} of this deal.`;
  throw new Refusal('already_accepted', { message });
}

function requireShare(sharePercent: Rate, { maxSharePercent }: Invite, left: Rate): void {
  if (!isAllowedPercent(sharePercent, maxSharePercent)) throw new Refusal('share_not_allowed');
  if (isDecline(sharePercent) || sharePercent.lte(left)) return;
  const most = maxAllowedPercent(maxSharePercent, left);
  const message = most.eq(ZERO_RATE)
    ? 'Others were quicker: nothing of this deal is left.'
    : `Others were quicker: ${formatPercent(most, 1)} of this deal is left for you.`;
  throw new Refusal('share_not_left', { message });
}
