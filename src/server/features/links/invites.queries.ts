import type { Tx } from '../../platform/db/database.ts';

/** A tenant's invites, each joined with its syndicate, deal and offer. */
export const invitesOf = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('participationInvites as invite')
    .innerJoin('syndicates as syndicate', (join) =>
      join
        .onRef('syndicate.tenantId', '=', 'invite.tenantId')
        .onRef('syndicate.id', '=', 'invite.syndicateId'),
    )
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.tenantId', '=', 'invite.tenantId').onRef('deal.id', '=', 'invite.dealId'),
    )
    .innerJoin('offers as offer', (join) =>
      join.onRef('offer.tenantId', '=', 'invite.tenantId').onRef('offer.id', '=', 'invite.offerId'),
    )
    .where('invite.tenantId', '=', tenantId);
