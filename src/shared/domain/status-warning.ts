import { type DealStatus, isEnded } from './deal-status.ts';
import { type Cents, formatMoney } from './money.ts';

/** How a status contradicts what is still owed; null when it does not. */
export function statusContradiction(status: DealStatus, owed: Cents): 'still owed' | 'nothing owed' | null {
  if (status === 'Advance Completed' && owed > 0n) return 'still owed';
  return owed === 0n && !isEnded(status) ? 'nothing owed' : null;
}

/** What is contradictory about a status when this much is still owed; null when nothing is. */
export function statusWarning(status: DealStatus, owed: Cents): string | null {
  const contradiction = statusContradiction(status, owed);
  if (contradiction === 'still owed')
    return `'${status}' means that the deal is paid in full, but ${formatMoney(owed)} is still owed.`;
  if (contradiction === 'nothing owed')
    return `'${status}' means that the merchant is still to pay, but nothing is owed any more.`;
  return null;
}
