import type { PaymentFrequency } from '../../../shared/domain/offer-terms.ts';
import { rate } from '../../../shared/domain/rate.ts';
import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../errors.ts';
import type { PresentedLink } from '../../identity/capabilities.ts';

/** A used link says what it brought about, an expired one that it has expired. */
export function refuseClosed(link: PresentedLink): void {
  if (link.state === 'used') throw new Refusal('link_used');
  if (link.state === 'expired') throw new Refusal('link_expired');
}

/** An offer that was accepted, by whatever link, shows like a used one. */
export function refuseUnlessMade(status: string): void {
  if (status === 'Offer Accepted') throw new Refusal('link_used');
  if (status !== 'Offer Made') throw new Refusal('offer_closed');
}

/** The offer that a link opens, beside its deal and broker. */
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

/** What the broker's page shows of an offer, and nothing else. */
export async function readOffer(tx: Tx, link: PresentedLink) {
  const row = await offerOf(tx, link)
    .select([
      'offer.id',
      'offer.status',
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
      'offer.version',
      'broker.name as brokerName',
    ])
    .executeTakeFirst();
  if (!row) throw new Refusal('offer_closed');
  const { status, brokerName, ...offer } = row;
  refuseUnlessMade(status);
  return {
    offer: {
      ...offer,
      paymentFrequency: offer.paymentFrequency as PaymentFrequency,
      factorRate: rate(offer.factorRate),
      buyRate: rate(offer.buyRate),
      commissionPercent: rate(offer.commissionPercent),
    },
    broker: { name: brokerName },
  };
}

export const readCategories = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('fileCategories')
    .select(['id', 'name'])
    .where('tenantId', '=', tenantId)
    .orderBy('name')
    .execute();
