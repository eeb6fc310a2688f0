import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Round } from './round.ts';

export interface DealToCheck {
  id: bigint;
  paymentCount: number;
  /** False for a deal that is taken because its turn has come. */
  isChanged: boolean;
}

const MAX_DEALS = 250;
const MAX_PAYMENTS = 5_000;

interface DealsToCheck {
  deals: DealToCheck[];
  /** When that one of the others was last compared whose turn comes next; null when there are no others. */
  oldestLeft: Date | null;
}

/** The deals that changed since they were last compared without a difference, and of the others those whose turn it is. */
export async function dealsToCheck(
  tx: Tx,
  tenantId: string,
  { nights, atLeastDeals }: Round,
): Promise<DealsToCheck> {
  const { rows } = await sql<DealToCheck & { oldestLeft: Date | null }>`
    with deal as (
      select deals.id, coalesce(cleared_count + returned_count, 0) as payment_count, checked_at,
        deal_checks.change_number is distinct from coalesce(total.change_number, 0) as is_changed
      from deals
      left join deal_totals total on total.tenant_id = deals.tenant_id and total.deal_id = deals.id
      left join deal_checks on deal_checks.tenant_id = deals.tenant_id and deal_checks.deal_id = deals.id
      where deals.tenant_id = ${tenantId}::uuid
    ), placed as (
      select id, payment_count, checked_at, is_changed, row_number() over (order by is_changed, checked_at, id) as place,
        count(*) over () as of
      from deal
    ), chosen as (
      select id, payment_count, is_changed, checked_at,
        is_changed or place <= greatest(${atLeastDeals}::bigint, ceil(of / ${nights}::numeric))
          or checked_at < now() - make_interval(days => ${nights}::integer - 1) as is_chosen
      from placed
    ), left_out as (
      select min(checked_at) as oldest_left from chosen where not is_chosen
    )
    select id, payment_count, is_changed, oldest_left from chosen cross join left_out
    where is_chosen order by id`.execute(tx);
  return {
    deals: rows.map(({ id, paymentCount, isChanged }) => ({ id, paymentCount, isChanged })),
    oldestLeft: rows[0]?.oldestLeft ?? null,
  };
}

/** So few deals at a time that comparing them takes a second at most. */
export function batchesOf(deals: readonly DealToCheck[]): DealToCheck[][] {
  const batches: DealToCheck[][] = [];
  let payments = 0;
  for (const deal of deals) {
    const batch = batches.at(-1);
    payments += deal.paymentCount;
    if (batch && batch.length < MAX_DEALS && payments <= MAX_PAYMENTS) batch.push(deal);
    else {
      batches.push([deal]);
      payments = deal.paymentCount;
    }
  }
  return batches;
}

export interface SeenDeal {
  dealId: bigint;
  changeNumber: bigint;
}

/** Which of its changes each deal shows, to be read in the snapshot in which the deals are compared. */
export async function seenDeals(
  tx: Tx,
  tenantId: string,
  dealIds: readonly bigint[],
): Promise<{ at: Date; seen: SeenDeal[] }> {
  const { rows } = await sql<SeenDeal & { at: Date }>`
    select deals.id as deal_id, coalesce(total.change_number, 0) as change_number, now() as at
    from deals left join deal_totals total on total.tenant_id = deals.tenant_id and total.deal_id = deals.id
    where deals.tenant_id = ${tenantId}::uuid and deals.id = any(${dealIds}::bigint[])`.execute(tx);
  return { at: rows[0]?.at ?? new Date(), seen: rows };
}

export async function markDeals(
  tx: Tx,
  tenantId: string,
  at: Date,
  seen: readonly SeenDeal[],
): Promise<void> {
  await sql`
    insert into deal_checks as known (tenant_id, deal_id, change_number, checked_at)
    select ${tenantId}::uuid, deal_id, change_number, ${at}::timestamptz
    from unnest(${seen.map(({ dealId }) => dealId)}::bigint[], ${seen.map(({ changeNumber }) => changeNumber)}::bigint[])
      as seen (deal_id, change_number)
    order by deal_id
    on conflict (tenant_id, deal_id) do update set change_number = excluded.change_number, checked_at = excluded.checked_at
    where known.checked_at < excluded.checked_at`.execute(tx);
}
