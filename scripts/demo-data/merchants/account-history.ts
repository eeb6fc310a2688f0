import type { CalendarDate } from '../../../src/shared/domain/calendar-date.ts';
import type { DealStatus } from '../../../src/shared/domain/deal-status.ts';
import type { TermsChange } from '../../../src/shared/domain/deal-terms.ts';
import type { Cents } from '../../../src/shared/domain/money.ts';
import type { Weighted } from '../random.ts';
import type { Contract } from './contract.ts';

export type PaymentMethod = 'ACH' | 'WIRE' | 'CHECK' | 'RENEWAL';

export interface MerchantPayment {
  readonly method: PaymentMethod;
  readonly amount: Cents;
  readonly debitDate: CalendarDate;
  status: 'cleared' | 'returned' | 'reversed';
  readonly clearedDate: CalendarDate | null;
  returnedDate: CalendarDate | null;
  returnCode: string | null;
}

/** The events that syndicates are paid for, in order. */
export interface LedgerEvent {
  readonly date: CalendarDate;
  readonly payment: MerchantPayment;
  readonly isReversal: boolean;
  readonly isFinal: boolean;
}

export interface StatusChange {
  readonly date: CalendarDate;
  readonly status: DealStatus;
  readonly reason: string;
}

/** What the deal asks of its merchant from the day after this one on. */
export interface ChangedTerms {
  readonly date: CalendarDate;
  readonly payment: Cents;
  readonly change: TermsChange;
  readonly note: string;
}

/** The result of a merchant's account. */
export interface AccountHistory {
  readonly contract: Contract;
  readonly payments: readonly MerchantPayment[];
  readonly events: readonly LedgerEvent[];
  readonly statusChanges: readonly StatusChange[];
  readonly termsChanges: readonly ChangedTerms[];
}

export const RETURN_CODES: Weighted<string> = [
  ['R01', 66],
  ['R09', 18],
  ['R08', 7],
  ['R10', 4],
  ['R29', 3],
  ['R02', 2],
];
