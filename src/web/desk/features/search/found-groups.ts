import { formatDate } from '../../../../shared/domain/calendar-date.ts';
import { capitalized } from '../../../../shared/domain/capitalized.ts';
import { formatMoney } from '../../../../shared/domain/money.ts';
import { countOf } from '../../../ui/figure/count.ts';
import { deskAddress } from '../../desk-address.ts';
import type { Found } from './search.api.ts';

/** Something that was found. */
export interface FoundItem {
  key: string;
  title: string;
  /** What is known of it, in one line. */
  facts: string;
  address: string;
}

export interface FoundGroup {
  name: string;
  items: readonly FoundItem[];
}

/** What was found, by kind, without the kinds of which there is nothing. */
export function groupsOf({ deals, offers, investors, people, payments }: Found): FoundGroup[] {
  const groups = [
    { name: 'Deals', items: deals.map(dealItem) },
    { name: 'Offers', items: offers.map(offerItem) },
    { name: 'Investors', items: investors.map(investorItem) },
    { name: 'People', items: people.map(personItem) },
    { name: 'Payments', items: payments.map(paymentItem) },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

const joined = (...parts: readonly string[]): string => parts.join(' · ');

const dealItem = (deal: Found['deals'][number]): FoundItem => ({
  key: `deal ${deal.dealId}`,
  title: deal.dealName,
  facts: joined(
    deal.mid,
    deal.status,
    countOf(deal.investorCount, 'investor'),
    deal.lastPaymentDate ? `last payment ${formatDate(deal.lastPaymentDate)}` : 'no payment yet',
  ),
  address: deskAddress('deal', { params: { dealId: deal.dealId } }),
});

const offerItem = ({ offerId, dealName, mid, amount, state }: Found['offers'][number]): FoundItem => ({
  key: `offer ${offerId}`,
  title: `${formatMoney(amount)} for ${dealName}`,
  facts: joined(mid, capitalized(state)),
  address: deskAddress('submission', { params: { offerId } }),
});

const investorItem = ({ syndicateId, name, abbreviation }: Found['investors'][number]): FoundItem => ({
  key: `investor ${syndicateId}`,
  title: name,
  facts: abbreviation,
  address: deskAddress('investor', { params: { syndicateId } }),
});

const personItem = ({ userId, name, email, role }: Found['people'][number]): FoundItem => ({
  key: `person ${userId}`,
  title: name,
  facts: joined(email, role === 'syndication' ? 'Investor' : capitalized(role)),
  address: deskAddress('person', { params: { userId } }),
});

const paymentItem = (payment: Found['payments'][number]): FoundItem => ({
  key: `payment ${payment.paymentId}`,
  title: `${formatMoney(payment.amount)}, ${payment.reference}`,
  facts: joined(
    payment.dealName,
    payment.mid,
    capitalized(payment.status),
    ...(payment.day ? [formatDate(payment.day)] : []),
  ),
  address: deskAddress('deal', {
    params: { dealId: payment.dealId },
    search: { payment: payment.paymentId },
  }),
});
