import type { CalendarDate } from '../../../src/shared/domain/calendar-date.ts';
import type { OfferStatus } from '../../../src/shared/domain/offer-status.ts';
import {
  type OfferBasis,
  type OfferTerms,
  termsAtCommission,
} from '../../../src/shared/domain/offer-terms.ts';
import { type Ids, officeTime, type Row } from '../book.ts';
import type { Submission } from '../deals/deal.ts';
import type { Random } from '../random.ts';

export interface Offer {
  readonly id: bigint;
  readonly status: OfferStatus;
  readonly terms: OfferBasis & OfferTerms;
  readonly positionNumber: number;
  readonly createdOn: CalendarDate;
  readonly minute: number;
  readonly note: string | null;
}

const NOTES = [
  'Bank verification on the funding call. No stacking for 60 days.',
  'Landlord waiver and last month of statements required at funding.',
  'Proof of tax payment plan needed before contracts go out.',
  'Early payoff discount in the first 30 and 60 days available.',
  'Subject to a clean UCC search.',
];

type Offered = Pick<Offer, 'terms' | 'status' | 'createdOn' | 'positionNumber'>;

export function drawOffer(random: Random, ids: Ids, offered: Offered, minute = random.int(90, 200)): Offer {
  return { id: ids.next('offers'), note: random.chance(0.7) ? random.pick(NOTES) : null, minute, ...offered };
}

/** Often there were one or two earlier offers on the same day that were not accepted. */
export function drawEarlierOffers(random: Random, ids: Ids, offered: Offered): Offer[] {
  const earlier: Offer[] = [];
  if (random.chance(0.2)) {
    const expired = { ...offered, status: 'Offer Expired', terms: altered(offered.terms, 80n, 1.2) } as const;
    earlier.push(drawOffer(random, ids, expired, random.int(0, 19)));
  }
  if (random.chance(0.35)) {
    const declined = {
      ...offered,
      status: 'Offer Declined',
      terms: altered(offered.terms, 125n, 0.8),
    } as const;
    earlier.push(drawOffer(random, ids, declined, random.int(20, 60)));
  }
  return earlier;
}

/** Returns similar terms with another amount and another term. */
function altered(terms: OfferBasis, amountPercent: bigint, termFactor: number): OfferBasis & OfferTerms {
  const basis: OfferBasis = {
    amount: ((terms.amount * amountPercent) / 100n / 50_000n) * 50_000n,
    buyRate: terms.buyRate,
    commissionPercent: terms.commissionPercent,
    paymentFrequency: terms.paymentFrequency,
    termDays: Math.max(60, 10 * Math.round((terms.termDays * termFactor) / 10)),
  };
  return { ...basis, ...termsAtCommission(basis) };
}

export function offerRow(
  tenantId: string,
  { id: dealId, platform }: Submission,
  offer: Offer,
): Row<'offers'> {
  const { terms } = offer;
  return {
    tenantId,
    id: offer.id,
    dealId,
    lenderName: platform,
    positionNumber: offer.positionNumber,
    status: offer.status,
    amountCents: terms.amount,
    paybackAmountCents: terms.paybackAmount,
    paymentCents: terms.payment,
    paymentFrequency: terms.paymentFrequency,
    termDays: terms.termDays,
    factorRate: terms.factorRate.toFixed(),
    buyRate: terms.buyRate.toFixed(),
    commissionPercent: terms.commissionPercent.toFixed(),
    note: offer.note,
    notifyNote: offer.status === 'Offer Made' ? 'Good for 5 business days.' : null,
    createdAt: officeTime(offer.createdOn, offer.minute),
  };
}
