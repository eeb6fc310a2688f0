import * as z from 'zod/mini';
import { EXPOSURE_KINDS } from '../domain/exposure.ts';
import { LOSS_BASES, LOSS_DATES } from '../domain/loss.ts';
import { done, flag, givenId, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { dealStatus } from './participations.ts';
import { chosenPercent, date, money, percent } from './value-codecs.ts';

const params = wireObject({ syndicateId: ['syndication_id', pathId] });
const kind = z.enum(EXPOSURE_KINDS);

/** The parts of the analysis that can be downloaded. */
export const INSIGHT_PARTS = ['concentration', 'cohorts', 'losses'] as const;
export type InsightPart = (typeof INSIGHT_PARTS)[number];

const balances = { balance: ['net_balance', money], dealCount: ['number_of_deals', z.int()] } as const;

const exposure = wireObject({
  kind: ['kind', kind],
  /** The most that the investor wants in one group, in percent of the net balance; null while they have set none. */
  limitPercent: ['limit_percent', z.nullable(percent)],
  /** The ten largest; the name is null where the deals say none. */
  groups: ['groups', z.array(wireObject({ name: ['name', z.nullable(z.string())], ...balances }))],
  /** All groups after them together. */
  others: ['others', wireObject({ groupCount: ['number_of_groups', z.int()], ...balances })],
});

const cohort = wireObject({
  /** The first day of the quarter in which the deals were funded. */
  quarter: ['quarter', date],
  dealCount: ['number_of_deals', z.int()],
  cost: ['total_participation_cost', money],
  netPaid: ['sum_net_pay', money],
  /** What was paid within one month (30 days) of each deal's funding, within two, and so on, as far as its youngest deal is that old. */
  paidByMonth: ['net_pay_by_month', z.array(money)],
});

const lossGroup = {
  /** The first day of the quarter; null where nobody knows since when the deals have their status. */
  quarter: ['quarter', z.nullable(date)],
  dealCount: ['number_of_deals', z.int()],
  cost: ['total_participation_cost', money],
  netRtr: ['net_rtr', money],
  netPaid: ['sum_net_pay', money],
  /** What of the cost has not come back, and what of the net RTR. */
  lossOfCost: ['loss_of_cost', money],
  lossOfRtr: ['loss_of_rtr', money],
} as const;

const losses = wireObject({
  /** Every quarter in which deals were funded, the newest first, with all of its deals. */
  byFunding: [
    'by_funding',
    z.array(
      wireObject({
        ...lossGroup,
        ofAll: [
          'of_all',
          wireObject({
            dealCount: ['number_of_deals', z.int()],
            cost: ['total_participation_cost', money],
            netRtr: ['net_rtr', money],
          }),
        ],
      }),
    ),
  ],
  /** By the quarter in which a deal defaulted, or was closed for less without that. */
  byDate: ['by_date_of_default', z.array(wireObject(lossGroup))],
});

const forecastByMonth = wireObject({
  /** The day through which everything is posted. */
  asOf: ['as_of', date],
  /** False while a change of the book is being worked in. */
  isCurrent: ['is_current', flag],
  netBalance: ['net_balance', money],
  /** Of deals without a next debit. */
  undated: ['undated', money],
  undatedCount: ['undated_deals', z.int()],
  /** What does not come in at the present pace, or only after the last month. */
  notReached: ['not_reached', money],
  notReachedCount: ['not_reached_deals', z.int()],
  /** This month and the five before it as far as something was paid, and all that are to come. */
  months: [
    'months',
    z.array(
      wireObject({
        /** Its first day. */
        month: ['month', date],
        paid: ['paid_payouts', money],
        onItsWay: ['upcoming_payouts', money],
        agreed: ['as_agreed', money],
        atPace: ['at_pace', money],
      }),
    ),
  ],
});

const lostDeal = wireObject({
  dealPublicId: ['deal_unique_id', z.string()],
  merchantName: ['syndication_company_name', z.string()],
  mid: ['contract_MID', z.string()],
  status: ['syndication_status', dealStatus],
  fundedOn: ['funded_date', date],
  /** Null where nobody knows since when the deal has its status. */
  lostOn: ['date_of_default', z.nullable(date)],
  /** The cost, or the net RTR. */
  basis: ['basis_amount', money],
  netPaid: ['sum_net_pay', money],
  loss: ['loss', money],
});

export const insightsContract = {
  insights: endpoint({
    method: 'GET',
    path: '/api/insights/:syndication_id',
    access: 'investor',
    recordsUse: 'syndicate viewed',
    summary:
      "How the net balance of a syndicate's open deals spreads over industries, states and so on, what the deals of each quarter have paid and lost, and what is to come by month.",
    params,
    response: wireObject({
      /** Null while it is being worked out for the first time. */
      analysis: [
        'analysis',
        z.nullable(
          wireObject({
            asOf: ['as_of', date],
            /** False while a change of the book is being worked in. */
            isCurrent: ['is_current', flag],
            netBalance: ['net_balance', money],
            exposures: ['exposures', z.array(exposure)],
            /** The newest quarter first. */
            cohorts: ['cohorts', z.array(cohort)],
            losses: ['losses', losses],
          }),
        ),
      ],
      /** What is to come, by month. Null while there is none: nothing is posted yet, or it is being worked out for the first time. */
      forecast: ['forecast', z.nullable(forecastByMonth)],
    }),
  }),

  lostDeals: endpoint({
    method: 'GET',
    path: '/api/insights/:syndication_id/losses',
    access: 'investor',
    recordsUse: 'syndicate viewed',
    summary:
      'The lost deals of one quarter, the largest losses first: fifty of them, and all others as one sum.',
    params,
    query: wireObject({
      by: ['by', z.enum(LOSS_DATES)],
      /** Its first day; without it, the deals whose day is not known. */
      quarter: ['quarter', z.optional(date)],
      basis: ['basis', z.enum(LOSS_BASES)],
    }),
    response: wireObject({
      deals: ['data', z.array(lostDeal)],
      others: ['others', wireObject({ dealCount: ['number_of_deals', z.int()], loss: ['loss', money] })],
    }),
  }),

  exportInsights: endpoint({
    method: 'POST',
    path: '/api/insights/export',
    access: 'investor',
    recordsUse: 'insights exported',
    reads: true,
    downloads: 'spreadsheet',
    summary: 'One part of the insights into a book as a spreadsheet.',
    body: wireObject({ syndicateId: ['syndication_id', givenId], part: ['part', z.enum(INSIGHT_PARTS)] }),
    response: z.void(),
  }),

  setLimits: endpoint({
    method: 'POST',
    path: '/api/insights/:syndication_id/limits',
    access: 'investor',
    isRepeatable: true,
    records: ['concentration limits changed'],
    summary:
      'Sets how much of the net balance may be in one group of each kind. Kinds that are left out have no limit.',
    refusals: ['not_found', 'switch_not_allowed', 'limit_invalid'],
    params,
    body: wireObject({
      limits: [
        'limits',
        z
          .array(wireObject({ kind: ['kind', kind], limitPercent: ['limit_percent', chosenPercent] }))
          .check(z.maxLength(EXPOSURE_KINDS.length)),
      ],
    }),
    response: done,
  }),
};
