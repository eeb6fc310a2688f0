import * as z from 'zod/mini';
import { type CalendarDate, calendarDate, formatMonth } from '../domain/calendar-date.ts';
import { DEAL_STATUSES, type DealStatus } from '../domain/deal-status.ts';
import { flag, givenId, givenNumber, id, wireObject } from './codecs.ts';
import { date, dateOrNone, money, percent } from './value-codecs.ts';

export const dealStatus = z.enum(DEAL_STATUSES);

/** '11/2026' on the wire, the first day of the month in the code. */
export const month = z.codec(
  z.string().check(z.regex(/^(0[1-9]|1[0-2])\/\d{4}$/)),
  z.custom<CalendarDate>(),
  {
    decode: (text) => calendarDate(`${text.slice(3)}-${text.slice(0, 2)}-01`),
    encode: (value) => formatMonth(value),
  },
);

/** The columns that a table can be sorted by, under their wire names. */
const SORT_COLUMNS = {
  syndication_agreement_date: 'agreementDate',
  syndication_status: 'status',
  syndication_company_name: 'merchantName',
  contract_MID: 'mid',
  syndication_participation_percent: 'sharePercent',
  syndication_total_participation_amt: 'investmentCost',
  syndication_part_rtr: 'anticipatedReturn',
  anticipatedPercent: 'anticipatedReturnPercent',
  syndication_balance: 'remainingBalance',
  // The balance that counts: 0 for deals that are written off or completed with a discount.
  portfolio_balance: 'countedBalance',
  paid_percentage: 'paidInRatio',
  totalPayouts: 'totalPayouts',
  last_cleared_payment_date: 'lastClearedDate',
  collected_payment: 'collected',
  net_profit: 'netProfit',
} as const;
export type WireSortColumn = keyof typeof SORT_COLUMNS;
export type SortColumn = (typeof SORT_COLUMNS)[WireSortColumn];
/** Every column a table can be sorted by, in the code's names. */
export const SORTABLE: readonly SortColumn[] = Object.values(SORT_COLUMNS);

const wireSortColumns = Object.keys(SORT_COLUMNS) as [WireSortColumn, ...WireSortColumn[]];
const wireNameOf = new Map(wireSortColumns.map((wireName) => [SORT_COLUMNS[wireName], wireName]));

const sortColumn = z.codec(z.enum(wireSortColumns), z.custom<SortColumn>(), {
  decode: (wireName) => SORT_COLUMNS[wireName],
  encode: (column) => wireNameOf.get(column) ?? 'syndication_agreement_date',
});

const ALL_STATUS = 'All Status';
const ALL_MONTHS = 'All M/Y';

const statusFilter = z.codec(z.enum([ALL_STATUS, '', ...DEAL_STATUSES]), z.custom<DealStatus | null>(), {
  decode: (text) => (text === ALL_STATUS || text === '' ? null : text),
  encode: (status) => status ?? ALL_STATUS,
});

const monthFilter = z.codec(z.union([z.literal([ALL_MONTHS, '']), month]), z.custom<CalendarDate | null>(), {
  decode: (value) => (value === ALL_MONTHS || value === '' ? null : value),
  encode: (value) => value ?? ALL_MONTHS,
});

/** Returns every row. The older system called this page length All. */
export const ALL_ROWS = -1;

const MAX_PAGE_LENGTH = 500;
const pageLength = givenNumber(ALL_ROWS, MAX_PAGE_LENGTH).check(z.refine((length) => length !== 0));

/** Which deals of a syndicate's book are asked for. */
export const chosenDeals = {
  syndicateId: ['syndication_id', givenId],
  search: ['search', z.optional(z.string().check(z.maxLength(100)))],
  filter: [
    'filter',
    z.optional(
      wireObject({
        status: ['syndication_status', z.optional(statusFilter)],
        agreementMonth: ['syndication_agreement_date', z.optional(monthFilter)],
        /** Only the deals that need a look. */
        onWatchlist: ['on_watchlist', z.optional(flag)],
      }),
    ),
  ],
  /** Limits the rows to deals that paid out within these dates. */
  payoutsFrom: ['excel_origin_start_date', dateOrNone],
  payoutsTo: ['excel_origin_end_date', dateOrNone],
} as const;

/** The same, and in which order. */
const choice = {
  ...chosenDeals,
  sort: [
    'column',
    z.optional(
      wireObject({
        column: ['column', sortColumn],
        direction: ['sortBy', z.enum(['asc', 'desc'])],
      }),
    ),
  ],
} as const;

export const participationPageRequest = wireObject({
  ...choice,
  page: ['page', z.optional(givenNumber(1, 1_000_000))],
  length: ['length', z.optional(pageLength)],
});

/** The rows with which a table opens: the newest deals, whatever their status. */
export const FIRST_ROWS = {
  search: '',
  filter: { status: null, agreementMonth: null, onWatchlist: false },
  payoutsFrom: null,
  payoutsTo: null,
  sort: { column: 'agreementDate', direction: 'desc' },
  page: 1,
  length: 25,
} as const satisfies Omit<z.output<typeof participationPageRequest>, 'syndicateId'>;

/**
 * What an export contains: the rows that the table shows, in the columns of its view. Without a view, in those of the
 * deals.
 */
export const participationExportRequest = wireObject({
  ...choice,
  view: ['type', z.optional(z.enum(['quickview', 'detailedview']))],
});

export const participationRow = wireObject({
  syndicateId: ['syndication_id', id],
  agreementDate: ['syndication_agreement_date', date],
  status: ['syndication_status', dealStatus],
  platform: ['syndication_platform', z.string()],
  merchantName: ['syndication_company_name', z.string()],
  mid: ['contract_MID', z.string()],
  sharePercent: ['syndication_participation_percent', percent],
  participationAmount: ['syndication_participation_amt', money],
  commissionAmount: ['syndication_commission_amt', money],
  investmentCost: ['syndication_total_participation_amt', money],
  managementFeePercent: ['syndication_management_fee_percent', percent],
  /** 1 and 2 both mean that the fee was charged upfront, with the cost. */
  managementFeeUpfront: ['syndication_management_fee_upfront', z.literal([0, 1, 2])],
  anticipatedReturn: ['syndication_part_rtr', money],
  anticipatedReturnPercent: ['anticipatedPercent', percent],
  /** What the contract still owes. How much of it counts toward the portfolio balance depends on the status. */
  remainingBalance: ['syndication_balance', money],
  paidInRatio: ['paid_percentage', percent],
  totalPayouts: ['totalPayouts', money],
  netProfit: ['net_profit', money],
  /** Of what was due of the deal as of the day below, the percent that came in; null while nothing is due. */
  performance: ['performance', z.nullable(percent)],
  due: ['amount_due', z.nullable(money)],
  dealCollected: ['deal_collected_payment', money],
  asOf: ['performance_as_of', z.nullable(date)],
  lastClearedDate: ['last_cleared_payment_date', z.nullable(date)],
  collected: ['collected_payment', money],
  dealPublicId: ['deal_unique_id', z.string()],
});

export const participationPage = wireObject({
  rows: ['data', z.array(participationRow)],
  /** The position of the page's last row in the whole list; 0 for an empty page. */
  to: ['to', z.int()],
  total: ['total', z.int()],
});
