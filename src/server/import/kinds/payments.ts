import * as z from 'zod';
import { externalId, paymentDate, positiveAmount, text } from '../columns.ts';
import type { KindDescription } from '../kind.ts';

/** What can be wrong with a payment as a whole: the column to report, and the message. */
export const PAYMENT_FAULTS = {
  'no date': ['cleared_date', 'is missing: a payment cleared, or came back, or both'],
  'half a return': ['return_code', 'is there for what came back, and only for that'],
  'early return': ['returned_date', 'is before the day it cleared'],
  'late debit': ['debit_date', 'is after the day on which it cleared or came back'],
} as const;

const schema = z
  .object({
    reference: text(100),
    deal: externalId(),
    amount: positiveAmount(),
    cleared_date: paymentDate().nullish(),
    returned_date: paymentDate().nullish(),
    return_code: z
      .string()
      .regex(/^R\d{2}$/, 'is not a return code such as R01')
      .nullish(),
    debit_date: paymentDate().nullish(),
  })
  // What a file leaves out may be known of the payment already; staged payments are checked once more with it.
  .superRefine(({ cleared_date, returned_date, return_code, debit_date }, context) => {
    const say = ([column, message]: readonly [string, string]) =>
      context.addIssue({ code: 'custom', path: [column], message });
    if (cleared_date === null && returned_date === null) say(PAYMENT_FAULTS['no date']);
    if (returned_date === null ? return_code : return_code === null && returned_date)
      say(PAYMENT_FAULTS['half a return']);
    if (cleared_date && returned_date && returned_date < cleared_date) say(PAYMENT_FAULTS['early return']);
    const known = cleared_date ?? (cleared_date === null ? returned_date : null);
    if (debit_date && known && debit_date > known) say(PAYMENT_FAULTS['late debit']);
  });

export type PaymentRow = z.output<typeof schema>;

/** The ledger posts payments in batches. */
export const payments = {
  name: 'payments',
  about:
    'The merchants’ past debits, in any order. Each is paid out to the participants of its deal on the first pay date after it ' +
    'cleared. Re-imported with the date on which it was returned, it is reversed; nothing else of a payment can be changed. ' +
    'Payments of today are imported like any other and count as posted on the day they cleared, even if its payouts have been made; ' +
    '`post` pays a late payment out on the next pay date.',
  schema,
  describe: {
    reference: 'the processor’s reference: the id of the payment',
    deal: '`external_id` of the deal',
    amount: 'the amount of the debit',
    cleared_date: 'day on which it cleared; empty if it never did',
    returned_date: 'day on which it was returned, if it was',
    return_code: 'the bank’s reason, such as R01',
    debit_date:
      'day on which the merchant’s account was debited, not after the day on which it cleared or came back; if empty, the tenant’s `--clearing-bank-days` before it cleared',
  },
  examples: [
    { reference: 'ACH-77100412', deal: 'D-1', amount: '700.00', cleared_date: '2026-10-05' },
    {
      reference: 'ACH-77100977',
      deal: 'D-1',
      amount: '700.00',
      returned_date: '2026-10-06',
      return_code: 'R01',
    },
    {
      reference: 'ACH-77101530',
      deal: 'D-1',
      amount: '700.00',
      cleared_date: '2026-10-07',
      returned_date: '2026-10-21',
      return_code: 'R10',
      debit_date: '2026-10-06',
    },
  ],
} satisfies KindDescription<typeof schema>;
