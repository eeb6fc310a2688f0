import { sql } from 'kysely';
import type { Tx } from '../../src/server/db/database.ts';

export interface PayingDeal {
  mid: string;
  participationId: bigint;
}

export async function readPayingDeals(tx: Tx, syndicateId: bigint): Promise<PayingDeal[]> {
  const deals = await sql<PayingDeal>`
    select d.mid, p.id as participation_id
    from participations p
    join deals d on d.tenant_id = p.tenant_id and d.id = p.deal_id
    left join payout_lines l on l.participation_id = p.id
    where p.syndicate_id = ${syndicateId}
    group by d.mid, p.id
    order by count(distinct l.pay_date) desc, d.mid`.execute(tx);
  return deals.rows;
}

export async function readPayouts(tx: Tx, { participationId }: PayingDeal) {
  const payouts = await sql<{ payDate: string; gross: bigint; fee: bigint; net: bigint; lines: bigint }>`
    select pay_date, sum(gross_cents)::bigint as gross, sum(management_fee_cents)::bigint as fee,
      sum(net_pay_cents)::bigint as net, count(*) as lines
    from payout_lines where participation_id = ${participationId}
    group by pay_date order by pay_date desc`.execute(tx);
  return payouts.rows;
}
