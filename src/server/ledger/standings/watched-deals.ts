import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Difference } from '../difference.ts';

/** The number of deals on the watchlist, for the tenant of the transaction. Every change of a standing adds to its rows. */
export const watchedDealCount = sql<number>`(
  select coalesce(sum(change.change), 0)::integer from watched_deal_changes change where change.tenant_id = app_tenant())`;

/** Replaces the changes by their sum. One that is added meanwhile stays, and of two at once the second finds nothing to replace. */
export async function addUpWatchedDeals(tx: Tx, tenantId: string): Promise<void> {
  await sql`
    with gone as (
      delete from watched_deal_changes where tenant_id = ${tenantId}::uuid returning change
    )
    insert into watched_deal_changes (tenant_id, change)
    select ${tenantId}::uuid, sum(change) from gone having sum(change) <> 0`.execute(tx);
}

/** Whether the number is that of the deals whose standing has a reason. */
export async function findWatchedCountDifference(tx: Tx, tenantId: string): Promise<Difference[]> {
  const { rows } = await sql<{ expected: number; actual: number }>`
    select count(*)::integer as expected, ${watchedDealCount} as actual
    from deal_standings where tenant_id = ${tenantId}::uuid and reasons <> '[]'`.execute(tx);
  return rows
    .filter(({ expected, actual }) => expected !== actual)
    .map(({ expected, actual }) => ({
      where: 'watched_deal_changes',
      key: { tenant_id: tenantId },
      expected: { watched_deals: expected },
      actual: { watched_deals: actual },
    }));
}
