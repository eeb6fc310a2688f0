import { sql } from 'kysely';
import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import type { Cents } from '../../shared/domain/money.ts';
import type { Tx } from '../platform/db/database.ts';

/** What returns of merchants' payments take back from a pay date: how many payments, and what investors give back of them. */
export async function readTakenBack(
  tx: Tx,
  tenantId: string,
  payDate: CalendarDate,
): Promise<{ count: number; amount: Cents }> {
  const { rows } = await sql<{ count: number; amount: Cents }>`
    select count(distinct line.payment_id)::integer as count, coalesce(sum(line.net_pay_cents), 0)::bigint as amount
    from payout_lines line
    join payments payment on payment.tenant_id = line.tenant_id and payment.id = line.payment_id and not payment.is_void
    where line.tenant_id = ${tenantId}::uuid and line.pay_date = ${payDate}::date and line.is_reversal`.execute(
    tx,
  );
  return rows[0] ?? { count: 0, amount: 0n };
}
