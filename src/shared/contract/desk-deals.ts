import * as z from 'zod/mini';
import { WATCH_REASONS } from '../domain/deal-standing.ts';
import { DEAL_STATUSES, SUBMISSION_STATUSES } from '../domain/deal-status.ts';
import { TERMS_REASONS } from '../domain/deal-terms.ts';
import { PAYMENT_FREQUENCIES } from '../domain/offer-terms.ts';
import { PAYMENT_SOURCE_KINDS } from '../domain/payment-source.ts';
import { SUBMISSION_STATES } from '../domain/submissions.ts';
import { id, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { date, money, percent } from './value-codecs.ts';

const text = z.nullable(z.string());
const moment = z.iso.datetime();
const status = z.enum([...DEAL_STATUSES, ...SUBMISSION_STATUSES]);
const ofDeal = wireObject({ dealId: ['deal_id', pathId] });

const watched = wireObject({
  reason: ['reason', z.enum(WATCH_REASONS)],
  since: ['since', z.nullable(date)],
  code: ['code', text],
});

const listed = wireObject({
  dealId: ['deal_id', id],
  dealName: ['deal_name', z.string()],
  mid: ['contract_MID', z.string()],
  status: ['status', status],
  /** Null of a deal that is not funded yet, as are the amounts. */
  fundedDate: ['funded_date', z.nullable(date)],
  fundedAmount: ['funded_amount', z.nullable(money)],
  paybackAmount: ['payback_amount', z.nullable(money)],
  collected: ['collected', money],
  arrears: ['arrears', money],
  missedCount: ['missed_in_a_row', z.int()],
  isWatched: ['is_watched', z.boolean()],
});

/** Of a funded deal. */
const contractTerms = wireObject({
  fundedDate: ['funded_date', date],
  fundedAmount: ['funded_amount', money],
  factorRate: ['factor_rate', percent],
  paybackAmount: ['payback_amount', money],
  /** As they are now; 0 while the deal is paused. */
  payment: ['payment', money],
  paymentFrequency: ['payment_frequency', z.enum(PAYMENT_FREQUENCIES)],
  termDays: ['term_days', z.int()],
  collected: ['collected', money],
  clearedCount: ['cleared', z.int()],
  /** By the bank. */
  returnedCount: ['returned', z.int()],
  correctedCount: ['corrected', z.int()],
});

const recordedTerms = wireObject({
  effectiveDate: ['effective_date', date],
  payment: ['payment', money],
  frequency: ['payment_frequency', z.enum(PAYMENT_FREQUENCIES)],
  firstDebitDate: ['first_debit_date', z.nullable(date)],
  change: ['change', z.enum(TERMS_REASONS)],
  note: ['note', z.string()],
  recordedBy: ['recorded_by', text],
  recordedAt: ['recorded_at', moment],
});

const standing = wireObject({
  asOf: ['as_of', date],
  expected: ['expected', z.nullable(money)],
  arrears: ['arrears', money],
  missedCount: ['missed_in_a_row', z.int()],
  pace: ['pace', z.nullable(wireObject({ cleared: ['cleared', money], asked: ['asked', money] }))],
  contractPayoff: ['contract_payoff', z.nullable(date)],
  expectedPayoff: ['expected_payoff', z.nullable(date)],
  pacePayoff: ['pace_payoff', z.nullable(date)],
  reasons: ['reasons', z.array(watched)],
});

const share = wireObject({
  syndicateId: ['syndicate_id', id],
  syndicateName: ['syndicate_name', z.string()],
  sharePercent: ['share_percent', percent],
  participationAmount: ['participation_amount', money],
  investmentCost: ['total_cost', money],
  managementFeePercent: ['management_fee_percent', percent],
  isManagementFeeUpfront: ['fee_upfront', z.boolean()],
  gross: ['gross', money],
  managementFee: ['mgt_fee', money],
  netPay: ['net_pay', money],
  remainingBalance: ['balance', money],
  /** Whether its Schedule A can be opened. */
  hasScheduleA: ['has_schedule_a', z.boolean()],
});

const statusChange = wireObject({
  status: ['status', status],
  formerStatus: ['former_status', text],
  reason: ['reason', text],
  isAutomatic: ['is_automatic', z.boolean()],
  /** Null where it was a system of the funder, or the portal itself. */
  changedBy: ['changed_by', text],
  changedAt: ['changed_at', moment],
});

const offer = wireObject({
  offerId: ['offer_id', id],
  lenderName: ['lender', z.string()],
  amount: ['amount', money],
  factorRate: ['factor_rate', percent],
  termDays: ['term_days', z.int()],
  state: ['state', z.enum(SUBMISSION_STATES)],
  madeAt: ['made_at', moment],
  linkCount: ['links', z.int()],
});

const otherDeal = wireObject({
  dealId: ['deal_id', id],
  dealName: ['deal_name', z.string()],
  mid: ['contract_MID', z.string()],
});

const payment = {
  paymentId: ['payment_id', id],
  reference: ['reference', z.string()],
  amount: ['amount', money],
  status: ['status', z.enum(['cleared', 'returned', 'reversed'])],
  debitDate: ['debit_date', z.nullable(date)],
  clearedDate: ['cleared_date', z.nullable(date)],
  returnedDate: ['returned_date', z.nullable(date)],
  returnCode: ['return_code', text],
  isVoid: ['is_void', z.boolean()],
  postedAt: ['posted_at', moment],
  /** Who posted it; null of what was posted before the portal kept it. */
  postedBy: ['posted_by', text],
} as const;

const line = wireObject({
  syndicateId: ['syndicate_id', id],
  syndicateName: ['syndicate_name', z.string()],
  sharePercent: ['share_percent', percent],
  gross: ['gross', money],
  managementFee: ['mgt_fee', money],
  netPay: ['net_pay', money],
  payDate: ['pay_date', date],
  isReversal: ['is_reversal', z.boolean()],
});

/** The deals of the funder, with everything that is known of one. */
export const deskDealsContract = {
  deals: endpoint({
    method: 'GET',
    path: '/api/desk/v1/deals',
    access: 'staff',
    needs: ['view-desk'],
    summary:
      'The deals, newest first, 25 at a time, by status, by any part of the name or MID, or only those on the watchlist.',
    query: wireObject({
      search: ['search', z.optional(z.string().check(z.regex(/^[^@]{1,40}$/)))],
      status: ['status', z.optional(status)],
      standing: ['standing', z.optional(z.literal('watched'))],
      before: ['before', z.optional(pathId)],
    }),
    response: wireObject({
      deals: ['data', z.array(listed)],
      /** Passed as `before`, it returns the next ones. */
      next: ['next', z.nullable(id)],
    }),
  }),

  deal: endpoint({
    method: 'GET',
    path: '/api/desk/v1/deals/:deal_id',
    access: 'staff',
    needs: ['view-desk'],
    readsOneMoment: true,
    summary:
      'One deal: its terms and their history, its shares with what each got, how it stands, its statuses with who and why, and its offers.',
    refusals: ['not_found'],
    params: ofDeal,
    response: wireObject({
      dealId: ['deal_id', id],
      publicId: ['unique_id', z.string()],
      dealName: ['deal_name', z.string()],
      mid: ['contract_MID', z.string()],
      platform: ['platform', z.string()],
      status: ['status', status],
      companyId: ['company_id', id],
      companyName: ['company_name', z.string()],
      brokerName: ['broker_person', text],
      brokerCompany: ['broker_company', text],
      positionNumber: ['position', z.nullable(z.int())],
      renewalOf: ['renewal_of', z.nullable(otherDeal)],
      renewedBy: ['renewed_by', z.nullable(otherDeal)],
      /** Null of a deal that is not funded yet. */
      terms: ['terms', z.nullable(contractTerms)],
      /** The newest first. */
      termsHistory: ['terms_history', z.array(recordedTerms)],
      /** Null until something is posted. */
      standing: ['standing', z.nullable(standing)],
      shares: ['shares', z.array(share)],
      /** The newest first. */
      statuses: ['statuses', z.array(statusChange)],
      offers: ['offers', z.array(offer)],
    }),
  }),

  payments: endpoint({
    method: 'GET',
    path: '/api/desk/v1/deals/:deal_id/payments',
    access: 'staff',
    needs: ['view-desk'],
    summary: 'The payments of a deal, the last posted first, 25 at a time.',
    refusals: ['not_found'],
    params: ofDeal,
    query: wireObject({ before: ['before', z.optional(pathId)] }),
    response: wireObject({
      payments: ['data', z.array(wireObject(payment))],
      next: ['next', z.nullable(id)],
    }),
  }),

  payment: endpoint({
    method: 'GET',
    path: '/api/desk/v1/payments/:payment_id',
    access: 'staff',
    needs: ['view-desk'],
    readsOneMoment: true,
    summary:
      'One payment with its payout lines, with where it came from, and with the correction that took it back or posted it.',
    refusals: ['not_found'],
    params: wireObject({ paymentId: ['payment_id', pathId] }),
    response: wireObject({
      ...payment,
      dealId: ['deal_id', id],
      sourceKind: ['source', z.nullable(z.enum(PAYMENT_SOURCE_KINDS))],
      fileName: ['file', text],
      fileLine: ['line', z.nullable(z.int())],
      lines: ['lines', z.array(line)],
      /** What took this one back, and what takes its place; null unless it was corrected. */
      correction: [
        'correction',
        z.nullable(
          wireObject({
            reason: ['reason', z.string()],
            correctedBy: ['corrected_by', z.string()],
            correctedAt: ['corrected_at', moment],
            replacementReference: ['replaced_by', text],
            /** The file of the deal that shows why; null where there is none any more. */
            proof: [
              'proof',
              z.nullable(wireObject({ fileId: ['file_id', z.uuid()], name: ['name', z.string()] })),
            ],
          }),
        ),
      ],
      /** The payment whose place this one takes. */
      correctionOf: [
        'correction_of',
        z.nullable(wireObject({ reference: ['reference', z.string()], reason: ['reason', z.string()] })),
      ],
    }),
  }),
};
