import { sql } from 'kysely';
import type { Cents } from '../../../shared/domain/money.ts';
import { readPortfolioTotals } from '../../book/portfolio.queries.ts';
import type { Difference } from '../../ledger/difference.ts';
import { isUnpaid } from '../../ledger/unpaid-dates.ts';
import type { Tx } from '../../platform/db/database.ts';
import { type Comparison, differencesOf } from './amounts.ts';

/** The figures of the summary strip as they should be. */
export interface StripFigures {
  investmentCost: Cents;
  anticipatedReturn: Cents;
  balance: Cents;
  netPay: Cents;
  /** The net pay, split into pay dates that were paid and pay dates that were not. */
  paid: Cents;
  upcoming: Cents;
}

export async function compareStrip(
  tx: Tx,
  tenantId: string,
  syndicateId: bigint,
  { investmentCost, anticipatedReturn, balance, netPay, paid, upcoming }: StripFigures,
): Promise<Comparison> {
  const expected = {
    investmentCost,
    anticipatedReturn,
    portfolioBalance: balance,
    totalPayouts: netPay,
    paidPayouts: paid,
    upcomingPayouts: upcoming,
  };
  const actual = { ...(await readPortfolioTotals(tx, tenantId, syndicateId)) };
  return { where: 'summary strip', expected, actual };
}

/** Where the strip of a syndicate differs from the syndicate's rollups, which are compared with its shares. */
export async function findStripDifferences(
  tx: Tx,
  tenantId: string,
  syndicateIds: readonly bigint[],
): Promise<Difference[]> {
  const { rows } = await sql<StripFigures & { syndicateId: bigint }>`
    with paid as (
      select syndicate_id, sum(net_pay_cents) filter (where not ${isUnpaid(tenantId, 'day')}) as come,
        sum(net_pay_cents) filter (where ${isUnpaid(tenantId, 'day')}) as coming
      from syndicate_pay_dates day
      where tenant_id = ${tenantId}::uuid and syndicate_id = any(${syndicateIds}::bigint[]) group by 1
    )
    select id as syndicate_id, coalesce(investment_cost_cents, 0) as investment_cost,
      coalesce(anticipated_return_cents, 0) as anticipated_return, coalesce(portfolio_balance_cents, 0) as balance,
      coalesce(net_pay_cents, 0) as net_pay, coalesce(come, 0)::bigint as paid, coalesce(coming, 0)::bigint as upcoming
    from unnest(${syndicateIds}::bigint[]) id
    left join syndicate_totals total on total.tenant_id = ${tenantId}::uuid and total.syndicate_id = id
    left join paid on paid.syndicate_id = id`.execute(tx);
  const found: Difference[] = [];
  for (const { syndicateId, ...figures } of rows) {
    const comparison = await compareStrip(tx, tenantId, syndicateId, figures);
    found.push(...differencesOf({ syndicate_id: Number(syndicateId) }, [comparison]));
  }
  return found;
}
