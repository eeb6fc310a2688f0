import { type CalendarDate, formatDate, formatMonth } from '../../../shared/domain/calendar-date.ts';
import type { DealStatus } from '../../../shared/domain/deal-status.ts';
import { MOST_FILTERED_DEALS, RETURNED_DEALS } from '../../../shared/domain/returned-deals.ts';
import { countOf } from '../../ui/figure/count.ts';

/** The search and filters of the deals table. */
export interface DealFilter {
  search: string;
  status: DealStatus | null;
  /** The first day of the month. */
  agreementMonth: CalendarDate | null;
  onWatchlist: boolean;
  payoutsFrom: CalendarDate | null;
  payoutsTo: CalendarDate | null;
}

const MEASURED_DEALS = [...RETURNED_DEALS, 'table', 'funders'] as const;
/** The deals that are measured: a part of the book, what the deals table shows, or all deals with all funders of the user. */
export type MeasuredDeals = (typeof MEASURED_DEALS)[number];

/** What there is to choose from: the table's filter where it has one, all funders where there are several. */
export const choicesOf = (filter: DealFilter | null, funders: readonly Funder[]): MeasuredDeals[] =>
  MEASURED_DEALS.filter(
    (deals) => (deals !== 'table' || filter !== null) && (deals !== 'funders' || funders.length > 1),
  );

export const readMeasuredDeals = (
  text: string | undefined,
  choices: readonly MeasuredDeals[],
): MeasuredDeals => choices.find((deals) => deals === text) ?? 'all';

/** A tenant of the session, with the user's own syndicate there. */
export interface Funder {
  readonly id: string;
  readonly name: string;
  readonly syndicateId: bigint;
}

export const DEALS_NAMES: Readonly<Record<MeasuredDeals, string>> = {
  all: 'All deals',
  open: 'Open deals',
  closed: 'Closed deals',
  recent: 'Last 12 months',
  table: 'The table’s filter',
  funders: 'All my funders',
};

export const NO_DEALS: Readonly<Record<MeasuredDeals, string>> = {
  all: 'Returns are measured from the first deal on.',
  open: 'None of your deals is open.',
  closed: 'None of your deals is closed.',
  recent: 'None of your deals was agreed in the last 12 months.',
  table: 'The table’s filter shows no deal.',
  funders: 'Returns are measured from the first deal on.',
};

export const tooManyDeals = (dealCount: number): string =>
  `The table’s filter shows ${countOf(dealCount, 'deal')}. The payouts of a filter are added up when you ask, which would take too long for more than ${countOf(MOST_FILTERED_DEALS, 'deal')}. Narrow the filter, for example to a month, or choose all, open or closed deals or the last 12 months: those are kept ready.`;

/** The table's filter in words. */
export function filterText({ search, status, agreementMonth, onWatchlist, ...dates }: DealFilter): string {
  const { payoutsFrom, payoutsTo } = dates;
  return [
    search.trim() && `“${search.trim()}”`,
    status,
    agreementMonth && `agreed ${formatMonth(agreementMonth)}`,
    onWatchlist && 'on the watchlist',
    payoutsFrom && `paid out from ${formatDate(payoutsFrom)}`,
    payoutsTo && `paid out up to ${formatDate(payoutsTo)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
