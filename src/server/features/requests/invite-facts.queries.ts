import { rate } from '../../../shared/domain/rate.ts';
import { isOpenForParticipation, readShareLeft } from '../../book/share-left.ts';
import type { Tx } from '../../platform/db/database.ts';

/** What an invite offers, what was taken of it, and what is left of the deal. */
export async function readInviteFacts(tx: Tx, tenantId: string, inviteId: bigint) {
  const row = await tx
    .selectFrom('participationInvites as invite')
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.tenantId', '=', 'invite.tenantId').onRef('deal.id', '=', 'invite.dealId'),
    )
    .innerJoin('offers as offer', (join) =>
      join.onRef('offer.tenantId', '=', 'invite.tenantId').onRef('offer.id', '=', 'invite.offerId'),
    )
    .leftJoin('preFundingAcceptances as acceptance', (join) =>
      join
        .onRef('acceptance.tenantId', '=', 'invite.tenantId')
        .onRef('acceptance.inviteId', '=', 'invite.id'),
    )
    .select([
      'invite.syndicateId',
      'invite.dealId',
      'invite.maxSharePercent',
      'invite.offeredSharePercent',
      'deal.status as dealStatus',
      'deal.syndicationCapPercent',
      'offer.status as offerStatus',
      'offer.amountCents as offerAmount',
      'acceptance.sharePercent as takenPercent',
      'acceptance.participationAmountCents as acceptedAmount',
    ])
    .where('invite.tenantId', '=', tenantId)
    .where('invite.id', '=', inviteId)
    .executeTakeFirstOrThrow();
  const { dealId, syndicationCapPercent, offerStatus, takenPercent, ...facts } = row;
  return {
    ...facts,
    maxSharePercent: rate(facts.maxSharePercent),
    offeredSharePercent: rateOrNull(facts.offeredSharePercent),
    acceptedSharePercent: rateOrNull(takenPercent),
    capPercent: rate(syndicationCapPercent),
    leftPercent: await readShareLeft(tx, tenantId, dealId, syndicationCapPercent),
    isOpen: isOpenForParticipation(facts.dealStatus, offerStatus),
  };
}

const rateOrNull = (percent: string | null) => (percent === null ? null : rate(percent));
