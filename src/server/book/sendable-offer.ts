import { OFFER_STATUS } from '../../shared/domain/offer-status.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { notFoundInTenant } from './not-found-in-tenant.ts';

/** An offer that its broker can still accept, with the broker. Any other is refused. */
export async function readSendableOffer(tx: Tx, tenantId: string, offerId: bigint) {
  const offer = await tx
    .selectFrom('offers as offer')
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.tenantId', '=', 'offer.tenantId').onRef('deal.id', '=', 'offer.dealId'),
    )
    .leftJoin('brokers as broker', (join) =>
      join.onRef('broker.tenantId', '=', 'deal.tenantId').onRef('broker.id', '=', 'deal.brokerId'),
    )
    .select(['offer.status', 'broker.id as brokerId', 'broker.email'])
    .where('offer.tenantId', '=', tenantId)
    .where('offer.id', '=', offerId)
    .executeTakeFirst();
  if (!offer) throw notFoundInTenant(`offer ${offerId}`);
  const { status, brokerId, email } = offer;
  if (status !== OFFER_STATUS.made) throw closed(`Offer ${offerId} is not open: ${status}.`);
  if (brokerId === null || email === null) throw closed(`The deal of offer ${offerId} has no broker.`);
  return { email };
}

const closed = (message: string) => new Refusal('offer_closed', { message });
