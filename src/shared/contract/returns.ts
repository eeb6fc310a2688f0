import * as z from 'zod/mini';
import { OPEN_STATUSES } from '../domain/recovery.ts';
import { RETURNED_DEALS } from '../domain/returned-deals.ts';
import { SCENARIOS } from '../domain/returns.ts';
import { NO_RATE_REASONS } from '../domain/yearly-rate.ts';
import { flag, givenId, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { chosenDeals } from './participations.ts';
import { date, money, percent } from './value-codecs.ts';

const rate = {
  /** In percent; null where there is none. */
  yearlyRate: ['xirr', z.nullable(percent)],
  noRateBecause: ['no_xirr_because', z.nullable(z.enum(NO_RATE_REASONS))],
  /** Set while the first flow is under a year old: then this is told instead of the yearly rate. */
  periodReturn: ['period_return', z.nullable(percent)],
} as const;

const scenario = wireObject({
  scenario: ['scenario', z.enum(SCENARIOS)],
  /** Of the net balance. */
  counted: ['counted_balance', money],
  /** With what is on its way. */
  toCome: ['still_to_come', money],
  totalValue: ['total_value', money],
  dpi: ['dpi', percent],
  rvpi: ['rvpi', percent],
  tvpi: ['tvpi', percent],
  ...rate,
});

const recovered = wireObject({
  status: ['status', z.enum(OPEN_STATUSES)],
  dealCount: ['deals', z.int()],
  netBalance: ['net_balance', money],
  /** What of it is expected to come in. */
  percent: ['recovery_percent', z.nullable(z.int())],
  counted: ['counted_balance', money],
});

const flow = wireObject({ date: ['date', date], amount: ['amount', money] });

export const returnFigures = wireObject({
  /** Today, in New York. */
  today: ['as_of', date],
  /** The first agreement date, and how many days ago that is. */
  since: ['since', date],
  days: ['days', z.int()],
  cost: ['total_participation_cost', money],
  /** On how many agreement dates it was paid in. */
  costDateCount: ['agreement_dates', z.int()],
  paid: ['paid_payouts', money],
  /** On how many pay dates it was paid out. */
  payDateCount: ['pay_dates', z.int()],
  onItsWay: ['upcoming_payouts', money],
  netBalance: ['net_balance', money],
  /** With how many decimals multiples are shown, so that they add up. */
  places: ['places', z.int()],
  /** As agreed, adjusted by status, nothing more. */
  scenarios: ['scenarios', z.array(scenario)],
  /** What the adjusted scenario is made of. */
  recovered: ['balances', z.array(recovered)],
});

/** What idle cash costs: the same rate over what was put into the cash account and taken out of it, with the cash. */
const cashDrag = wireObject({
  openedOn: ['opened_on', date],
  /** How many days ago that is. */
  days: ['days', z.int()],
  /** What had been put in and not taken out by the opening; null where it does not say that. Then there are no rates. */
  opening: ['contributed_by_opening', z.nullable(money)],
  deposits: ['deposits', money],
  withdrawals: ['withdrawals', money],
  cash: ['cash_balance', money],
  /** Payouts of today that are not in the cash account yet. */
  notEntered: ['not_entered_payouts', money],
  scenarios: [
    'scenarios',
    z.array(
      wireObject({
        scenario: ['scenario', z.enum(SCENARIOS)],
        /** What is still to come, and the cash. */
        endValue: ['end_value', money],
        ...rate,
        /** How many percent points a year the rate of the deals is above it. */
        difference: ['cash_drag', z.nullable(percent)],
      }),
    ),
  ],
});

const answer = {
  /** False while a change of the book is being worked in. */
  isCurrent: ['is_current', flag],
  /** Without cancelled ones that never paid anything. */
  dealCount: ['deal_count', z.int()],
  /** Null where there is nothing to measure. */
  returns: ['returns', z.nullable(returnFigures)],
} as const;

export const returnsContract = {
  returns: endpoint({
    method: 'GET',
    path: '/api/returns/:syndication_id',
    access: 'investor',
    recordsUse: 'syndicate viewed',
    summary: 'What the deals of a syndicate have returned on their cost, by what is still expected of them.',
    params: wireObject({ syndicateId: ['syndication_id', pathId] }),
    /** Which of its deals: all, the open ones, the closed ones, those agreed in the last twelve months. */
    query: wireObject({ deals: ['deals', z.optional(z.enum(RETURNED_DEALS))] }),
    response: wireObject({
      ...answer,
      /** Of all deals, where the syndicate has a cash account. */
      cashDrag: ['cash_account', z.nullable(cashDrag)],
    }),
  }),

  returnFlows: endpoint({
    method: 'GET',
    path: '/api/returns/:syndication_id/flows',
    access: 'investor',
    recordsUse: 'syndicate viewed',
    summary:
      'What the returns of all deals of a syndicate are made of, so that a person with several funders can merge them.',
    params: wireObject({ syndicateId: ['syndication_id', pathId] }),
    response: wireObject({
      isCurrent: ['is_current', flag],
      dealCount: ['deal_count', z.int()],
      today: ['as_of', date],
      costs: ['costs', z.array(flow)],
      payouts: ['payouts', z.array(flow)],
      recovered: ['balances', z.array(recovered)],
    }),
  }),

  filteredReturns: endpoint({
    method: 'POST',
    path: '/api/returns/filtered',
    access: 'investor',
    recordsUse: 'syndicate viewed',
    reads: true,
    summary: 'The same for the deals that a table shows with its search and filters.',
    body: wireObject(chosenDeals),
    response: wireObject({
      ...answer,
      /** Set where the choice has more deals than that: then nothing is added up. */
      mostDeals: ['most_deals', z.nullable(z.int())],
    }),
  }),
  exportReturns: endpoint({
    method: 'POST',
    path: '/api/returns/export',
    access: 'investor',
    recordsUse: 'insights exported',
    reads: true,
    downloads: 'spreadsheet',
    summary: 'The returns of a syndicate with what they are made of as a spreadsheet.',
    body: wireObject({ syndicateId: ['syndication_id', givenId] }),
    response: z.void(),
  }),
};
