import { sumMoney } from '../../../../shared/domain/money.ts';
import type { DealPayout } from './deal-details.api.ts';

export type PayoutSums = Pick<DealPayout, 'gross' | 'managementFee' | 'netPay' | 'transactionCount'>;

export function totalOf(payouts: readonly DealPayout[]): PayoutSums {
  return {
    gross: sumMoney(payouts.map(({ gross }) => gross)),
    managementFee: sumMoney(payouts.map(({ managementFee }) => managementFee)),
    netPay: sumMoney(payouts.map(({ netPay }) => netPay)),
    transactionCount: payouts.reduce((count, payout) => count + payout.transactionCount, 0),
  };
}
