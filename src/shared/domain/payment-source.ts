/** The files that payments come from. */
export const PAYMENT_SOURCE_KINDS = ['day file', 'import'] as const;
export type PaymentSourceKind = (typeof PAYMENT_SOURCE_KINDS)[number];
