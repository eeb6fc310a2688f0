import { sql } from 'kysely';
import { ENDED_STATUSES } from '../../../shared/domain/deal-status.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { CheckScope } from '../check-scope.ts';
import type { Difference } from '../difference.ts';
import { netBalance } from '../standings/watched-shares.ts';
import { ofSyndicates } from './check-returns.ts';

interface Compared extends Pick<Difference, 'expected' | 'actual'> {
  syndicateId: bigint;
  part: string;
}

/**
 * Every part of a book whose returns are made of something else than its shares say, added up in the database. Of the payouts only their
 * sum: adding up every payout of a large book once more would be most of the night. A part whose book has changed since is passed over.
 */
export async function findPartDifferences(
  tx: Tx,
  { tenantId, syndicateIds }: CheckScope,
): Promise<Difference[]> {
  const { rows } = await sql<Compared>`
    with stored as materialized (
      select kept.* from syndicate_returns_parts kept
      join syndicate_totals book on book.tenant_id = kept.tenant_id and book.syndicate_id = kept.syndicate_id
        and book.version = kept.book_version
      where kept.tenant_id = ${tenantId}::uuid ${ofSyndicates(syndicateIds)}
    ), share as materialized (
      select p.syndicate_id, stored.part, p.agreement_date, p.investment_cost_cents, total.net_pay_cents, deal.status,
        deal.status = any(${ENDED_STATUSES}::text[]) as is_ended, ${netBalance} as net_balance_cents
      from stored
      join participations p on p.tenant_id = stored.tenant_id and p.syndicate_id = stored.syndicate_id
      join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
      join participation_totals total on total.tenant_id = p.tenant_id and total.participation_id = p.id
      where (deal.status <> 'Cancelled' or total.transaction_count > 0)
        and case stored.part when 'open' then deal.status <> all(${ENDED_STATUSES}::text[])
          when 'closed' then deal.status = any(${ENDED_STATUSES}::text[])
          else p.agreement_date >= stored.from_date end
    ), cost as (
      select syndicate_id, part, jsonb_object_agg(agreement_date, cents) as costs, sum(shares)::integer as share_count,
        sum(paid)::bigint as paid
      from (
        select syndicate_id, part, agreement_date, sum(investment_cost_cents) as cents, count(*) as shares,
          sum(net_pay_cents) as paid
        from share group by 1, 2, 3
      ) by_date group by 1, 2
    ), balance as (
      select syndicate_id, part, jsonb_object_agg(status, jsonb_build_array(shares, cents)) as balances
      from (
        select syndicate_id, part, status, count(*) as shares, sum(net_balance_cents) as cents from share
        where not is_ended group by 1, 2, 3
      ) by_status group by 1, 2
    ), compared as (
      select stored.syndicate_id, stored.part,
        jsonb_build_object('deal_count', coalesce(share_count, 0), 'costs', coalesce(costs, '{}')::text,
          'balances', coalesce(balances, '{}')::text, 'paid', coalesce(paid, 0)) as expected,
        jsonb_build_object('deal_count', deal_count,
          'costs', (select coalesce(jsonb_object_agg(day, cents), '{}')::text
            from unnest(cost_dates, cost_cents) as entry (day, cents)),
          'balances', (select coalesce(jsonb_object_agg(status, jsonb_build_array(shares, cents)), '{}')::text
            from unnest(balance_statuses, balance_deal_counts, net_balance_cents) as entry (status, shares, cents)),
          'paid', (select coalesce(sum(cents), 0) from unnest(net_pay_cents) as entry (cents))) as actual
      from stored
      left join cost using (syndicate_id, part) left join balance using (syndicate_id, part)
    )
    select syndicate_id, part, expected, actual from compared where expected <> actual order by syndicate_id, part`.execute(
    tx,
  );
  return rows.map(({ syndicateId, part, ...sides }) => ({
    where: 'syndicate_returns_parts',
    key: { syndicate_id: syndicateId, part },
    ...sides,
  }));
}
