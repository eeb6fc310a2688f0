import * as z from 'zod';
import { date, externalId, positiveAmount, text } from '../columns.ts';
import type { KindDescription } from '../kind.ts';

const schema = z
  .object({
    reference: text(100),
    deal: externalId(),
    amount: positiveAmount(),
    cleared_date: date().optional(),
    returned_date: date().optional(),
    return_code: z
      .string()
      .regex(/^R\d{2}$/, 'is not a return code such as R01')
      .optional(),
  })
  .superRefine(({ cleared_date, returned_date, return_code }, context) => {
    const say = (column: string, message: string) =>
      context.addIssue({ code: 'custom', path: [column], message });
    if (cleared_date === undefined && returned_date === undefined)
      say('cleared_date', 'is missing: a payment cleared, or came back, or both');
    if ((returned_date === undefined) !== (return_code === undefined))
      say('return_code', 'is there for what came back, and only for that');
    if (cleared_date !== undefined && returned_date !== undefined && returned_date < cleared_date)
      say('returned_date', 'is before the day it cleared');
  });

export type PaymentRow = z.output<typeof schema>;

/** The ledger posts payments in batches. */
export const payments = {
  name: 'payments',
  about:
    'The merchants’ past debits, in any order. Each is paid out to the participants of its deal on the first pay date after it ' +
    'cleared. Re-imported with the date on which it was returned, it is reversed; nothing else of a payment can be changed. ' +
    'Current payments are not imported but posted, with `post`.',
  schema,
  describe: {
    reference: 'the processor’s reference: the id of the payment',
    deal: '`external_id` of the deal',
    amount: 'the amount of the debit',
    cleared_date: 'day on which it cleared; empty if it never did',
    returned_date: 'day on which it was returned, if it was',
    return_code: 'the bank’s reason, such as R01',
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
    },
  ],
} satisfies KindDescription<typeof schema>;
