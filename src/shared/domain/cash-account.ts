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

/** What one of them has become when it no longer keeps the money. */
export const SETTLED_STATES = ['paid', 'declined', 'cancelled'] as const satisfies WithdrawalState[];

/** What somebody of the funder enters; everything else follows from the book. */
export const OPERATOR_ENTRY_KINDS = ['deposit', 'fee', 'adjustment'] as const satisfies CashEntryKind[];

/** What can keep a part of the account from being free. */
export const RESERVATION_KINDS = ['participation', 'withdrawal'] as const;

/** For how long after somebody has asked for another bank account nothing can be withdrawn, so that the owners of the account can object. */
export const HOURS_AFTER_BANK_CHANGE = 72;
