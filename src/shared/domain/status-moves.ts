import { type DealStatus, isDealStatus, isEnded } from './deal-status.ts';
import { type Cents, sizeOf } from './money.ts';

/** What the merchant was let off by agreement, so the agreement is kept with it. */
export const LETTER_STATUSES = [
  'Settled',
  'Early Pay Discount',
  'Complete with discount',
] as const satisfies readonly DealStatus[];

/** Whether a deal gets this status only with a letter or an agreement, and so one deal at a time. */
export const needsLetter = (status: DealStatus): boolean => LETTER_STATUSES.some((one) => one === status);

export interface ChangedDeal {
  formerStatus: string;
  /** What the shares of all investors count in their balances, before and after. */
  formerBalance: Cents;
  balance: Cents;
  /** What the shares have cost, which a cancellation gives back. Opened again, the deal charges it again. */
  cost: Cents;
}

/**
 * What a status gives to investors or takes from them, of the deals whose status it changes. A status that ends a deal gives up all that was still
 * counted, also where the balance goes on to show it. Opening an ended deal again counts as much, so that nobody does it over and over.
 */
export const amountMoved = (status: DealStatus, changed: readonly ChangedDeal[]): Cents =>
  changed.reduce((sum, deal) => sum + movedBy(status, deal), 0n);

function movedBy(status: DealStatus, { formerStatus, formerBalance, balance, cost }: ChangedDeal): Cents {
  const isRefund = status === 'Cancelled' || formerStatus === 'Cancelled';
  const moved = [
    sizeOf(balance - formerBalance),
    isEnded(status) ? sizeOf(formerBalance) : 0n,
    isReopened(status, formerStatus) ? sizeOf(balance) : 0n,
    isRefund ? sizeOf(cost) : 0n,
  ];
  return moved.reduce((most, one) => (one > most ? one : most));
}

/** Whether a status opens an ended deal again. */
export const isReopened = (status: DealStatus, formerStatus: string): boolean =>
  !isEnded(status) && isDealStatus(formerStatus) && isEnded(formerStatus);
