import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import { COHORT_MONTH, type Cohort } from '../../../shared/domain/cohort.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';

interface CohortRow {
  quarter: string;
  dealCount: bigint;
  cost: Cents;
  lastFunded: string;
}

interface MonthRow {
  quarter: string;
  month: number;
  netPaid: Cents;
}

/**
 * The shares of a syndicate by the quarter in which their deals were funded, the newest first, with what they were paid by the age that each
 * deal had. A cancelled deal that never paid is no investment, and left out.
 */
export async function readCohorts(
  tx: Tx,
  tenantId: string,
  syndicateId: bigint,
  asOf: CalendarDate,
): Promise<Cohort[]> {
  const counted = sql`
    from participation_totals total
    join participations p on p.tenant_id = total.tenant_id and p.id = total.participation_id
    join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    where total.tenant_id = ${tenantId}::uuid and total.syndicate_id = ${syndicateId}
      and not (total.deal_status = 'Cancelled' and total.transaction_count = 0)`;
  const { rows: cohorts } = await sql<CohortRow>`
    select date_trunc('quarter', deal.funded_date)::date as quarter, count(*) as deal_count,
      sum(p.investment_cost_cents)::bigint as cost, max(deal.funded_date) as last_funded
    ${counted} group by 1 order by 1 desc`.execute(tx);
  const { rows: months } = await sql<MonthRow>`
    select share.quarter, greatest(1, (paid.pay_date - share.funded_date + ${COHORT_MONTH - 1}) / ${COHORT_MONTH}) as month,
      sum(paid.net_pay_cents)::bigint as net_paid
    from (
      select p.tenant_id, p.id, deal.funded_date, date_trunc('quarter', deal.funded_date)::date as quarter ${counted}
    ) share
    join participation_pay_dates paid on paid.tenant_id = share.tenant_id and paid.participation_id = share.id
    where paid.pay_date <= ${asOf}::date
    group by 1, 2 order by 1, 2`.execute(tx);
  return cohorts.map((row) => {
    const ofQuarter = months.filter(({ quarter }) => quarter === row.quarter);
    const paidByMonth = addUp(ofQuarter);
    return {
      quarter: calendarDate(row.quarter),
      dealCount: Number(row.dealCount),
      cost: row.cost,
      netPaid: paidByMonth.at(-1) ?? 0n,
      lastFunded: calendarDate(row.lastFunded),
      paidByMonth,
    };
  });
}

/** What was paid up to the end of each month, also of those in which nothing came in. */
function addUp(months: readonly MonthRow[]): Cents[] {
  const byMonth = new Map(months.map(({ month, netPaid }) => [month, netPaid]));
  let sum = 0n;
  return Array.from({ length: Math.max(0, ...byMonth.keys()) }, (_, index) => {
    sum += byMonth.get(index + 1) ?? 0n;
    return sum;
  });
}
