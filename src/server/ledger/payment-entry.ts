import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import type { Cents } from '../../shared/domain/money.ts';

/** The line of a file that an entry came with. */
export interface EntryOrigin {
  sourceId: bigint;
  line: number;
}

interface Debit {
  /** The payment processor's own reference. The same reference again changes nothing. */
  reference: string;
  dealId: bigint;
  amount: Cents;
  /** The date on which the payment cleared, was returned or was voided. */
  date: CalendarDate;
  /** The day on which the merchant's account was debited, where it is known. */
  debitDate?: CalendarDate | null | undefined;
  /** Left out where no file has it, such as in a correction. */
  origin?: EntryOrigin;
}

export interface ClearedPayment extends Debit {
  result: 'cleared';
}

export interface ReturnedPayment extends Debit {
  result: 'returned';
  /** The bank's reason, e.g. R01. */
  returnCode: string;
  /**
   * True when the payment is known to have cleared. Without a recorded payment there is then nothing to reverse, and the
   * entry is refused.
   */
  hadCleared?: true;
}

/** A posted payment that the funder takes back, because it was posted by mistake. No bank has returned it. */
export interface VoidedPayment extends Debit {
  result: 'voided';
}

/**
 * What the bank reports about a debit from a merchant, or what the funder corrects. A return may be of a debit that never cleared,
 * or of one that had.
 */
export type PaymentEntry = ClearedPayment | ReturnedPayment | VoidedPayment;
