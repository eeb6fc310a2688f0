import { sql } from 'kysely';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';

interface Compared {
  paymentCount: number;
  lineCount: number;
  netPay: Cents;
}

/** How much there is of some deals. */
export async function readCompared(tx: Tx, tenantId: string, dealIds: readonly bigint[]): Promise<Compared> {
  const { rows } = await sql<Compared>`
    select count(distinct payment.id)::integer as payment_count, count(line.payment_id)::integer as line_count,
      coalesce(sum(line.net_pay_cents), 0)::bigint as net_pay
    from payments payment
    left join payout_lines line on line.tenant_id = payment.tenant_id and line.payment_id = payment.id
    where payment.tenant_id = ${tenantId}::uuid and payment.deal_id = any(${dealIds}::bigint[])`.execute(tx);
  return rows[0] ?? { paymentCount: 0, lineCount: 0, netPay: 0n };
}
