import type { Cents } from '../../shared/domain/money.ts';
import type {
  MonthlyFigures,
  StatementBalance,
  StatusGroup,
  YearlySums,
} from '../../shared/domain/statements.ts';

export interface Paid {
  gross: Cents;
  managementFee: Cents;
  netPay: Cents;
}

/** What is added up of all shares of a syndicate in a month. */
export interface MonthSums {
  balance: Omit<StatementBalance, 'payDates'>;
  newDeals: MonthlyFigures['newDeals'][number][];
  writtenOff: MonthlyFigures['writtenOff'][number][];
  paid: Paid;
  syndicationFee: Cents;
  principal: Cents;
  loss: Cents;
  byStatus: Map<StatusGroup, { deals: number; balance: Cents }>;
}

export const NOTHING: Paid = { gross: 0n, managementFee: 0n, netPay: 0n };

export const added = (one: Paid, other: Paid): Paid => ({
  gross: one.gross + other.gross,
  managementFee: one.managementFee + other.managementFee,
  netPay: one.netPay + other.netPay,
});

export const noSums = (): MonthSums => ({
  balance: {
    opening: 0n,
    openingDeals: 0,
    added: 0n,
    addedDeals: 0,
    collected: 0n,
    writtenOff: 0n,
    writtenOffDeals: 0,
    closing: 0n,
    closingDeals: 0,
  },
  newDeals: [],
  writtenOff: [],
  paid: NOTHING,
  syndicationFee: 0n,
  principal: 0n,
  loss: 0n,
  byStatus: new Map(),
});

export const noYearlySums = (): YearlySums => ({
  collected: 0n,
  managementFee: 0n,
  syndicationFee: 0n,
  netPay: 0n,
  principal: 0n,
  income: 0n,
  loss: 0n,
});

export function addSums(to: YearlySums, from: YearlySums): void {
  for (const name of Object.keys(noYearlySums()) as (keyof YearlySums)[]) to[name] += from[name];
}
