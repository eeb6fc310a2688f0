import type { Cents } from '../../../shared/domain/money.ts';
import type { Difference } from '../../ledger/difference.ts';

export interface Reconciliation {
  comparedAt: Date;
  /** True when the whole book was compared; otherwise what had changed, and a part of the rest. */
  isWhole: boolean;
  /** What was compared. */
  dealCount: number;
  changedDealCount: number;
  paymentCount: number;
  lineCount: number;
  netPay: Cents;
  /** Everything in the book has been compared since then; null when something differs. */
  checkedSince: Date | null;
  differences: Difference[];
}
