import { sql } from 'kysely';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';

interface Compared {
  paymentCount: number;
  lineCount: number;
  netPay: Cents;
}

/** How much there is of some deals, by the rollups of their shares, which the same snapshot compares with every line. */
export async function readCompared(tx: Tx, tenantId: string, dealIds: readonly bigint[]): Promise<Compared> {
  const { rows } = await sql<Compared>`
    select (
        select count(*) from payments
        where tenant_id = ${tenantId}::uuid and deal_id = any(${dealIds}::bigint[])
      )::integer as payment_count,
      coalesce(sum(total.transaction_count), 0)::integer as line_count,
      coalesce(sum(total.net_pay_cents), 0)::bigint as net_pay
    from participations p
    join participation_totals total on total.tenant_id = p.tenant_id and total.participation_id = p.id
    where p.tenant_id = ${tenantId}::uuid and p.deal_id = any(${dealIds}::bigint[])`.execute(tx);
  return rows[0] ?? { paymentCount: 0, lineCount: 0, netPay: 0n };
}
