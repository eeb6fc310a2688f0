import { sql } from 'kysely';
import type { Cents } from '../../../shared/domain/money.ts';
import { isDecline } from '../../../shared/domain/pre-funding.ts';
import { rate } from '../../../shared/domain/rate.ts';
import type { InviteAnswer } from '../../../shared/domain/submissions.ts';
import type { Tx } from '../../platform/db/database.ts';

interface InviteRow {
  id: bigint;
  syndicateId: bigint;
  syndicateName: string;
  offeredSharePercent: string | null;
  maxSharePercent: string;
  createdAt: Date;
  openedAt: Date | null;
  acceptedPercent: string | null;
  acceptedAmount: Cents | null;
  acceptedAt: Date | null;
  requestedAt: Date | null;
  mailedTo: string | null;
  queuedAt: Date | null;
  sentAt: Date | null;
}

/** The invites to an offer with the answers, in the order in which the syndicates were invited. */
export async function readInvitesOfOffer(tx: Tx, tenantId: string, offerId: bigint) {
  const { rows } = await sql<InviteRow>`
    select invite.id, invite.syndicate_id, syndicate.name as "syndicateName", invite.offered_share_percent,
      invite.max_share_percent, invite.created_at, invite.opened_at, acceptance.share_percent as "acceptedPercent",
      acceptance.participation_amount_cents as "acceptedAmount", acceptance.accepted_at,
      (select max(request.requested_at) from adjustment_requests request
        where request.tenant_id = invite.tenant_id and request.invite_id = invite.id) as "requestedAt",
      mail.to_address as "mailedTo", mail.queued_at, mail.sent_at
    from offers offer
    join participation_invites invite
      on invite.tenant_id = offer.tenant_id and invite.deal_id = offer.deal_id and invite.offer_id = offer.id
    join syndicates syndicate on syndicate.tenant_id = invite.tenant_id and syndicate.id = invite.syndicate_id
    left join pre_funding_acceptances acceptance
      on acceptance.tenant_id = invite.tenant_id and acceptance.invite_id = invite.id
    left join lateral (
      select to_address, queued_at, sent_at from link_mails
      where tenant_id = invite.tenant_id and invite_id = invite.id
      order by queued_at desc limit 1
    ) mail on true
    where offer.tenant_id = ${tenantId}::uuid and offer.id = ${offerId}
    order by invite.id`.execute(tx);
  return rows.map(shown);
}

function shown(row: InviteRow) {
  const { answer, answeredAt } = answerOf(row);
  const { acceptedPercent, acceptedAmount, mailedTo } = row;
  return {
    id: row.id,
    syndicateId: row.syndicateId,
    syndicateName: row.syndicateName,
    offeredSharePercent: row.offeredSharePercent === null ? null : rate(row.offeredSharePercent),
    maxSharePercent: rate(row.maxSharePercent),
    answer,
    acceptedPercent: answer === 'accepted' && acceptedPercent !== null ? rate(acceptedPercent) : null,
    acceptedAmount: answer === 'accepted' ? acceptedAmount : null,
    answeredAt: answeredAt?.toISOString() ?? null,
    invitedAt: row.createdAt.toISOString(),
    mailedTo,
    queuedAt: row.queuedAt?.toISOString() ?? null,
    mailedAt: row.sentAt?.toISOString() ?? null,
    openedAt: row.openedAt?.toISOString() ?? null,
  };
}

/** A share that was taken after a request for adjustment is the answer, and so is a request after that. */
function answerOf({ acceptedPercent, acceptedAt, requestedAt }: InviteRow): {
  answer: InviteAnswer;
  answeredAt: Date | null;
} {
  const isAnswered = acceptedPercent !== null && acceptedAt !== null;
  if (requestedAt !== null && (!isAnswered || requestedAt > acceptedAt))
    return { answer: 'adjustment', answeredAt: requestedAt };
  if (!isAnswered) return { answer: 'none', answeredAt: null };
  return { answer: isDecline(rate(acceptedPercent)) ? 'declined' : 'accepted', answeredAt: acceptedAt };
}
