import * as z from 'zod/mini';
import { COMPARED_AS, MOST_PASTED_PAIRS } from '../domain/pasted-pairs.ts';
import { PAYMENT_SOURCE_KINDS } from '../domain/payment-source.ts';
import { DEAL_FIGURES, PART_KINDS, TERM_SIGNS, WHY_FIGURES } from '../domain/why-figures.ts';
import { id, mid, pageNumber, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { date, money, percent } from './value-codecs.ts';

const text = z.nullable(z.string());
const ofSyndicate = { syndicateId: ['syndicate_id', pathId] } as const;

/** One of them is set, by the unit of the figure; all are null where the figure does not exist. */
const value = {
  amount: ['amount', z.nullable(money)],
  percent: ['percent', z.nullable(percent)],
  count: ['count', z.nullable(z.int())],
} as const;

const check = wireObject({
  /** Where the figure is kept, such as syndicate_totals.net_pay_cents. */
  keptIn: ['kept_in', z.string()],
  /** What it is added up from to compare it. */
  madeOf: ['made_of', z.string()],
  kept: ['kept', money],
  addsUpTo: ['adds_up_to', money],
});

const term = wireObject({
  sign: ['sign', z.enum(TERM_SIGNS)],
  figure: ['figure', z.nullable(z.enum(WHY_FIGURES))],
  /** For a term that is no figure of its own. */
  label: ['label', text],
  ...value,
});

const part = wireObject({
  amount: ['amount', money],
  /** Of a deal. */
  mid: ['contract_MID', text],
  merchantName: ['merchant_name', text],
  status: ['status', text],
  /** Whether what is kept of this share agrees with its lines; null of what is no deal. */
  agrees: ['agrees', z.nullable(z.boolean())],
  /** Of an entry of the cash account, or of a reservation. */
  kind: ['kind', text],
  on: ['on', z.nullable(date)],
  payDate: ['pay_date', z.nullable(date)],
  words: ['words', text],
  recordedBy: ['recorded_by', text],
});

const origin = wireObject({
  /** Unknown of what was posted before the portal kept it. */
  kind: ['kind', z.enum([...PAYMENT_SOURCE_KINDS, 'correction', 'unknown'])],
  /** Empty where a system has sent it without a name. */
  fileName: ['file', text],
  line: ['line', z.nullable(z.int())],
  runId: ['posting_run', z.nullable(id)],
  by: ['posted_by', text],
  at: ['posted_at', z.iso.datetime()],
  /** Of a correction. */
  reason: ['reason', text],
  /** The reference of the payment that this one takes the place of, or that takes its place. */
  otherReference: ['other_reference', text],
});

const sums = wireObject({
  gross: ['gross', money],
  managementFee: ['mgt_fee', money],
  netPay: ['net_pay', money],
});

const line = wireObject({
  gross: ['gross', money],
  managementFee: ['mgt_fee', money],
  netPay: ['net_pay', money],
  payDate: ['pay_date', date],
  isReversal: ['is_reversal', z.boolean()],
  reference: ['reference', z.string()],
  paymentAmount: ['payment_amount', money],
  clearedDate: ['cleared_date', z.nullable(date)],
  returnedDate: ['returned_date', z.nullable(date)],
  returnCode: ['return_code', text],
  isVoid: ['is_void', z.boolean()],
  origin: ['origin', origin],
});

const difference = wireObject({
  mid: ['contract_MID', z.string()],
  /** Null of a deal in which the syndicate has no share. */
  merchantName: ['merchant_name', text],
  kind: ['kind', z.enum(COMPARED_AS)],
  ours: ['ours', z.nullable(money)],
  theirs: ['theirs', z.nullable(money)],
  difference: ['difference', money],
});

/** A line of a column pair is a MID and an amount, some 30 characters. */
const MOST_CHARACTERS = MOST_PASTED_PAIRS * 60;

export const deskWhyContract = {
  figures: endpoint({
    method: 'GET',
    path: '/api/desk/v1/why/:syndicate_id',
    access: 'staff',
    needs: ['view-desk'],
    readsOneMoment: true,
    summary: 'Every figure of the pages of a syndicate that can be taken apart, as its investor sees it.',
    params: wireObject(ofSyndicate),
    query: wireObject({ payDate: ['pay_date', z.optional(date)] }),
    response: wireObject({
      name: ['name', z.string()],
      asOf: ['as_of', date],
      /** The pay date that figures of one are of: the chosen one, or the newest that has come; null where there is none. */
      payDate: ['pay_date', z.nullable(date)],
      figures: ['figures', z.array(wireObject({ figure: ['figure', z.enum(WHY_FIGURES)], ...value }))],
    }),
  }),

  breakdown: endpoint({
    method: 'GET',
    path: '/api/desk/v1/why/:syndicate_id/figures/:figure',
    access: 'staff',
    needs: ['view-desk'],
    readsOneMoment: true,
    summary:
      'What one figure of a syndicate is made of: where it is kept, what that is compared with, and the deals or entries behind it, the largest first.',
    params: wireObject({ ...ofSyndicate, figure: ['figure', z.enum(WHY_FIGURES)] }),
    query: wireObject({
      payDate: ['pay_date', z.optional(date)],
      page: ['page', z.optional(pageNumber)],
    }),
    response: wireObject({
      ...value,
      asOf: ['as_of', date],
      payDate: ['pay_date', z.nullable(date)],
      checks: ['checks', z.array(check)],
      terms: ['terms', z.array(term)],
      /** Null of a figure that is made of other figures only. */
      parts: [
        'parts',
        z.nullable(
          wireObject({
            kind: ['kind', z.enum(PART_KINDS)],
            rows: ['rows', z.array(part)],
            count: ['count', z.int()],
            /** Of all parts, however few are in this answer. */
            total: ['total', money],
            pageLength: ['page_length', z.int()],
          }),
        ),
      ],
    }),
  }),

  share: endpoint({
    method: 'GET',
    path: '/api/desk/v1/why/:syndicate_id/deals/:contract_MID',
    access: 'staff',
    needs: ['view-desk'],
    readsOneMoment: true,
    summary:
      'The share of a syndicate in one deal: its terms, what is kept of it beside its lines, and each line with the payment, file and person behind it, the newest first.',
    params: wireObject({ ...ofSyndicate, mid: ['contract_MID', mid] }),
    query: wireObject({
      payDate: ['pay_date', z.optional(date)],
      page: ['page', z.optional(pageNumber)],
    }),
    response: wireObject({
      dealId: ['deal_id', id],
      mid: ['contract_MID', z.string()],
      merchantName: ['merchant_name', z.string()],
      status: ['status', z.string()],
      agreementDate: ['agreement_date', date],
      sharePercent: ['share_percent', percent],
      fundedAmount: ['funded_amount', money],
      paybackAmount: ['payback_amount', money],
      participationAmount: ['syndication_amount', money],
      commissionAmount: ['commission_amount', money],
      investmentCost: ['total_cost', money],
      anticipatedReturn: ['part_rtr', money],
      managementFeePercent: ['management_fee_percent', percent],
      isManagementFeeUpfront: ['fee_upfront', z.boolean()],
      checks: ['checks', z.array(check)],
      lines: ['lines', z.array(line)],
      count: ['count', z.int()],
      /** Of all lines, however few are in this answer. */
      total: ['total', sums],
      pageLength: ['page_length', z.int()],
    }),
  }),

  compare: endpoint({
    method: 'POST',
    path: '/api/desk/v1/why/:syndicate_id/compare',
    access: 'staff',
    needs: ['view-desk'],
    readsOneMoment: true,
    reads: true,
    maxBodyBytes: 4 * 1024 ** 2,
    summary:
      'Compares pasted pairs of a MID and an amount with a figure of the deals of a syndicate, and answers only what differs.',
    params: wireObject(ofSyndicate),
    body: wireObject({
      figure: ['figure', z.enum(DEAL_FIGURES)],
      payDate: ['pay_date', z.optional(date)],
      pasted: ['pasted', z.string().check(z.minLength(1), z.maxLength(MOST_CHARACTERS))],
    }),
    response: wireObject({
      payDate: ['pay_date', z.nullable(date)],
      /** The largest first. */
      differences: ['differences', z.array(difference)],
      /** Of all differences, however few are in this answer. */
      counts: [
        'counts',
        wireObject({
          same: ['same', z.int()],
          otherAmount: ['other_amount', z.int()],
          onlyTheirs: ['only_theirs', z.int()],
          onlyOurs: ['only_ours', z.int()],
        }),
      ],
      ours: ['ours', money],
      theirs: ['theirs', money],
      /** Of what is not listed, because there is too much of it. */
      notListed: ['not_listed', money],
      /** MIDs that were pasted more than once, whose amounts were added up. */
      repeated: [
        'repeated',
        z.array(
          wireObject({
            mid: ['contract_MID', z.string()],
            lines: ['lines', z.array(z.int())],
            amount: ['amount', money],
          }),
        ),
      ],
      /** What could not be read, and counts nowhere. */
      unread: [
        'unread',
        z.array(
          wireObject({
            line: ['line', z.int()],
            value: ['value', z.string()],
            reason: ['reason', z.string()],
          }),
        ),
      ],
      unreadCount: ['unread_count', z.int()],
      pairCount: ['pairs', z.int()],
      /** The first line, where it was taken for the names of the columns. */
      header: ['header', text],
    }),
  }),
};
