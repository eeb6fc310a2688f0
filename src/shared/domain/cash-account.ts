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

/** What has become of a withdrawal that an investor has asked for. */
export const WITHDRAWAL_STATES = ['asked for', 'paid', 'declined', 'cancelled'] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];
