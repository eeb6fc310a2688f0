import { sql } from 'kysely';
import { bigintAsText } from '../platform/bigint-as-text.ts';
import type { Tx } from '../platform/db/database.ts';
import type { Difference } from './difference.ts';

/** A difference that a reconciliation has found and none has found gone since. */
export interface OpenDifference extends Difference {
  id: bigint;
  /** Whom it concerns; none where it is of the funder's own figures. */
  syndicateIds: readonly bigint[];
  dealId: bigint | null;
  payDate: string | null;
  foundAt: Date;
  checkedAt: Date;
}

/** Of more differences, the first ones are kept: whoever they concern is stopped, and a book with so many is looked at as a whole. */
const MOST_KEPT = 2_000;

/**
 * Notes what was found. Those among `rechecked` that were not found again are gone; null stands for all that are open, which a
 * reconciliation compares each time.
 */
export async function keepDifferences(
  tx: Tx,
  tenantId: string,
  found: readonly Difference[],
  { at, rechecked }: { at: Date; rechecked: readonly bigint[] | null },
): Promise<void> {
  const kept = found.slice(0, MOST_KEPT);
  const column = (of: (difference: Difference) => unknown) =>
    kept.map((difference) => {
      const value = of(difference);
      return value === null ? null : JSON.stringify(value, bigintAsText);
    });
  if (kept.length > 0)
    await sql`
    with found as (
      select distinct on (place, key) * from unnest(${kept.map(({ where }) => where)}::text[], ${column(({ key }) => key)}::jsonb[],
        ${column(({ expected }) => expected)}::jsonb[], ${column(({ actual }) => actual)}::jsonb[]) as found (place, key, expected, actual)
    ), placed as (
      select found.*, coalesce(payment.deal_id, share.deal_id, (found.key ->> 'deal_id')::bigint) as deal_id,
        coalesce(share.syndicate_id, (found.key ->> 'syndicate_id')::bigint) as syndicate_id, (found.key ->> 'run_id')::bigint as run_id,
        (found.key ->> 'pay_date')::date as pay_date
      from found
      left join payments payment on payment.tenant_id = ${tenantId}::uuid and payment.id = (found.key ->> 'payment_id')::bigint
      left join participations share on share.tenant_id = ${tenantId}::uuid
        and share.id = (found.key ->> 'participation_id')::bigint
    )
    insert into open_differences as known
      (tenant_id, place, key, expected, actual, syndicate_ids, deal_id, pay_date, found_at, checked_at)
    select ${tenantId}::uuid, place, key, expected, actual, case
        when syndicate_id is not null then array[syndicate_id]
        when run_id is not null then array(
          select distinct item.syndicate_id from payout_run_items item
          where item.tenant_id = ${tenantId}::uuid and item.run_id = placed.run_id)
        else array(
          select p.syndicate_id from participations p where p.tenant_id = ${tenantId}::uuid and p.deal_id = placed.deal_id)
      end, deal_id, pay_date, ${at}::timestamptz, ${at}::timestamptz
    from placed order by place, key
    on conflict (tenant_id, place, key) do update set expected = excluded.expected, actual = excluded.actual,
      syndicate_ids = excluded.syndicate_ids, checked_at = excluded.checked_at`.execute(tx);
  await sql`
    delete from open_differences
    where tenant_id = ${tenantId}::uuid and checked_at < ${at}::timestamptz
      and (${rechecked === null} or id = any(${rechecked ?? []}::bigint[]))`.execute(tx);
}

export async function readOpenDifferences(tx: Tx, tenantId: string): Promise<OpenDifference[]> {
  const { rows } = await sql<Omit<OpenDifference, 'syndicateIds'> & { syndicateIds: string[] }>`
    select id, place as "where", key, expected, actual, syndicate_ids::text[] as "syndicateIds", deal_id as "dealId", pay_date as "payDate",
      found_at as "foundAt", checked_at as "checkedAt"
    from open_differences where tenant_id = ${tenantId}::uuid order by place, id`.execute(tx);
  return rows.map((row) => ({ ...row, syndicateIds: row.syndicateIds.map(BigInt) }));
}

/** Which of these syndicates have a figure that differs. */
export async function readDiffering(
  tx: Tx,
  tenantId: string,
  syndicateIds: readonly bigint[],
): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select distinct concerned.id from open_differences open
    cross join lateral unnest(open.syndicate_ids) as concerned (id)
    where open.tenant_id = ${tenantId}::uuid and concerned.id = any(${syndicateIds}::bigint[])
    order by concerned.id`.execute(tx);
  return rows.map(({ id }) => id);
}
