import { sql } from 'kysely';
import { type Rate, rate } from '../../shared/domain/rate.ts';
import type { Tx } from '../platform/db/database.ts';

/** A share that a syndicate has accepted of another offer of the deal, at another price. */
export interface LeftOutShare {
  syndicateId: bigint;
  syndicateName: string;
  sharePercent: Rate;
}

/** The shares that become nothing when the deal is funded with this offer: nobody buys at a price that they have not accepted. */
export async function readLeftOutShares(
  tx: Tx,
  tenantId: string,
  { dealId, offerId }: { dealId: bigint; offerId: bigint },
): Promise<LeftOutShare[]> {
  const { rows } = await sql<{ syndicateId: bigint; syndicateName: string; accepted: string }>`
    select invite.syndicate_id, syndicate.name as "syndicateName", acceptance.share_percent::text as accepted
    from participation_invites invite
    join pre_funding_acceptances acceptance on acceptance.tenant_id = invite.tenant_id and acceptance.invite_id = invite.id
    join syndicates syndicate on syndicate.tenant_id = invite.tenant_id and syndicate.id = invite.syndicate_id
    where invite.tenant_id = ${tenantId}::uuid and invite.deal_id = ${dealId} and invite.offer_id <> ${offerId}
      and acceptance.share_percent > 0
    order by acceptance.share_percent desc, invite.syndicate_id`.execute(tx);
  return rows.map(({ accepted, ...share }) => ({ ...share, sharePercent: rate(accepted) }));
}
