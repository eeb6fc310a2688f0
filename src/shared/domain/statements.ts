import type { CalendarDate } from './calendar-date.ts';
import type { CashEntryKind } from './cash-account.ts';
import type { Cents } from './money.ts';
import type { Rate } from './rate.ts';

export const STATEMENT_KINDS = ['month', 'year'] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** How a payout is split into principal and income: in proportion to what is still to come, or all principal until the cost is back. */
export const PRINCIPAL_METHODS = ['proportional', 'cost_first'] as const;
export type PrincipalMethod = (typeof PRINCIPAL_METHODS)[number];

/** The statuses of the closing balance, as a statement groups them. */
export const STATUS_GROUPS = ['active', 'modified', 'collections', 'default', 'other'] as const;
export type StatusGroup = (typeof STATUS_GROUPS)[number];

/** Whom a statement is from and for, as they were called when it was made. */
export interface StatementParties {
  funderName: string;
  syndicateName: string;
  street: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  contactPerson: string | null;
  payDays: readonly number[];
  managementFeePercent: Rate;
  syndicationFeePercent: Rate;
}

/** Opening + added − collected − written off = closing, always. */
export interface StatementBalance {
  opening: Cents;
  openingDeals: number;
  /** The part RTR of the deals that came in the month. */
  added: Cents;
  addedDeals: number;
  /** Gross payouts of the month's pay dates, net of reversals. */
  collected: Cents;
  payDates: number;
  /** What left the balance without being paid: written off, discounted, or moved to a status that does not count; less what came back. */
  writtenOff: Cents;
  writtenOffDeals: number;
  closing: Cents;
  closingDeals: number;
}

export interface StatementDeal {
  mid: string;
  merchantName: string;
}

export interface MonthlyFigures {
  kind: 'month';
  /** The first and the last day of the month. */
  from: CalendarDate;
  to: CalendarDate;
  parties: StatementParties;
  balance: StatementBalance;
  payDates: readonly {
    payDate: CalendarDate;
    deals: number;
    gross: Cents;
    managementFee: Cents;
    netPay: Cents;
  }[];
  newDeals: readonly (StatementDeal & { cost: Cents; partRtr: Cents; syndicationFee: Cents })[];
  writtenOff: readonly (StatementDeal & { amount: Cents; status: string })[];
  fees: { management: Cents; syndication: Cents };
  /** What the month's payouts are, by the tenant's method; a loss counts in the month in which the deal closed at a loss. */
  method: PrincipalMethod;
  principal: Cents;
  income: Cents;
  loss: Cents;
  /** Null where the syndicate uses no cash account. Opening + movements = closing. */
  cash: {
    opening: Cents;
    movements: readonly { kind: CashEntryKind; count: number; amount: Cents }[];
    closing: Cents;
  } | null;
  byStatus: readonly { group: StatusGroup; deals: number; balance: Cents }[];
}

/** What a month or a deal comes to in a year. */
export interface YearlySums {
  collected: Cents;
  managementFee: Cents;
  syndicationFee: Cents;
  netPay: Cents;
  principal: Cents;
  income: Cents;
  loss: Cents;
}

export interface YearlyFigures {
  kind: 'year';
  from: CalendarDate;
  to: CalendarDate;
  parties: StatementParties;
  method: PrincipalMethod;
  balance: StatementBalance;
  months: readonly (YearlySums & { month: CalendarDate })[];
  /** Every deal that paid, came, or was lost in the year. */
  deals: readonly (YearlySums & StatementDeal & { cost: Cents })[];
  total: YearlySums;
}

export type StatementFigures = MonthlyFigures | YearlyFigures;

/** One figure that a new version says otherwise, with the words of the page. */
export interface StatementChange {
  what: string;
  before: string;
  after: string;
}
