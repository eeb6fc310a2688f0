import { type RawBuilder, sql } from 'kysely';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { type DealStatus, isEnded } from '../../../shared/domain/deal-status.ts';
import { byDate } from '../../../shared/domain/merged-returns.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { isOpenStatus, OPEN_STATUSES, type StatusBalance } from '../../../shared/domain/recovery.ts';
import type { Tx } from '../../platform/db/database.ts';
import { netBalance } from '../standings/watched-shares.ts';
import type { StoredReturnsBasis } from './work-out-returns.ts';

interface ShareRow {
  agreedOn: string;
  status: DealStatus;
  shareCount: number;
  cost: Cents;
  balance: Cents;
}

/**
 * What the returns of some shares are made of, from their own payouts. `chosen` selects their `participation_id`. Cancelled shares that were
 * never paid anything never were an investment.
 */
export async function workOutChosen(
  tx: Tx,
  tenantId: string,
  chosen: RawBuilder<unknown>,
): Promise<StoredReturnsBasis> {
  const { rows: shares } = await sql<ShareRow>`
    select p.agreement_date as agreed_on, total.deal_status as status, count(*)::integer as share_count,
      sum(p.investment_cost_cents)::bigint as cost, sum(${netBalance})::bigint as balance
    from (${chosen}) chosen
    join participations p on p.tenant_id = ${tenantId}::uuid and p.id = chosen.participation_id
    join participation_totals total on total.tenant_id = p.tenant_id and total.participation_id = p.id
    where total.deal_status <> 'Cancelled' or total.transaction_count > 0
    group by 1, 2 order by 1, 2`.execute(tx);
  const { rows: payouts } = await sql<{ paidOn: string; amount: Cents }>`
    select paid.pay_date as paid_on, sum(paid.net_pay_cents)::bigint as amount
    from (${chosen}) chosen
    join participation_pay_dates paid on paid.tenant_id = ${tenantId}::uuid and paid.participation_id = chosen.participation_id
    group by 1 order by 1`.execute(tx);
  return {
    dealCount: shares.reduce((sum, { shareCount }) => sum + shareCount, 0),
    costs: byDate(shares.map(({ agreedOn, cost }) => ({ date: calendarDate(agreedOn), amount: cost }))),
    payouts: payouts.map(({ paidOn, amount }) => ({ date: calendarDate(paidOn), amount })),
    balances: byStatus(shares.filter(({ status }) => !isEnded(status))),
  };
}

/** In the order in which statuses are listed, without those that no share has. */
function byStatus(shares: readonly ShareRow[]): StatusBalance[] {
  const strange = shares.find(({ status }) => !isOpenStatus(status));
  if (strange) throw new Error(`An open share has the status ${strange.status}.`);
  return OPEN_STATUSES.map((status) => {
    const having = shares.filter((share) => share.status === status);
    return {
      status,
      dealCount: having.reduce((sum, { shareCount }) => sum + shareCount, 0),
      netBalance: having.reduce((sum, { balance }) => sum + balance, 0n),
    };
  }).filter(({ dealCount }) => dealCount > 0);
}
