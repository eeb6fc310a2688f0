import { OFFER_STATUS } from '../../../shared/domain/offer-status.ts';
import { rate } from '../../../shared/domain/rate.ts';
import type { PresentedLink } from '../../identity/capabilities.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';

/** A used link is refused with the result that it had, an expired one because it has expired. */
export function refuseClosed(link: PresentedLink): void {
  if (link.state === 'used') throw new Refusal('link_used');
  if (link.state === 'expired') throw new Refusal('link_expired');
}

/** An accepted offer looks like one whose link was used, whichever link it was accepted with. */
export function refuseUnlessMade(status: string): void {
  if (status === OFFER_STATUS.accepted) throw new Refusal('link_used');
  if (status !== OFFER_STATUS.made) throw new Refusal('offer_closed');
}

/** The offer that a link opens, joined with its deal and broker. */
export const offerOf = (tx: Tx, { tenantId, subjectId }: PresentedLink) =>
  tx
    .selectFrom('offers as offer')
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.tenantId', '=', 'offer.tenantId').onRef('deal.id', '=', 'offer.dealId'),
    )
    .innerJoin('brokers as broker', (join) =>
      join.onRef('broker.tenantId', '=', 'deal.tenantId').onRef('broker.id', '=', 'deal.brokerId'),
    )
    .where('offer.tenantId', '=', tenantId)
    .where('offer.id', '=', subjectId);

/** A deal named in a request must be the link's own. Any other is not found. */
export async function requireDealOf(
  tx: Tx,
  link: PresentedLink,
  dealId: bigint | null | undefined,
): Promise<void> {
  if (dealId == null) return;
  const offer = await offerOf(tx, link).select('offer.dealId').executeTakeFirst();
  if (offer?.dealId !== dealId) throw new Refusal('not_found');
}

/** The fields of the offer that its broker may see. */
export async function readOffer(tx: Tx, link: PresentedLink) {
  const row = await offerOf(tx, link)
    .select([
      'offer.id',
      'offer.dealId',
      'offer.status',
      'deal.name as dealName',
      'offer.positionNumber',
      'offer.amountCents as amount',
      'offer.paybackAmountCents as paybackAmount',
      'offer.paymentCents as payment',
      'offer.paymentFrequency',
      'offer.factorRate',
      'offer.buyRate',
      'offer.commissionPercent',
      'offer.termDays',
      'offer.note',
      'offer.notifyNote',
      'offer.lenderName',
      'offer.createdAt',
      'offer.version',
      'broker.id as brokerId',
      'broker.name as brokerName',
      'broker.companyName',
      'broker.email',
      'broker.phoneNumber',
    ])
    .executeTakeFirst();
  if (!row) throw new Refusal('offer_closed');
  const { brokerId, brokerName, companyName, email, phoneNumber, ...offer } = row;
  refuseUnlessMade(offer.status);
  return {
    offer: {
      ...offer,
      paymentFrequency: offer.paymentFrequency,
      factorRate: rate(offer.factorRate),
      buyRate: rate(offer.buyRate),
      commissionPercent: rate(offer.commissionPercent),
      createdAt: offer.createdAt.toISOString(),
    },
    broker: { id: brokerId, name: brokerName, companyName, email, phoneNumber },
  };
}

export const readCategories = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('fileCategories')
    .select(['id', 'name'])
    .where('tenantId', '=', tenantId)
    .orderBy('name')
    .execute();
