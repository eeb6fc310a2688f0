import { daysBetween } from '../../../shared/domain/calendar-date.ts';
import { cashDragOf } from '../../../shared/domain/cash-drag.ts';
import { type Recovery, recoveredBalances } from '../../../shared/domain/recovery.ts';
import { type RecoveredBasis, type ReturnsBasis, returnsOf } from '../../../shared/domain/returns.ts';
import { toldRate, toldReturns } from '../../../shared/domain/told-returns.ts';
import type { StoredContributions } from './read-cash-contributions.ts';

interface Measured {
  basis: ReturnsBasis;
  recovery: Recovery;
}

/** Returns as they are told: each figure with what it is made of. Null where nothing was paid in. */
export const shownReturns = (measured: Measured) => toldReturns(recoveredBasis(measured));

/** With what is counted of each status. */
export const recoveredBasis = ({ basis: { balances, ...basis }, recovery }: Measured): RecoveredBasis => ({
  ...basis,
  recovered: recoveredBalances(balances, recovery),
});

/** What idle cash costs. Null where there is nothing to measure. */
export function shownCashDrag({ basis, recovery }: Measured, account: StoredContributions) {
  const returns = returnsOf(basis, recovery);
  if (!returns) return null;
  const { cash, notEntered } = account;
  // Without what was put in by the opening, the rate would be of something else.
  const drag = account.opening === null ? [] : cashDragOf(returns, { ...account, cash: cash + notEntered });
  return {
    ...account,
    days: daysBetween(account.openedOn, returns.today),
    scenarios: drag.map(({ rate, ...scenario }) => ({ ...scenario, ...toldRate(rate) })),
  };
}
