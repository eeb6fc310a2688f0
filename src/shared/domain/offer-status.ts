/** Every status that an offer can have. A lender makes it; the broker accepts or declines it, or it expires. */
export const OFFER_STATUS = {
  made: 'Offer Made',
  accepted: 'Offer Accepted',
  declined: 'Offer Declined',
  expired: 'Offer Expired',
} as const;

export type OfferStatus = (typeof OFFER_STATUS)[keyof typeof OFFER_STATUS];

export const OFFER_STATUSES = Object.values(OFFER_STATUS);
