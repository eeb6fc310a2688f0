import type { Cents } from '../../../shared/domain/money.ts';
import { formatPercent, rateFromUnits } from '../../../shared/domain/rate.ts';

/** The part of the portfolio balance, with one decimal; null without a balance. */
export function ofBalance(amount: Cents, balance: Cents): string | null {
  if (balance <= 0n) return null;
  const tenths = (amount * 2000n + balance) / (2n * balance);
  return formatPercent(rateFromUnits(tenths, 1), 1);
}
