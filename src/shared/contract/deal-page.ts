import * as z from 'zod/mini';
import { DAY_STATES } from '../domain/deal-calendar.ts';
import { WATCH_REASONS } from '../domain/deal-standing.ts';
import { TERMS_REASONS } from '../domain/deal-terms.ts';
import { PAYMENT_FREQUENCIES } from '../domain/offer-terms.ts';
import { pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { dealStatus } from './participations.ts';
import { returnFigures } from './returns.ts';
import { date, money, percent } from './value-codecs.ts';

const frequency = z.enum(PAYMENT_FREQUENCIES);

const termsOfDeal = wireObject({
  fundedAmount: ['funded_amount', money],
  factorRate: ['factor_rate', z.nullable(percent)],
  paybackAmount: ['payback_amount', money],
  /** As they are now; 0 while the deal is paused. */
  payment: ['payment', money],
  paymentFrequency: ['payment_frequency', frequency],
  /** How many debits the contract has. */
  debitCount: ['debit_count', z.nullable(z.int())],
  positionNumber: ['position', z.nullable(z.int())],
});

const share = wireObject({
  percent: ['percent', percent],
  participationAmount: ['participation_amount', money],
  commissionAmount: ['commission_amount', money],
  /** What was paid upfront together with the participation. */
  syndicationFee: ['syndication_fee', money],
  investmentCost: ['syndication_total_participation_amt', money],
  anticipatedReturn: ['syndication_part_rtr', money],
  collected: ['collected', money],
  balance: ['balance', money],
  managementFee: ['total_mgt_fee', money],
  netPayouts: ['net_payouts', money],
  /** The part of the net payouts whose pay date has not come yet, and the first such date. */
  onItsWay: ['on_its_way', money],
  nextPayDate: ['upcoming_pay_date', z.nullable(date)],
  /** Net payouts and, if the deal pays as agreed, the net balance ÷ cost; null without a cost. */
  multiple: ['tvpi', z.nullable(percent)],
  /** As the trade counts, of the contract; null without a cost or payments. */
  simpleAnnualized: ['simple_annualized', z.nullable(percent)],
});

const recordedTerms = wireObject({
  effectiveDate: ['effective_date', date],
  payment: ['payment', money],
  paymentFrequency: ['payment_frequency', frequency],
  reason: ['reason', z.enum(TERMS_REASONS)],
  note: ['note', z.string()],
});

/** Amounts are the share's part of the deal's. */
const standing = wireObject({
  asOf: ['as_of', date],
  expected: ['expected', money],
  arrears: ['arrears', money],
  /** How many of the present debits the arrears are, in whole ones. */
  debitsBehind: ['debits_behind', z.int()],
  missed: ['missed_in_a_row', z.int()],
  pace: ['pace', z.nullable(wireObject({ cleared: ['cleared', money], asked: ['asked', money] }))],
  contractPayoff: ['contract_payoff', z.nullable(date)],
  /** When the terms as they are now would be fulfilled, had every debit cleared. The contract's, unless the terms were changed. */
  schedulePayoff: ['schedule_payoff', z.nullable(date)],
  expectedPayoff: ['expected_payoff', z.nullable(date)],
  pacePayoff: ['pace_payoff', z.nullable(date)],
  reasons: [
    'reasons',
    z.array(
      wireObject({
        reason: ['reason', z.enum(WATCH_REASONS)],
        since: ['since', z.nullable(date)],
        code: ['code', z.nullable(z.string())],
      }),
    ),
  ],
});

const ofShare = wireObject({
  syndicateId: ['syndication_id', pathId],
  dealPublicId: ['deal_unique_id', z.string().check(z.minLength(1), z.maxLength(100))],
});

export const dealPageContract = {
  dealOfSyndicate: endpoint({
    method: 'GET',
    path: '/api/syndicates/:syndication_id/deals/:deal_unique_id',
    access: 'investor',
    guests: 'tables',
    recordsUse: 'syndicate viewed',
    summary:
      "One deal with a syndicate's share of it: figures, terms, how it stands, and its debits day by day in the share's money.",
    params: ofShare,
    response: wireObject({
      name: ['name', z.string()],
      mid: ['contract_MID', z.string()],
      platform: ['platform', z.string()],
      industry: ['industry', z.nullable(z.string())],
      state: ['state', z.nullable(z.string())],
      status: ['status', dealStatus],
      agreementDate: ['agreement_date', date],
      /** Whether the Schedule A of the share can be opened. */
      hasScheduleA: ['has_schedule_a', z.boolean()],
      share: ['share', share],
      terms: ['terms', termsOfDeal],
      /** The newest first. */
      termsHistory: ['terms_history', z.array(recordedTerms)],
      /** Null until something is posted. */
      standing: ['standing', z.nullable(standing)],
      calendar: [
        'calendar',
        z.array(
          wireObject({
            date: ['date', date],
            state: ['state', z.enum(DAY_STATES)],
            asked: ['asked', money],
            cleared: ['cleared', money],
            returnCode: ['return_code', z.nullable(z.string())],
          }),
        ),
      ],
      /** Which debits each payout of the share is for, the newest first. */
      payDates: [
        'pay_dates',
        z.array(
          wireObject({
            payDate: ['pay_date', date],
            firstDebitDate: ['first_debit_date', date],
            lastDebitDate: ['last_debit_date', date],
          }),
        ),
      ],
      /** Null where nothing was paid in, or the deal was cancelled before it paid anything. */
      returns: ['returns', z.nullable(returnFigures)],
      /** What was paid in and out by day, up to today; what was paid in is negative. */
      flows: ['flows', z.array(wireObject({ date: ['date', date], amount: ['amount', money] }))],
      points: [
        'points',
        z.array(
          wireObject({
            date: ['date', date],
            expected: ['expected', money],
            collected: ['collected', money],
          }),
        ),
      ],
    }),
  }),

  scheduleA: endpoint({
    method: 'GET',
    path: '/api/syndicates/:syndication_id/deals/:deal_unique_id/schedule-a',
    access: 'investor',
    guests: 'documents',
    downloads: 'stored file',
    recordsUse: 'Schedule A opened',
    summary:
      'The Schedule A of a syndicate’s share of a deal, as a PDF. Each download is first recorded in the audit trail.',
    refusals: ['not_found'],
    params: ofShare,
    response: z.void(),
  }),
};
