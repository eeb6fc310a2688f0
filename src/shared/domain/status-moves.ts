import { type DealStatus, isEnded } from './deal-status.ts';
import type { Cents } from './money.ts';

/** What the merchant was let off by agreement, so the agreement is kept with it. */
const LETTER_STATUSES = [
  'Settled',
  'Early Pay Discount',
  'Complete with discount',
] as const satisfies readonly DealStatus[];

/** Whether a deal gets this status only with a letter or an agreement, and so one deal at a time. */
export const needsLetter = (status: DealStatus): boolean => LETTER_STATUSES.some((one) => one === status);

export interface ChangedDeal {
  /** What the shares of all investors count in their balances, before and after. */
  formerBalance: Cents;
  balance: Cents;
  /** What the shares have cost, which a cancellation gives back. */
  cost: Cents;
}

/**
 * What a status takes from investors, of the deals whose status it changes. A status that ends a deal gives up all that was still counted, also
 * where the balance goes on to show it. A status that ends nothing moves nothing, unless it is given to several deals at once.
 */
export function amountMoved(status: DealStatus, changed: readonly ChangedDeal[], dealCount: number): Cents {
  if (!isEnded(status) && dealCount === 1) return 0n;
  return changed.reduce((sum, deal) => sum + movedBy(status, deal), 0n);
}

function movedBy(status: DealStatus, { formerBalance, balance, cost }: ChangedDeal): Cents {
  const change = sizeOf(balance - formerBalance);
  if (!isEnded(status)) return change;
  return [change, sizeOf(formerBalance), status === 'Cancelled' ? sizeOf(cost) : 0n].reduce((most, one) =>
    one > most ? one : most,
  );
}

const sizeOf = (amount: Cents): Cents => (amount < 0n ? -amount : amount);
