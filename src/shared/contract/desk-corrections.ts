import * as z from 'zod/mini';
import { SECOND_PERSON_REASONS } from '../domain/correction-limit.ts';
import { id, pathId, wireObject } from './codecs.ts';
import { reason } from './desk-people.ts';
import { endpoint } from './endpoint.ts';
import { date, money, moreThanNothing } from './value-codecs.ts';

const ofPayment = wireObject({ paymentId: ['payment_id', pathId] });

/** What the payment should have been. Without an amount it is voided; without a date its own stays. */
const instead = {
  amount: ['amount', z.optional(moreThanNothing)],
  date: ['date', z.optional(date)],
} as const;

const seen = {
  /** The payment as it was shown, so that nothing else is corrected. */
  seenAmount: ['seen_amount', money],
  seenClearedDate: ['seen_cleared_date', date],
} as const;

const payment = wireObject({
  reference: ['reference', z.string()],
  amount: ['amount', money],
  clearedDate: ['cleared_date', date],
});

const line = wireObject({
  syndicateId: ['syndicate_id', id],
  syndicateName: ['syndicate_name', z.string()],
  isReversal: ['is_reversal', z.boolean()],
  gross: ['gross', money],
  managementFee: ['mgt_fee', money],
  netPay: ['net_pay', money],
  payDate: ['pay_date', date],
  /** What the syndicate would be paid on that day, all deals together. */
  payDateTotal: ['pay_date_total', money],
  balanceAfter: ['balance_after', money],
});

const REFUSALS = [
  'date_unlikely',
  'not_found',
  'payment_before_funding',
  'payment_changed_meanwhile',
  'payment_corrected',
  'payment_correction_same',
  'payment_exceeds_payback',
  'payment_returned',
] as const;

const correction = wireObject({
  ...instead,
  ...seen,
  reason: ['reason', reason],
  /** A file that staff have added to the deal, and that was found clean. */
  proofFileId: ['proof_file_id', z.optional(z.uuid())],
});

/** Corrections of payments by the staff. */
export const deskCorrectionsContract = {
  previewCorrection: endpoint({
    method: 'POST',
    path: '/api/desk/v1/payments/:payment_id/correction/preview',
    access: 'staff',
    needs: ['view-desk', 'post-payments'],
    isRepeatable: true,
    summary:
      'What correcting a payment would do: the lines that it adds, what each investor gains or loses by pay date, the status of the deal afterwards, and whether it takes a second person. Nothing is changed.',
    refusals: REFUSALS,
    params: ofPayment,
    body: wireObject(instead),
    response: wireObject({
      payment: ['payment', payment],
      /** What takes its place; null when the payment is voided. */
      replacement: ['replacement', z.nullable(payment)],
      difference: ['difference', money],
      formerStatus: ['former_status', z.string()],
      dealStatus: ['deal_status', z.string()],
      /** Why it takes a second person; null when it does not. */
      secondPerson: ['second_person', z.nullable(z.enum(SECOND_PERSON_REASONS))],
      limitDollars: ['limit_dollars', z.int()],
      /** What the caller has corrected alone today, of other payments. */
      alone: ['corrected_today', money],
      /** Who else can approve it, by name. */
      deciders: ['deciders', z.array(z.string())],
      lines: ['lines', z.array(line)],
    }),
  }),

  correct: endpoint({
    method: 'POST',
    path: '/api/desk/v1/payments/:payment_id/correction',
    access: 'staff',
    needs: ['view-desk', 'post-payments'],
    isCommand: true,
    needsFreshFactor: true,
    records: ['payment corrected'],
    summary:
      'Corrects a payment: it is reversed, and with an amount posted again as it should have been. Refused where it takes a second person.',
    refusals: [...REFUSALS, 'proof_unknown', 'second_person_needed', 'key_used_otherwise'],
    params: ofPayment,
    body: correction,
    response: wireObject({
      replacementReference: ['replaced_by', z.nullable(z.string())],
      dealStatus: ['deal_status', z.string()],
    }),
  }),

  askToCorrect: endpoint({
    method: 'POST',
    path: '/api/desk/v1/payments/:payment_id/correction/ask',
    access: 'staff',
    needs: ['view-desk', 'post-payments'],
    records: ['approval asked for'],
    summary: 'Asks a second person to correct a payment, who approves exactly this.',
    refusals: [...REFUSALS, 'proof_unknown', 'approval_waiting'],
    params: ofPayment,
    body: correction,
    response: wireObject({ approvalId: ['approval_id', id] }),
  }),
};
