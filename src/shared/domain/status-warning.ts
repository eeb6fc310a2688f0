import { type DealStatus, isEnded } from './deal-status.ts';
import { type Cents, formatMoney } from './money.ts';

/** What is contradictory about a status when this much is still owed; null when nothing is. */
export function statusWarning(status: DealStatus, owed: Cents): string | null {
  if (status === 'Advance Completed' && owed > 0n)
    return `'${status}' means that the deal is paid in full, but ${formatMoney(owed)} is still owed.`;
  if (owed === 0n && !isEnded(status))
    return `'${status}' means that the merchant is still to pay, but nothing is owed any more.`;
  return null;
}
