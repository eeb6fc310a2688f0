import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import type { PostingOutcome } from '../ledger/decide-postings.ts';
import type { PaymentEntry } from '../ledger/payment-entry.ts';
import { readPayments } from '../ledger/payments.queries.ts';
import { postPayments } from '../ledger/post-payments.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';

export interface ClearedPayment {
  dealId: bigint;
  reference: string;
  amount: bigint;
  clearedDate: CalendarDate;
  postedOn: CalendarDate;
}

/** Posts one cleared payment. A refusal is thrown. */
export const postPayment = (tx: Tx, tenantId: string, payment: ClearedPayment) => {
  const { clearedDate: date, postedOn, ...entry } = payment;
  return postOne(tx, tenantId, { ...entry, date, result: 'cleared' }, postedOn);
};

/** Posts the bank's return of a payment that was posted before. */
export async function reversePayment(
  tx: Tx,
  tenantId: string,
  returned: { reference: string; returnedDate: CalendarDate; returnCode: string; postedOn: CalendarDate },
): Promise<PostingOutcome> {
  const { reference, returnedDate: date, returnCode, postedOn } = returned;
  const payment = (await readPayments(tx, tenantId, [reference])).get(reference);
  if (!payment) throw new Refusal('not_found');
  const { dealId, amountCents: amount } = payment;
  return postOne(tx, tenantId, { result: 'returned', reference, dealId, amount, date, returnCode }, postedOn);
}

async function postOne(tx: Tx, tenantId: string, entry: PaymentEntry, postedOn: CalendarDate) {
  const [outcome] = await postPayments(tx, tenantId, [entry], postedOn);
  if (outcome === undefined || outcome instanceof Refusal) throw outcome;
  return outcome;
}
