import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import type { Cents } from '../../shared/domain/money.ts';

interface Debit {
  /** The processor's own reference: told again, nothing changes. */
  reference: string;
  dealId: bigint;
  amount: Cents;
  /** The day it cleared, or came back. */
  date: CalendarDate;
}

export interface ClearedPayment extends Debit {
  result: 'cleared';
}

export interface ReturnedPayment extends Debit {
  result: 'returned';
  /** The bank's reason, e.g. R01. */
  returnCode: string;
  /** It is known to have cleared: without that payment there is nothing to take back. */
  hadCleared?: true;
}

/** What the bank says of a merchant's debit. A return may be of one that never cleared, or of one that had. */
export type PaymentEntry = ClearedPayment | ReturnedPayment;
