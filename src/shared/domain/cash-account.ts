/** What an entry in the cash account of a syndicate can be. */
export const CASH_ENTRY_KINDS = [
  'opening',
  'deposit',
  'withdrawal',
  'participation',
  'payout',
  'payout reversal',
  'refund',
  'fee',
  'adjustment',
] as const;
export type CashEntryKind = (typeof CASH_ENTRY_KINDS)[number];
