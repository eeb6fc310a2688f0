import { type CalendarDate, formatDate } from '../../shared/domain/calendar-date.ts';
import { type Cents, toDecimalString } from '../../shared/domain/money.ts';
import { FIRST_MONEY_DATE } from '../../shared/domain/money-dates.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import { type Operator, operatorName } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { Refusal } from '../platform/errors.ts';
import {
  type Correction,
  type PayoutChange,
  readCorrection,
  readDealOfPayment,
  readFreeReference,
  readPayoutChanges,
  recordCorrection,
} from './corrections.queries.ts';
import { lockDeal } from './locked-deals.ts';
import type { PaymentEntry } from './payment-entry.ts';
import { postPayments } from './post-payments.ts';

export interface AskedCorrection {
  reference: string;
  reason: string;
  /** What the payment should have been. Null voids it. */
  instead: { amount: Cents; date: CalendarDate | null } | null;
  /** Who asked for it, where the operator is the second person. */
  askedByName?: string;
  /** A file of the deal that shows why. */
  proofFileId?: string | null;
}

export interface PaymentCorrection extends Correction {
  mid: string;
  dealStatus: string;
  /** What each pay date gains or loses. */
  payoutChanges: PayoutChange[];
  /** True when the same correction was made before, so that nothing was changed. */
  isRepeated: boolean;
}

/**
 * Takes a payment back that was posted by mistake, and posts what it should have been under the next reference of its own. Lines are
 * only added: what has been paid out already becomes a negative part of the next payout. The same correction again changes
 * nothing and gets the same answer. The transaction is the caller's, so that all of it happens or nothing.
 */
export async function correctPayment(
  tx: Tx,
  tenantId: string,
  asked: AskedCorrection,
  operator: Operator,
): Promise<PaymentCorrection> {
  const dealId = await readDealOfPayment(tx, tenantId, asked.reference);
  await lockDeal(tx, tenantId, dealId);
  const made = await readCorrection(tx, tenantId, asked.reference);
  if (made.status !== 'cleared') {
    requireSame(made, asked);
    return answer(tx, tenantId, made, true);
  }

  const { payment } = made;
  const today = await readToday(tx);
  const entries: PaymentEntry[] = [
    { result: 'voided', reference: payment.reference, dealId, amount: payment.amount, date: today },
  ];
  if (asked.instead) {
    const { amount, date } = asked.instead;
    const clearedDate = date ?? payment.clearedDate;
    if (amount === payment.amount && clearedDate === payment.clearedDate)
      throw new Refusal('payment_correction_same');
    if (date !== null && date > today)
      throw new Refusal('invalid_request', { message: 'The date has not come yet.' });
    requireLikely(clearedDate, made);
    const reference = await readFreeReference(tx, tenantId, payment);
    // The debit is still the same one, unless the payment is of another day.
    const debitDate = clearedDate === payment.clearedDate ? made.debitDate : null;
    entries.push({ result: 'cleared', reference, dealId, amount, date: clearedDate, debitDate });
  }
  for (const outcome of await postPayments(tx, tenantId, entries, today))
    if (outcome instanceof Refusal) throw outcome;

  const [, replacement] = entries;
  await recordCorrection(tx, tenantId, {
    paymentId: payment.id,
    replacement: replacement?.reference ?? null,
    reason: asked.reason,
    proofFileId: asked.proofFileId ?? null,
    correctedBy: correctedBy(asked, operator),
    aloneBy: asked.askedByName === undefined && operator.via === 'desk' ? operator.userId : null,
  });
  const correction = await answer(tx, tenantId, await readCorrection(tx, tenantId, asked.reference), false);
  await recordAudit(tx, {
    actorId: null,
    operator,
    action: 'payment corrected',
    subject: `payment ${payment.reference}`,
    details: detailsOf(correction, asked.reason),
  });
  return correction;
}

/** Nobody has paid a deal before it was funded. A payment that the book has from such a day may stay there. */
function requireLikely(date: CalendarDate, { payment, fundedDate }: StoredCorrection): void {
  if (date === payment.clearedDate) return;
  if (date < FIRST_MONEY_DATE) throw new Refusal('date_unlikely');
  if (fundedDate !== null && date < fundedDate)
    throw new Refusal('payment_before_funding', {
      message: `The deal was funded on ${formatDate(fundedDate)}, after this date. Please check the date.`,
    });
}

const correctedBy = ({ askedByName }: AskedCorrection, operator: Operator): string =>
  askedByName === undefined
    ? operatorName(operator)
    : `desk: ${askedByName}, approved by ${operatorName(operator).replace(/^desk: /, '')}`;

type StoredCorrection = Awaited<ReturnType<typeof readCorrection>>;

/** Refuses unless the payment was corrected before in just the way that is asked for. */
function requireSame({ isVoid, payment, replacement }: StoredCorrection, { instead }: AskedCorrection): void {
  if (!isVoid) throw new Refusal('payment_returned');
  const isSame =
    instead === null
      ? replacement === null
      : replacement?.amount === instead.amount &&
        replacement.clearedDate === (instead.date ?? payment.clearedDate);
  if (!isSame)
    throw new Refusal('payment_corrected', replacement ? { message: sayWhere(replacement.reference) } : {});
}

const sayWhere = (reference: string) =>
  `This payment was corrected already, and ${reference} takes its place. Correct that one.`;

async function answer(
  tx: Tx,
  tenantId: string,
  { payment, replacement, mid, dealStatus }: StoredCorrection,
  isRepeated: boolean,
): Promise<PaymentCorrection> {
  const payoutChanges = await readPayoutChanges(tx, tenantId, { payment, replacement });
  return { payment, replacement, mid, dealStatus, payoutChanges, isRepeated };
}

function detailsOf({ payment, replacement, mid }: PaymentCorrection, reason: string) {
  return {
    reason,
    deal: mid,
    before: toDecimalString(payment.amount),
    beforeDate: payment.clearedDate,
    after: replacement ? toDecimalString(replacement.amount) : 'void',
    ...(replacement && { afterDate: replacement.clearedDate, afterReference: replacement.reference }),
  };
}
