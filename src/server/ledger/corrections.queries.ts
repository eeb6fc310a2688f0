import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import type { Cents } from '../../shared/domain/money.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { readPayments } from './payments.queries.ts';

export interface PostedPayment {
  id: bigint;
  reference: string;
  amount: Cents;
  clearedDate: CalendarDate;
}

export interface Correction {
  payment: PostedPayment;
  /** What was posted in its place; null when it was only voided. */
  replacement: PostedPayment | null;
}

export async function readDealOfPayment(tx: Tx, tenantId: string, reference: string): Promise<bigint> {
  const payment = (await readPayments(tx, tenantId, [reference])).get(reference);
  if (!payment) throw new Refusal('not_found', { message: 'No payment was posted under this reference.' });
  return payment.dealId;
}

interface Row {
  id: bigint;
  amount: Cents;
  clearedDate: string | null;
  debitDate: string | null;
  status: 'cleared' | 'returned' | 'reversed';
  isVoid: boolean;
  newId: bigint | null;
  newReference: string | null;
  newAmount: Cents | null;
  newClearedDate: string | null;
  mid: string;
  dealStatus: string;
  fundedDate: string | null;
}

/** A payment with the one that takes its place, if it was corrected. The deal is locked. */
export async function readCorrection(tx: Tx, tenantId: string, reference: string) {
  const { rows } = await sql<Row>`
    select payment.id, payment.amount_cents as amount, payment.cleared_date, payment.debit_date,
      payment.status, payment.is_void,
      replacement.id as new_id, replacement.reference as new_reference, replacement.amount_cents as new_amount,
      replacement.cleared_date as new_cleared_date, deal.mid, deal.status as deal_status,
      deal.funded_date
    from payments payment
    join deals deal on deal.tenant_id = payment.tenant_id and deal.id = payment.deal_id
    left join payment_corrections made on made.tenant_id = payment.tenant_id and made.payment_id = payment.id
    left join payments replacement on replacement.tenant_id = made.tenant_id and replacement.id = made.replaced_by
    where payment.tenant_id = ${tenantId}::uuid and payment.reference = ${reference}`.execute(tx);
  const [row] = rows;
  // What never cleared was returned by the bank at once.
  if (!row?.clearedDate) throw new Refusal('payment_returned');
  const { id, amount, status, isVoid, mid, dealStatus } = row;
  const replacement =
    row.newId === null
      ? null
      : {
          id: row.newId,
          reference: row.newReference ?? '',
          amount: row.newAmount ?? 0n,
          clearedDate: calendarDate(row.newClearedDate ?? ''),
        };
  const payment = { id, reference, amount, clearedDate: calendarDate(row.clearedDate) };
  const debitDate = row.debitDate === null ? null : calendarDate(row.debitDate);
  const fundedDate = row.fundedDate === null ? null : calendarDate(row.fundedDate);
  return { payment, debitDate, replacement, status, isVoid, mid, dealStatus, fundedDate };
}

/**
 * The reference of the payment that takes another one's place: that of the first of them, with the next free number from 2 on. A
 * processor's own reference may end in a number as well, so it is told from ours by whether the payment is itself a
 * correction.
 */
export async function readFreeReference(
  tx: Tx,
  tenantId: string,
  { id, reference }: PostedPayment,
): Promise<string> {
  const { rows: corrected } = await sql`
    select from payment_corrections where tenant_id = ${tenantId}::uuid and replaced_by = ${id}`.execute(tx);
  const [, first = reference, last = '1'] = (corrected.length > 0 && /^(.*)\/(\d+)$/.exec(reference)) || [
    '',
    reference,
  ];
  for (let number = Number(last) + 1; ; number += 1) {
    const next = `${first}/${number}`;
    if (!(await readPayments(tx, tenantId, [next])).has(next)) return next;
  }
}

export async function recordCorrection(
  tx: Tx,
  tenantId: string,
  correction: {
    paymentId: bigint;
    replacement: string | null;
    reason: string;
    proofFileId: string | null;
    correctedBy: string;
    /** Null where two people did, or no one person. */
    aloneBy: bigint | null;
  },
): Promise<void> {
  const { paymentId, replacement, reason, proofFileId, correctedBy, aloneBy } = correction;
  await sql`
    insert into payment_corrections (tenant_id, payment_id, replaced_by, reason, proof_file_id, corrected_by, corrected_alone_by)
    select ${tenantId}::uuid, ${paymentId}, (
      select id from payments where tenant_id = ${tenantId}::uuid and reference = ${replacement}
    ), ${reason}, ${proofFileId}::uuid, ${correctedBy}, ${aloneBy}::bigint`.execute(tx);
}

export interface PayoutChange {
  payDate: CalendarDate;
  syndicateCount: number;
  netPay: Cents;
}

/** What a correction adds to each pay date: the voided payment's lines of the opposite sign, and those of its replacement. */
export async function readPayoutChanges(
  tx: Tx,
  tenantId: string,
  { payment, replacement }: Correction,
): Promise<PayoutChange[]> {
  const { rows } = await sql<{ payDate: string; syndicateCount: number; netPay: Cents }>`
    select pay_date, count(distinct syndicate_id)::integer as syndicate_count, sum(net_pay_cents)::bigint as net_pay
    from payout_lines
    where tenant_id = ${tenantId}::uuid and ((payment_id = ${payment.id} and is_reversal)
      or (payment_id = ${replacement?.id ?? null}::bigint and not is_reversal))
    group by pay_date order by pay_date`.execute(tx);
  return rows.map((row) => ({ ...row, payDate: calendarDate(row.payDate) }));
}
