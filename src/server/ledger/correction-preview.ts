import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import { type SecondPersonReason, whySecondPerson } from '../../shared/domain/correction-limit.ts';
import type { Cents } from '../../shared/domain/money.ts';
import { notFoundInTenant } from '../book/not-found-in-tenant.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { undone } from '../platform/db/undone.ts';
import { Refusal } from '../platform/errors.ts';
import { type AskedCorrection, correctPayment, type PaymentCorrection } from './correct-payment.ts';
import { readCorrectedAlone } from './corrected-alone.ts';
import { readCorrectedBefore } from './corrected-before.ts';
import { type InvestorEffect, withEffects } from './investor-balances.ts';

/** A payment as somebody saw it who wants it corrected. */
export interface SeenPayment {
  amount: Cents;
  clearedDate: CalendarDate;
}

interface PaymentNow {
  reference: string;
  dealId: bigint;
  formerStatus: string;
  limitDollars: number;
}

/** The payment to correct. Refuses one that is no longer as it was seen. */
export async function requireSeen(
  tx: Tx,
  tenantId: string,
  paymentId: bigint,
  seen: SeenPayment | null,
): Promise<PaymentNow> {
  const { rows } = await sql<
    PaymentNow & { paid: Cents; clearedOn: string | null; became: string; isVoid: boolean }
  >`
    select payment.reference, payment.deal_id, payment.amount_cents as paid, payment.cleared_date as "clearedOn",
      payment.status as became, payment.is_void, deal.status as "formerStatus",
      tenant.correction_limit_dollars as "limitDollars"
    from payments payment
    join deals deal on deal.tenant_id = payment.tenant_id and deal.id = payment.deal_id
    join tenants tenant on tenant.id = payment.tenant_id
    where payment.tenant_id = ${tenantId}::uuid and payment.id = ${paymentId}`.execute(tx);
  const [payment] = rows;
  if (!payment) throw notFoundInTenant(`payment ${paymentId}`);
  const { reference, dealId, formerStatus, limitDollars } = payment;
  if (payment.isVoid) throw new Refusal('payment_corrected');
  if (payment.became !== 'cleared') throw new Refusal('payment_returned');
  if (seen && (seen.amount !== payment.paid || seen.clearedDate !== payment.clearedOn))
    throw new Refusal('payment_changed_meanwhile');
  return { reference, dealId, formerStatus, limitDollars };
}

export interface CorrectionPreview {
  correction: PaymentCorrection;
  formerStatus: string;
  /** By how much the deal has been paid less or more. */
  difference: Cents;
  /** Null when one person may do it. */
  secondPerson: SecondPersonReason | null;
  limitDollars: number;
  /** What the operator has corrected alone today, of other payments. */
  alone: Cents;
  lines: PreviewedLine[];
  /** What it does to the balances of the deal. */
  effects: InvestorEffect[];
}

/** What a correction would do. It is done and taken back, so that it is never something else than what is done afterwards. */
export async function previewCorrection(
  tx: Tx,
  tenantId: string,
  paymentId: bigint,
  { instead, reason }: Omit<AskedCorrection, 'reference'>,
  operator: Operator,
): Promise<CorrectionPreview> {
  const { reference, dealId, formerStatus, limitDollars } = await requireSeen(tx, tenantId, paymentId, null);
  return undone(tx, async () => {
    const { result: correction, effects } = await withEffects(tx, tenantId, [dealId], () =>
      correctPayment(tx, tenantId, { reference, reason, instead }, operator),
    );
    const becomes = correction.replacement?.amount ?? 0n;
    const { agreedAmount, isPayDateOpen, paymentIds } = await readCorrectedBefore(tx, tenantId, paymentId);
    const alone = await readCorrectedAlone(tx, { tenantId, by: operator }, paymentIds);
    const difference = becomes - agreedAmount;
    return {
      correction,
      effects,
      formerStatus,
      difference: becomes - correction.payment.amount,
      limitDollars,
      alone,
      secondPerson: whySecondPerson({ difference, alone, limitDollars, isPayDateOpen }),
      lines: await readLines(tx, tenantId, correction),
    };
  });
}

export interface PreviewedLine {
  syndicateId: bigint;
  syndicateName: string;
  isReversal: boolean;
  gross: Cents;
  managementFee: Cents;
  netPay: Cents;
  payDate: CalendarDate;
  /** What the syndicate would be paid on that day, all deals together. */
  payDateTotal: Cents;
  balanceAfter: Cents;
}

interface LineRow extends Omit<PreviewedLine, 'payDate' | 'gross' | 'managementFee' | 'netPay'> {
  grossCents: Cents;
  feeCents: Cents;
  netCents: Cents;
  payDay: string;
}

/** The lines that the correction adds, the largest share first. */
async function readLines(
  tx: Tx,
  tenantId: string,
  { payment, replacement }: PaymentCorrection,
): Promise<PreviewedLine[]> {
  const { rows } = await sql<LineRow>`
    select line.syndicate_id, syndicate.name as "syndicateName", line.is_reversal, line.gross_cents,
      line.management_fee_cents as "feeCents", line.net_pay_cents as "netCents", line.pay_date as "payDay",
      paid.net_pay_cents as "payDateTotal", total.remaining_balance_cents as "balanceAfter"
    from payout_lines line
    join participations p on p.tenant_id = line.tenant_id and p.id = line.participation_id
    join participation_totals total on total.tenant_id = line.tenant_id and total.participation_id = line.participation_id
    join syndicates syndicate on syndicate.tenant_id = line.tenant_id and syndicate.id = line.syndicate_id
    join syndicate_pay_dates paid on paid.tenant_id = line.tenant_id and paid.syndicate_id = line.syndicate_id
      and paid.pay_date = line.pay_date
    where line.tenant_id = ${tenantId}::uuid and ((line.payment_id = ${payment.id} and line.is_reversal)
      or (line.payment_id = ${replacement?.id ?? null}::bigint and not line.is_reversal))
    order by p.share_percent desc, p.id, line.is_reversal desc`.execute(tx);
  return rows.map(({ grossCents, feeCents, netCents, payDay, ...line }) => ({
    ...line,
    gross: grossCents,
    managementFee: feeCents,
    netPay: netCents,
    payDate: calendarDate(payDay),
  }));
}
