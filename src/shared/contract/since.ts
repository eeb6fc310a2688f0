import * as z from 'zod/mini';
import { WATCH_REASONS } from '../domain/deal-standing.ts';
import { done, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { dealStatus } from './participations.ts';
import { date, money } from './value-codecs.ts';

const params = wireObject({ syndicateId: ['syndication_id', pathId] });
const moment = z.iso.datetime();

/** How each row names its deal, with the status that it has. */
const ofDeal = {
  mid: ['contract_MID', z.string()],
  merchantName: ['syndication_company_name', z.string()],
  dealPublicId: ['deal_unique_id', z.string()],
  status: ['status', dealStatus],
} as const;

const since = wireObject({
  /** The person's last visit on an earlier day. */
  lastVisitAt: ['last_visit', moment],
  /** The day since which is counted: that of the last visit, or thirty days ago if that is later. */
  sinceDate: ['since_date', date],
  /** False where the last visit is more than thirty days ago, and only these are counted. */
  isSinceLastVisit: ['is_since_last_visit', z.boolean()],
  today: ['today', date],
  /** The moment of the answer: everything up to here is hidden with it. */
  asOf: ['as_of', moment],
  paidOut: [
    'paid_out',
    wireObject({
      netPay: ['sum_net_pay', money],
      payDateCount: ['number_of_pay_dates', z.int()],
      paymentCount: ['number_of_payments', z.int()],
      firstPayDate: ['first_pay_date', z.nullable(date)],
      /** The newest twenty, newest first. */
      payDates: [
        'pay_dates',
        z.array(
          wireObject({
            payDate: ['pay_date', date],
            gross: ['sum_gross_amt', money],
            managementFee: ['sum_mgt_fee', money],
            netPay: ['sum_net_pay', money],
            paymentCount: ['number_of_payments', z.int()],
          }),
        ),
      ],
    }),
  ],
  newDeals: [
    'new_deals',
    wireObject({
      count: ['count', z.int()],
      investmentCost: ['total_participation_cost', money],
      deals: [
        'deals',
        z.array(
          wireObject({
            ...ofDeal,
            agreementDate: ['agreement_date', date],
            investmentCost: ['total_participation_cost', money],
            anticipatedReturn: ['anticipated_rtr', money],
          }),
        ),
      ],
    }),
  ],
  returned: [
    'returned_payments',
    wireObject({
      count: ['count', z.int()],
      /** What the syndicate's share of them is, less the management fee. */
      share: ['share', money],
      /** How many of them had been paid out, and were taken back. */
      takenBackCount: ['payments_taken_back', z.int()],
      payments: [
        'payments',
        z.array(
          wireObject({
            ...ofDeal,
            returnedDate: ['returned_date', date],
            returnCode: ['return_code', z.string()],
            share: ['share', money],
            /** The pay date with which it was taken back; null when it had not been paid out. */
            takenBackOn: ['taken_back_with', z.nullable(date)],
          }),
        ),
      ],
    }),
  ],
  statusChanges: [
    'status_changes',
    wireObject({
      dealCount: ['number_of_deals', z.int()],
      statuses: [
        'statuses',
        z.array(wireObject({ status: ['status', dealStatus], count: ['count', z.int()] })),
      ],
      deals: [
        'deals',
        z.array(
          wireObject({
            ...ofDeal,
            changedOn: ['status_changed_on', date],
            formerStatus: ['former_status', z.nullable(dealStatus)],
          }),
        ),
      ],
    }),
  ],
  alerts: [
    'alerts',
    wireObject({
      newCount: ['number_new', z.int()],
      resolvedCount: ['number_resolved', z.int()],
      alerts: [
        'alerts',
        z.array(
          wireObject({
            ...ofDeal,
            reason: ['reason', z.enum(WATCH_REASONS)],
            onDay: ['alert_date', date],
            /** False for a reason that is gone. */
            isNew: ['is_new_alert', z.boolean()],
          }),
        ),
      ],
    }),
  ],
});

export const sinceContract = {
  sinceLastVisit: endpoint({
    method: 'GET',
    path: '/api/since/:syndication_id',
    access: 'investor',
    recordsUse: 'syndicate viewed',
    summary:
      "What happened in a syndicate's book since the caller's last visit on an earlier day, at most thirty days ago: in five parts, each with the first twenty of its list.",
    params,
    response: wireObject({
      /** False when today's visit is still to be recorded. */
      isVisitRecorded: ['visit_recorded', z.boolean()],
      /** Null on the first visit, and while there is nothing new since the caller has hidden it. */
      since: ['since', z.nullable(since)],
    }),
  }),

  recordVisit: endpoint({
    method: 'POST',
    path: '/api/since/:syndication_id/visit',
    access: 'investor',
    isRepeatable: true,
    summary:
      "Records that the caller has seen a syndicate's dashboard today. Again on the same day changes nothing.",
    refusals: ['not_found', 'switch_not_allowed'],
    params,
    response: done,
  }),

  hideSince: endpoint({
    method: 'POST',
    path: '/api/since/:syndication_id/hide',
    access: 'investor',
    isRepeatable: true,
    summary: 'Hides what happened since the last visit for the caller, until something new happens.',
    refusals: ['not_found', 'switch_not_allowed'],
    params,
    body: wireObject({ through: ['through', moment] }),
    response: done,
  }),
};
