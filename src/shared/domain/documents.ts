/** What a document that the funder sends to its investors can be. */
export const DOCUMENT_CATEGORIES = ['agreement', 'tax form', 'letter', 'other'] as const;
export type DocumentCategory = (typeof DOCUMENT_CATEGORIES)[number];

/** How far a document is, for staff. Only a published one is seen by investors. */
export const DOCUMENT_STATES = ['checking', 'refused', 'ready', 'published', 'expired', 'withdrawn'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

export const FIRST_TAX_YEAR = 2000;
export const LAST_TAX_YEAR = 2100;

/** How many documents one person, or all systems of the funder together, may upload within a day. */
export const MAX_DOCUMENTS_PER_DAY = 2000;

/** How many documents are published in one step, and told of in one mail to each person. */
export const MAX_DOCUMENTS_PER_PUBLICATION = 500;
