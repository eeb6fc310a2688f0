import { sql } from 'kysely';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Losses, LossGroup } from '../../../shared/domain/loss.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import { netBalance } from '../standings/watched-shares.ts';
import { type LossesOf, lostShares } from './lost-shares.ts';

interface SumsRow {
  dealCount: bigint;
  cost: Cents;
  rtrAfterFee: Cents;
}

interface FundedRow extends SumsRow {
  quarter: string;
}

interface LostRow extends SumsRow {
  by: 'funded' | 'lost';
  quarter: string | null;
  netPaid: Cents;
  unpaidCost: Cents;
  unpaidRtr: Cents;
}

/** What of a syndicate's lost deals has not come back, by the quarter of their funding and by that of their default. */
export async function readLosses(tx: Tx, asked: LossesOf): Promise<Losses> {
  const { tenantId, syndicateId } = asked;
  // The same deals as in the cohorts: a cancelled one that never paid is no investment.
  const { rows: funded } = await sql<FundedRow>`
    select date_trunc('quarter', deal.funded_date)::date as quarter, count(*) as deal_count,
      sum(p.investment_cost_cents)::bigint as cost, sum(${netBalance} + total.net_pay_cents)::bigint as rtr_after_fee
    from participation_totals total
    join participations p on p.tenant_id = total.tenant_id and p.id = total.participation_id
    join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    where total.tenant_id = ${tenantId}::uuid and total.syndicate_id = ${syndicateId}
      and not (total.deal_status = 'Cancelled' and total.transaction_count = 0)
    group by 1 order by 1 desc`.execute(tx);
  const { rows: lost } = await sql<LostRow>`
    select part.by, part.quarter, count(*) as deal_count, sum(lost.cost)::bigint as cost,
      sum(lost.rtr_after_fee)::bigint as rtr_after_fee, sum(lost.net_paid)::bigint as net_paid,
      sum(lost.unpaid_cost)::bigint as unpaid_cost, sum(lost.unpaid_rtr)::bigint as unpaid_rtr
    from (${lostShares(asked)}) lost
    cross join lateral (values ('funded', lost.funded_quarter), ('lost', lost.lost_quarter)) part (by, quarter)
    group by 1, 2 order by 2 desc nulls last`.execute(tx);
  const byFunding = new Map(lost.filter(({ by }) => by === 'funded').map((row) => [row.quarter, row]));
  return {
    byFunding: funded.map(({ quarter, ...ofAll }) => {
      const row = byFunding.get(quarter);
      return { ...(row ? toGroup(row) : noneIn(quarter)), ofAll: toSums(ofAll) };
    }),
    byDate: lost.filter(({ by }) => by === 'lost').map(toGroup),
  };
}

const toSums = ({ dealCount, cost, rtrAfterFee }: SumsRow) => ({
  dealCount: Number(dealCount),
  cost,
  netRtr: rtrAfterFee,
});

const toGroup = ({ quarter, netPaid, unpaidCost, unpaidRtr, ...sums }: LostRow): LossGroup => ({
  quarter: quarter === null ? null : calendarDate(quarter),
  ...toSums(sums),
  netPaid,
  lossOfCost: unpaidCost,
  lossOfRtr: unpaidRtr,
});

const noneIn = (quarter: string): LossGroup => ({
  quarter: calendarDate(quarter),
  dealCount: 0,
  cost: 0n,
  netRtr: 0n,
  netPaid: 0n,
  lossOfCost: 0n,
  lossOfRtr: 0n,
});
