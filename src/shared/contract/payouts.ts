import * as z from 'zod/mini';
import { PAYOUT_STATES } from '../domain/payout-states.ts';
import { flag, givenId, id, pageNumber, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { date, money } from './value-codecs.ts';

/** What a syndicate is paid on one pay date. */
export const payDateSummary = wireObject({
  payDate: ['pay_date', date],
  gross: ['sum_gross_amt', money],
  managementFee: ['sum_mgt_fee', money],
  netPay: ['sum_net_pay', money],
});

const listedPayDate = wireObject({
  payDate: ['pay_date', date],
  syndicateId: ['syndication_id', id],
  gross: ['sum_gross_amt', money],
  managementFee: ['sum_mgt_fee', money],
  netPay: ['sum_net_pay', money],
  transactionCount: ['numbers_of_transactions', z.int()],
  /** True for a payout that is posted but not paid. */
  isUpcoming: ['is_upcoming', flag],
  /** What has become of it. Without payout runs it is paid on its day. */
  state: ['payout_state', z.enum(PAYOUT_STATES)],
  /** What its investor should know or do about it. */
  words: ['payout_words', z.nullable(z.string())],
  /** By which the banks find it; null until its file is made. */
  traceNumber: ['trace_number', z.nullable(z.string())],
  note: ['note', z.nullable(z.string())],
});

const dealPayout = wireObject({
  participationId: ['id', id],
  dealPublicId: ['deal_unique_id', z.string()],
  mid: ['contract_MID', z.string()],
  merchantName: ['syndication_company_name', z.string()],
  payDate: ['pay_date', date],
  gross: ['total_gross_amount', money],
  managementFee: ['total_mgt_fee', money],
  netPay: ['total_net_pay', money],
  transactionCount: ['numbers_of_transactions', z.int()],
});

export const payoutsContract = {
  payDates: endpoint({
    method: 'GET',
    path: '/api/payouts/get_payouts_paydates/:syndication_id',
    access: 'investor',
    guests: 'payouts',
    recordsUse: 'syndicate viewed',
    readsOneMoment: true,
    summary: 'The pay dates of a syndicate, the newest first.',
    params: wireObject({ syndicateId: ['syndication_id', pathId] }),
    query: wireObject({
      page: ['page', z.optional(pageNumber)],
      length: ['length', z.optional(pageNumber)],
      /** Used instead of a page number: return the pay dates that follow this one in the list. */
      before: ['before', z.optional(date)],
    }),
    response: wireObject({
      payDates: ['data', z.array(listedPayDate)],
      lastPage: ['last_page', z.int()],
    }),
  }),

  payDateDeals: endpoint({
    method: 'GET',
    path: '/api/payouts/get_payouts_wrt_paydate',
    access: 'investor',
    guests: 'payouts',
    recordsUse: 'syndicate viewed',
    readsOneMoment: true,
    summary: 'What each deal paid a syndicate on a pay date.',
    query: wireObject({
      syndicateId: ['syndication_id', pathId],
      payDate: ['pay_date', date],
      page: ['page', z.optional(pageNumber)],
      length: ['length', z.optional(pageNumber)],
      /** Used instead of a page number: return the rows that follow this one in the list. */
      after: ['after', z.optional(pathId)],
    }),
    response: wireObject({
      payouts: ['data', z.array(dealPayout)],
      total: ['total', z.int()],
      /** The total of all rows, however few are in this answer. Null for a day without payouts. */
      summary: ['summary', z.nullable(listedPayDate)],
    }),
  }),

  exportPayDate: endpoint({
    method: 'POST',
    path: '/api/payouts/export_syndicated_payouts',
    access: 'investor',
    guests: 'payouts',
    recordsUse: 'payout exported',
    reads: true,
    downloads: 'spreadsheet',
    summary: 'What each deal paid a syndicate on a pay date, as a spreadsheet.',
    body: wireObject({ syndicateId: ['syndication_id', givenId], payDate: ['pay_date', date] }),
    response: z.void(),
  }),
};
