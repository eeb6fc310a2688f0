import * as z from 'zod/mini';
import { DIFFERENCE_CAUSES } from '../domain/book-as-of.ts';
import { CASH_ENTRY_KINDS } from '../domain/cash-account.ts';
import { givenId, pageNumber, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { dealStatus } from './participations.ts';
import { date, money, percent } from './value-codecs.ts';

const params = wireObject({ syndicateId: ['syndication_id', pathId] });
const days = {
  /** Today unless it is given. */
  date: ['date', z.optional(date)],
  /** Another day, earlier or later, to be put beside the first. */
  comparedWith: ['compare', z.optional(date)],
} as const;
const cause = z.enum(DIFFERENCE_CAUSES);

/** The figures of the summary strip as they stood at the end of a day in New York. */
const bookOfDay = wireObject({
  date: ['date', date],
  dealCount: ['number_of_deals', z.int()],
  investmentCost: ['total_participation_cost', money],
  anticipatedReturn: ['total_syndication_part_rtr', money],
  totalPayouts: ['total_payouts', money],
  paidPayouts: ['paid_payouts', money],
  upcomingPayouts: ['upcoming_payouts', money],
  portfolioBalance: ['portfolio_balance', money],
  /** Null where the syndicate uses no cash account, and before it was opened. */
  cashBalance: ['cash_balance', z.nullable(money)],
  /** These two count the cash, and are null where it is not known. */
  netInvestment: ['net_investment', z.nullable(money)],
  portfolioReturn: ['portfolio_return', z.nullable(percent)],
  statuses: [
    'statuses',
    z.array(
      wireObject({
        status: ['status', dealStatus],
        dealCount: ['number_of_deals', z.int()],
        balance: ['balance', money],
      }),
    ),
  ],
});

/** By how much something changes each figure. */
const effects = {
  dealCount: ['number_of_deals', z.int()],
  investmentCost: ['total_participation_cost', money],
  anticipatedReturn: ['total_syndication_part_rtr', money],
  totalPayouts: ['total_payouts', money],
  portfolioBalance: ['portfolio_balance', money],
  cashBalance: ['cash_balance', money],
} as const;

const change = wireObject({
  cause: ['cause', cause],
  /** The day from which the book has it. */
  recordedOn: ['recorded_on', date],
  /** Of payouts and what was taken back. */
  payDate: ['pay_date', z.nullable(date)],
  lineCount: ['number_of_payments', z.int()],
  /** Null for payouts, which are added up by pay date, and for cash. */
  deal: [
    'deal',
    z.nullable(
      wireObject({
        mid: ['contract_MID', z.string()],
        merchantName: ['syndication_company_name', z.string()],
        dealPublicId: ['deal_unique_id', z.string()],
      }),
    ),
  ],
  formerStatus: ['former_status', z.nullable(dealStatus)],
  status: ['status', z.nullable(dealStatus)],
  cashKind: ['cash_kind', z.nullable(z.enum(CASH_ENTRY_KINDS))],
  ...effects,
});

export const asOfContract = {
  bookAsOf: endpoint({
    method: 'GET',
    path: '/api/as-of/:syndication_id',
    access: 'investor',
    recordsUse: 'syndicate viewed',
    summary:
      "A syndicate's book as it stood at the end of a day, by what was recorded by then, or two days side by side with what makes the difference.",
    refusals: ['date_to_come'],
    params,
    query: wireObject(days),
    response: wireObject({
      today: ['today', date],
      /** One day or two, the earlier one first. */
      days: ['days', z.array(bookOfDay)],
      /** What the later day has that the earlier one has not, by cause; it adds up to the difference. */
      causes: [
        'causes',
        z.array(wireObject({ cause: ['cause', cause], count: ['count', z.int()], ...effects })),
      ],
      /** The first day of which anything is recorded; null for an empty book. */
      recordedSince: ['recorded_since', z.nullable(date)],
      /** Days up to this one were worked out from payouts, shares and statuses, not recorded as they passed. */
      workedOutThrough: ['worked_out_through', z.nullable(date)],
      /** The first day of the cash account; null without one. */
      cashSince: ['cash_since', z.nullable(date)],
      /** Payouts that came in with an import after the earlier day, long after they were paid. */
      imports: [
        'imports',
        z.array(
          wireObject({
            importedOn: ['imported_on', date],
            firstPayDate: ['first_pay_date', date],
            lastPayDate: ['last_pay_date', date],
          }),
        ),
      ],
    }),
  }),

  bookChanges: endpoint({
    method: 'GET',
    path: '/api/as-of/:syndication_id/changes',
    access: 'investor',
    recordsUse: 'syndicate viewed',
    summary: 'The lines that make the difference between two days of a book, the newest first, 25 to a page.',
    refusals: ['date_to_come'],
    params,
    query: wireObject({
      date: ['date', date],
      comparedWith: ['compare', date],
      cause: ['cause', z.optional(cause)],
      page: ['page', z.optional(pageNumber)],
    }),
    response: wireObject({ total: ['total', z.int()], changes: ['changes', z.array(change)] }),
  }),

  exportBookAsOf: endpoint({
    method: 'POST',
    path: '/api/as-of/export',
    access: 'investor',
    recordsUse: 'book as of a day exported',
    reads: true,
    downloads: 'spreadsheet',
    summary: 'The book as of a day, or two days with the lines that make the difference, as a spreadsheet.',
    refusals: ['date_to_come', 'as_of_too_long'],
    body: wireObject({ syndicateId: ['syndication_id', givenId], ...days }),
    response: z.void(),
  }),
};
