import type { CalendarDate } from '../../../src/shared/domain/calendar-date.ts';
import type { DealStatus } from '../../../src/shared/domain/deal-status.ts';
import type { Cents } from '../../../src/shared/domain/money.ts';
import type { Weighted } from '../random.ts';
import type { Contract } from './contract.ts';

export type PaymentMethod = 'ACH' | 'WIRE' | 'CHECK' | 'RENEWAL';

export interface MerchantPayment {
  readonly method: PaymentMethod;
  readonly amount: Cents;
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

/** The result of a merchant's account. */
export interface AccountHistory {
  readonly contract: Contract;
  readonly payments: readonly MerchantPayment[];
  readonly events: readonly LedgerEvent[];
  readonly statusChanges: readonly StatusChange[];
}

export const RETURN_CODES: Weighted<string> = [
  ['R01', 66],
  ['R09', 18],
  ['R08', 7],
  ['R10', 4],
  ['R29', 3],
  ['R02', 2],
];
