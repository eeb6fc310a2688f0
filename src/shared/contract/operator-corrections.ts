import * as z from 'zod/mini';
import { wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { askedFields } from './operator-approval.ts';
import { date, money, moreThanNothing } from './value-codecs.ts';

const payment = {
  reference: ['reference', z.string()],
  amount: ['amount', money],
  clearedDate: ['cleared_date', date],
} as const;

export const operatorCorrectionsContract = {
  correctPayment: endpoint({
    method: 'POST',
    path: '/api/operator/v1/payments/correct',
    access: 'service token',
    scope: 'post',
    isCommand: true,
    records: ['payment corrected', 'approval asked for'],
    summary:
      'Corrects a payment that was posted by mistake: it is reversed, and with `amount` posted again as it should have been, under the next reference of its own. Without `amount` it is voided. Above the correction limit of a day, or once the pay date is closed, it waits for an approval at the desk, and the answer is what it will do.',
    refusals: [
      'approval_waiting',
      'date_unlikely',
      'payment_before_funding',
      'payment_corrected',
      'payment_correction_same',
      'payment_exceeds_payback',
      'payment_returned',
      'key_used_otherwise',
    ],
    body: wireObject({
      reference: ['reference', z.string().check(z.minLength(1), z.maxLength(120))],
      reason: ['reason', z.string().check(z.trim(), z.minLength(1), z.maxLength(500))],
      amount: ['amount', z.optional(moreThanNothing)],
      /** Only with an amount. The date of the payment stays unless it is given. */
      date: ['date', z.optional(date)],
    }),
    response: wireObject({
      payment: ['payment', wireObject(payment)],
      /** What takes its place; null when the payment was voided. */
      replacement: ['replacement', z.nullable(wireObject(payment))],
      mid: ['mid', z.string()],
      dealStatus: ['deal_status', z.string()],
      /** What the pay dates gain or lose by it, of all syndicates together. */
      payoutChanges: [
        'payout_changes',
        z.array(
          wireObject({
            payDate: ['pay_date', date],
            syndicateCount: ['syndicates', z.int()],
            netPay: ['total_net_pay', money],
          }),
        ),
      ],
      /** True when the payment had been corrected in this way before. */
      isRepeated: ['is_repeated', z.boolean()],
      ...askedFields,
    }),
  }),
};
