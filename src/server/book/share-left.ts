import { sql } from 'kysely';
import { SUBMISSION_STATUSES } from '../../shared/domain/deal-status.ts';
import { OFFER_STATUS } from '../../shared/domain/offer-status.ts';
import { type Rate, rate } from '../../shared/domain/rate.ts';
import type { Tx } from '../platform/db/database.ts';

/** A deal takes participations until it is funded, as long as the offer of the invite is made or accepted. */
export const isOpenForParticipation = (dealStatus: string, offerStatus: string): boolean =>
  SUBMISSION_STATUSES.some((status) => status === dealStatus) &&
  (offerStatus === OFFER_STATUS.made || offerStatus === OFFER_STATUS.accepted);

/**
 * The part of the deal's cap that nobody has accepted yet. It cannot change until the end of the transaction if the
 * caller has locked the deal.
 */
export async function readShareLeft(
  tx: Tx,
  tenantId: string,
  dealId: bigint,
  capPercent: string,
): Promise<Rate> {
  const { taken } = await tx
    .selectFrom('preFundingAcceptances as acceptance')
    .innerJoin('participationInvites as invite', (join) =>
      join
        .onRef('invite.tenantId', '=', 'acceptance.tenantId')
        .onRef('invite.id', '=', 'acceptance.inviteId'),
    )
    .select(sql<string>`coalesce(sum(acceptance.share_percent), 0)`.as('taken'))
    .where('acceptance.tenantId', '=', tenantId)
    .where('invite.dealId', '=', dealId)
    .executeTakeFirstOrThrow();
  return rate(capPercent).minus(rate(taken));
}
