import type { Cents } from '../../shared/domain/money.ts';
import { countedBalance } from '../../shared/domain/participation.ts';
import type { Participation } from './participations.queries.ts';

/** The running totals of an export's rows. */
export interface Totals {
  participationAmount: Cents;
  commissionAmount: Cents;
  investmentCost: Cents;
  anticipatedReturn: Cents;
  countedBalance: Cents;
  collected: Cents;
  totalPayouts: Cents;
}

export const noTotals = (): Totals => ({
  participationAmount: 0n,
  commissionAmount: 0n,
  investmentCost: 0n,
  anticipatedReturn: 0n,
  countedBalance: 0n,
  collected: 0n,
  totalPayouts: 0n,
});

export function addTo(totals: Totals, participation: Participation): void {
  totals.participationAmount += participation.participationAmount;
  totals.commissionAmount += participation.commissionAmount;
  totals.investmentCost += participation.investmentCost;
  totals.anticipatedReturn += participation.anticipatedReturn;
  totals.countedBalance += countedBalance(participation.status, participation.remainingBalance);
  totals.collected += participation.collected;
  totals.totalPayouts += participation.totalPayouts;
}
