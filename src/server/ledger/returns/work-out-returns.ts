import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import { netBalanceOf } from '../../../shared/domain/forecast.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { isOpenStatus, OPEN_STATUSES, type StatusBalance } from '../../../shared/domain/recovery.ts';
import type { ReturnsBasis } from '../../../shared/domain/returns.ts';
import type { CashFlow } from '../../../shared/domain/yearly-rate.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { OpenShare } from '../forecast/open-shares.ts';

export interface StoredReturnsBasis extends Omit<ReturnsBasis, 'today'> {
  dealCount: number;
}

/** What the returns of a syndicate are made of, from what is stored now. The open shares were read for its forecast. */
export async function workOutReturns(
  tx: Tx,
  tenantId: string,
  syndicateId: bigint,
  shares: readonly OpenShare[],
): Promise<StoredReturnsBasis> {
  const costs = await readCosts(tx, tenantId, syndicateId);
  const { rows: payouts } = await sql<{ paidOn: string; amount: Cents }>`
    select pay_date as paid_on, net_pay_cents as amount from syndicate_pay_dates
    where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} order by pay_date`.execute(tx);
  return {
    dealCount: costs.reduce((sum, { shareCount }) => sum + shareCount, 0),
    costs: costs.map(({ agreedOn, amount }) => ({ date: calendarDate(agreedOn), amount })),
    payouts: payouts.map(({ paidOn, amount }): CashFlow => ({ date: calendarDate(paidOn), amount })),
    balances: balancesOf(shares),
  };
}

interface CostRow {
  agreedOn: string;
  amount: Cents;
  shareCount: number;
}

/** Cancelled shares that were never paid anything never were an investment. */
async function readCosts(tx: Tx, tenantId: string, syndicateId: bigint): Promise<CostRow[]> {
  const { rows } = await sql<CostRow>`
    select share.agreement_date as agreed_on, sum(share.investment_cost_cents)::bigint as amount,
      count(*)::integer as share_count
    from listed_participations share
    where share.tenant_id = ${tenantId}::uuid and share.syndicate_id = ${syndicateId}
      and (share.deal_status <> 'Cancelled' or exists (
        select from participation_totals total
        where total.tenant_id = share.tenant_id and total.participation_id = share.participation_id
          and total.transaction_count > 0))
    group by 1 order by 1`.execute(tx);
  return rows;
}

/** In the order in which statuses are listed, without those that no share has. */
function balancesOf(shares: readonly OpenShare[]): StatusBalance[] {
  const sums = new Map(OPEN_STATUSES.map((status) => [status, { dealCount: 0, netBalance: 0n }]));
  for (const { deal, share } of shares) {
    const sum = isOpenStatus(deal.status) && sums.get(deal.status);
    if (!sum) throw new Error(`An open share has the status ${deal.status}.`);
    sum.dealCount += 1;
    sum.netBalance += netBalanceOf(share);
  }
  return [...sums].map(([status, sum]) => ({ status, ...sum })).filter(({ dealCount }) => dealCount > 0);
}

/** For what is stored as two lists in the same order. */
export const flowsOf = (dates: readonly string[], amounts: readonly string[]): CashFlow[] =>
  dates.map((date, place): { date: CalendarDate; amount: Cents } => ({
    date: calendarDate(date),
    amount: BigInt(amounts[place] ?? 0),
  }));
