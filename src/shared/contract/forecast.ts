import * as z from 'zod/mini';
import { flag, givenId, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { date, money } from './value-codecs.ts';

const forecastPayDate = wireObject({
  payDate: ['pay_date', date],
  /** What is paid if every debit comes in as agreed. */
  agreed: ['as_agreed', money],
  /** What is paid if debits go on coming in as the last twenty did. */
  atPace: ['at_pace', money],
});

const forecast = wireObject({
  /** The day through which everything is posted. */
  asOf: ['as_of', date],
  /** False while a change of the book is being worked in. */
  isCurrent: ['is_current', flag],
  /** What the open shares will still be paid, after fees: the pay dates as agreed and what has no date. */
  netBalance: ['net_balance', money],
  /** The specified balance, before fees and with what is left of settled deals. */
  portfolioBalance: ['portfolio_balance', money],
  payDates: ['pay_dates', z.array(forecastPayDate)],
  /** Of deals without a next debit. */
  undated: ['undated', money],
  undatedCount: ['undated_deals', z.int()],
  /** What does not come in at the present pace, or only after the last pay date. */
  notReached: ['not_reached', money],
  notReachedCount: ['not_reached_deals', z.int()],
});

export const forecastContract = {
  forecast: endpoint({
    method: 'GET',
    path: '/api/forecast/:syndication_id',
    access: 'investor',
    recordsUse: 'syndicate viewed',
    summary: 'What the open deals of a syndicate will pay, by pay date.',
    params: wireObject({ syndicateId: ['syndication_id', pathId] }),
    response: wireObject({
      /** Null while there is none: nothing is posted yet, or it is being worked out for the first time. */
      forecast: ['forecast', z.nullable(forecast)],
    }),
  }),

  exportForecast: endpoint({
    method: 'POST',
    path: '/api/forecast/export',
    access: 'investor',
    recordsUse: 'forecast exported',
    reads: true,
    downloads: 'spreadsheet',
    summary: 'The forecast of a syndicate with the deals that it is made of, as a spreadsheet.',
    body: wireObject({ syndicateId: ['syndication_id', givenId] }),
    response: z.void(),
  }),
};
