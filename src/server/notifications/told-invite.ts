import type { Tx } from '../platform/db/database.ts';

/** What people are told about an invite: whose it is, for which deal, and from whom. */
export const readToldInvite = (tx: Tx, tenantId: string, inviteId: bigint) =>
  tx
    .selectFrom('participationInvites as invite')
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.tenantId', '=', 'invite.tenantId').onRef('deal.id', '=', 'invite.dealId'),
    )
    .innerJoin('syndicates as syndicate', (join) =>
      join
        .onRef('syndicate.tenantId', '=', 'invite.tenantId')
        .onRef('syndicate.id', '=', 'invite.syndicateId'),
    )
    .innerJoin('tenants as tenant', 'tenant.id', 'invite.tenantId')
    .select([
      'invite.syndicateId',
      'invite.publicId',
      'deal.name as dealName',
      'deal.mid',
      'syndicate.name as syndicateName',
      'tenant.name as funderName',
    ])
    .where('invite.tenantId', '=', tenantId)
    .where('invite.id', '=', inviteId)
    .executeTakeFirstOrThrow();
