import { sql } from 'kysely';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import type { Cents } from '../../shared/domain/money.ts';
import type { Tx } from '../platform/db/database.ts';
import { readIsOpenPayDate } from './open-pay-dates.ts';

export interface CorrectedBefore {
  /** What the bank reported, or what two people last made of it. */
  agreedAmount: Cents;
  /** Whether every pay date to which it was posted, before and since it was corrected, can still be changed. */
  isPayDateOpen: boolean;
  /** The payment and those whose place it has taken. */
  paymentIds: bigint[];
}

/**
 * What a payment was before it was corrected, if it was. The limit of one person counts from there: otherwise somebody could correct each
 * correction by a little, and money that was paid out by one that moved elsewhere.
 */
export async function readCorrectedBefore(
  tx: Tx,
  tenantId: string,
  paymentId: bigint,
): Promise<CorrectedBefore> {
  const { rows } = await sql<{ paymentId: bigint; paid: Cents; payDays: string[]; byTwo: boolean }>`
    with recursive chain as (
      select ${paymentId}::bigint as payment_id, 0 as place
      union all
      select made.payment_id, chain.place + 1
      from chain join payment_corrections made on made.tenant_id = ${tenantId}::uuid and made.replaced_by = chain.payment_id
    )
    select payment.id as "paymentId", payment.amount_cents as paid,
      array(
        select distinct line.pay_date::text from payout_lines line
        where line.tenant_id = payment.tenant_id and line.payment_id = payment.id and not line.is_reversal
      ) as "payDays",
      exists (
        select from payment_corrections made
        join approvals approval on approval.tenant_id = made.tenant_id and approval.subject_id = made.payment_id
          and approval.kind = 'correct payment' and approval.decision = 'approved'
        where made.tenant_id = payment.tenant_id and made.replaced_by = payment.id
      ) as "byTwo"
    from chain join payments payment on payment.tenant_id = ${tenantId}::uuid and payment.id = chain.payment_id
    order by chain.place`.execute(tx);
  const agreed = rows.find(({ byTwo }) => byTwo) ?? rows.at(-1);
  if (!agreed) throw new Error(`Payment ${paymentId} is gone.`);
  const isOpen = await readIsOpenPayDate(tx, tenantId);
  return {
    paymentIds: rows.map(({ paymentId: id }) => id),
    agreedAmount: agreed.paid,
    isPayDateOpen: rows.every(({ payDays }) => payDays.every((payDay) => isOpen(calendarDate(payDay)))),
  };
}
