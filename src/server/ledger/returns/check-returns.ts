import { type RawBuilder, sql } from 'kysely';
import { ENDED_STATUSES } from '../../../shared/domain/deal-status.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { CheckScope } from '../check-scope.ts';
import type { Difference } from '../difference.ts';
import { netBalance } from '../standings/watched-shares.ts';

interface Compared extends Pick<Difference, 'expected' | 'actual'> {
  syndicateId: bigint;
}

/**
 * Every syndicate whose returns are made of something else than its shares say, added up in the database. One whose book has changed since
 * is worked out again anyway, and passed over.
 */
export async function findReturnDifferences(
  tx: Tx,
  { tenantId, syndicateIds }: CheckScope,
): Promise<Difference[]> {
  const { rows } = await sql<Compared>`
    with stored as materialized (
      select kept.* from syndicate_returns kept
      join syndicate_totals book on book.tenant_id = kept.tenant_id and book.syndicate_id = kept.syndicate_id
        and book.version = kept.book_version
      where kept.tenant_id = ${tenantId}::uuid ${ofSyndicates(syndicateIds)}
    ), share as materialized (
      select p.syndicate_id, p.agreement_date, p.investment_cost_cents, deal.status, ${netBalance} as net_balance_cents
      from participations p
      join stored on stored.syndicate_id = p.syndicate_id
      join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
      join participation_totals total on total.tenant_id = p.tenant_id and total.participation_id = p.id
      where p.tenant_id = ${tenantId}::uuid and (deal.status <> 'Cancelled' or total.transaction_count > 0)
    ), cost as (
      select syndicate_id, jsonb_object_agg(agreement_date, cents) as costs, sum(shares)::integer as share_count
      from (
        select syndicate_id, agreement_date, sum(investment_cost_cents) as cents, count(*) as shares from share group by 1, 2
      ) by_date group by 1
    ), balance as (
      select syndicate_id, jsonb_object_agg(status, jsonb_build_array(shares, cents)) as balances
      from (
        select syndicate_id, status, count(*) as shares, sum(net_balance_cents) as cents from share
        where status <> all(${ENDED_STATUSES}::text[]) group by 1, 2
      ) by_status group by 1
    ), paid as (
      select syndicate_id, jsonb_object_agg(pay_date, cents) as payouts
      from (
        select day.syndicate_id, day.pay_date, sum(day.net_pay_cents) as cents
        from syndicate_pay_dates day join stored on stored.syndicate_id = day.syndicate_id
        where day.tenant_id = ${tenantId}::uuid group by 1, 2
      ) by_date group by 1
    ), compared as (
      select stored.syndicate_id,
        jsonb_build_object('deal_count', coalesce(share_count, 0), 'costs', coalesce(costs, '{}')::text,
          'balances', coalesce(balances, '{}')::text, 'payouts', coalesce(payouts, '{}')::text) as expected,
        jsonb_build_object('deal_count', deal_count,
          'costs', (select coalesce(jsonb_object_agg(day, cents), '{}')::text
            from unnest(cost_dates, cost_cents) as entry (day, cents)),
          'balances', (select coalesce(jsonb_object_agg(status, jsonb_build_array(shares, cents)), '{}')::text
            from unnest(balance_statuses, balance_deal_counts, net_balance_cents) as entry (status, shares, cents)),
          'payouts', (select coalesce(jsonb_object_agg(day, cents), '{}')::text
            from unnest(pay_dates, net_pay_cents) as entry (day, cents))) as actual
      from stored
      left join cost using (syndicate_id) left join balance using (syndicate_id) left join paid using (syndicate_id)
    )
    select syndicate_id, expected, actual from compared where expected <> actual order by syndicate_id`.execute(
    tx,
  );
  return rows.map(({ syndicateId, ...sides }) => ({
    where: 'syndicate_returns',
    key: { syndicate_id: syndicateId },
    ...sides,
  }));
}

export const ofSyndicates = (syndicateIds: readonly bigint[] | null): RawBuilder<unknown> =>
  syndicateIds ? sql`and kept.syndicate_id = any(${syndicateIds}::bigint[])` : sql``;
