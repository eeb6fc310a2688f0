import type { Tx } from '../../src/server/platform/db/database.ts';
import type { LinkRequest } from '../../src/shared/contract/operator-links.ts';
import { LINK_DAYS, TICKET_MINUTES } from '../../src/shared/domain/issued-links.ts';

const BROKER = 'tessa@brightpath.example';
const INVESTOR = { email: 'dana@northgate.example', syndicate: 'NGP' };
const MERCHANT = 'owner@merchant.example';

/** One link of each kind, as far as the demo has something left to decide. */
export async function requestsOf(tx: Tx, tenantId: string): Promise<LinkRequest[]> {
  const offer = await openOffer(tx, tenantId);
  const invites = await openInvites(tx, tenantId);
  const [first, second = first] = invites;
  const terms = { days: LINK_DAYS.default, isMailed: true };
  const requests: LinkRequest[] = [];
  if (offer) requests.push({ kind: 'offer', offerId: offer.id, ownOfferId: undefined, ...terms });
  if (first) requests.push({ kind: 'prefunding', inviteId: first.id, isMailed: true });
  if (second) requests.push({ kind: 'reply', inviteId: second.id, isMailed: true });
  if (offer) {
    const company = { companyId: offer.companyId, ownCompanyId: undefined };
    requests.push({ kind: 'bank', ...company, to: MERCHANT, ...terms });
  }
  const { email } = INVESTOR;
  requests.push({ kind: 'ticket', email, minutes: TICKET_MINUTES.default, isMailed: true });
  return requests;
}

const openOffer = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('offers as offer')
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.tenantId', '=', 'offer.tenantId').onRef('deal.id', '=', 'offer.dealId'),
    )
    .innerJoin('brokers as broker', (join) =>
      join.onRef('broker.tenantId', '=', 'deal.tenantId').onRef('broker.id', '=', 'deal.brokerId'),
    )
    .select(['offer.id', 'deal.companyId'])
    .where('offer.tenantId', '=', tenantId)
    .where('offer.status', '=', 'Offer Made')
    .where('broker.email', '=', BROKER)
    .orderBy('offer.id')
    .executeTakeFirst();

/**
 * Returns two, so that answering one leaves the other open. The latest come first, because the broker's link uses the first
 * offer of the book.
 */
const openInvites = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('participationInvites as invite')
    .innerJoin('syndicates as syndicate', (join) =>
      join
        .onRef('syndicate.tenantId', '=', 'invite.tenantId')
        .onRef('syndicate.id', '=', 'invite.syndicateId'),
    )
    .innerJoin('offers as offer', (join) =>
      join.onRef('offer.tenantId', '=', 'invite.tenantId').onRef('offer.id', '=', 'invite.offerId'),
    )
    .leftJoin('preFundingAcceptances as acceptance', (join) =>
      join
        .onRef('acceptance.tenantId', '=', 'invite.tenantId')
        .onRef('acceptance.inviteId', '=', 'invite.id'),
    )
    .select('invite.id')
    .where('invite.tenantId', '=', tenantId)
    .where('syndicate.abbreviation', '=', INVESTOR.syndicate)
    .where('offer.status', '=', 'Offer Made')
    .where('acceptance.inviteId', 'is', null)
    .orderBy('invite.id', 'desc')
    .limit(2)
    .execute();
