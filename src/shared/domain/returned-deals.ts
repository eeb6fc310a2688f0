/** The parts of a book whose returns are kept: the open deals, the closed ones, those agreed in the last twelve months. */
export const KEPT_PARTS = ['open', 'closed', 'recent'] as const;
export type KeptPart = (typeof KEPT_PARTS)[number];

/** Of which deals the returns are asked for. */
export const RETURNED_DEALS = ['all', ...KEPT_PARTS] as const;
export type ReturnedDeals = (typeof RETURNED_DEALS)[number];

/** The returns of any other choice are added up when they are asked for: of this many deals at most, which takes about a second. */
export const MOST_FILTERED_DEALS = 5000;
