import { sql } from 'kysely';
import {
  type CalendarDate,
  calendarDate,
  firstOfMonth,
  lastOfMonth,
} from '../../shared/domain/calendar-date.ts';
import type { Tx } from '../platform/db/database.ts';
import { dayOf } from '../platform/db/today.ts';

/**
 * The first month of each syndicate about which something was recorded since, however long ago it was. None is before its statements begin: `from`,
 * or the first one that is kept, because somebody can ask for earlier ones. A transaction that was not over when the last run began counts by the
 * day on which it began, so the day before is looked at again.
 */
export async function readChangedBooks(
  tx: Tx,
  tenantId: string,
  syndicateIds: readonly bigint[],
  { since, from, last }: { since: Date; from: CalendarDate; last: CalendarDate },
): Promise<Map<bigint, CalendarDate>> {
  const sinceDay = sql`${dayOf(sql`${since}::timestamptz`)} - 1`;
  const end = sql`${lastOfMonth(last)}::date`;
  const { rows } = await sql<{ syndicateId: bigint; day: string }>`
    select changed.syndicate_id, greatest(changed.day, least(${from}::date, (
        select min(kept.period_start) from statements kept
        where kept.tenant_id = ${tenantId}::uuid and kept.syndicate_id = changed.syndicate_id
      )))::text as day
    from (
      select book.syndicate_id, least(
        (select min(case
            when change.cause in ('payout', 'reversal') then change.pay_date
            -- What it was before is not known any more.
            when change.cause = 'share changed' then '0001-01-01'::date
            else p.agreement_date end)
          from book_changes change
          left join participations p on p.tenant_id = change.tenant_id and p.id = change.participation_id
          where change.tenant_id = ${tenantId}::uuid and change.syndicate_id = book.syndicate_id and change.recorded_on >= ${sinceDay}),
        (select min(entry.effective_date) from cash_entries entry
          where entry.tenant_id = ${tenantId}::uuid and entry.syndicate_id = book.syndicate_id and entry.recorded_at >= ${since}::timestamptz - interval '1 day'
            and entry.effective_date <= ${end})
      ) as day
      from unnest(${syndicateIds}::bigint[]) as book (syndicate_id)
    ) changed
    where changed.day <= ${end}`.execute(tx);
  return new Map(rows.map(({ syndicateId, day }) => [syndicateId, firstOfMonth(calendarDate(day))]));
}

/** Where the statements of each syndicate begin, of those where the first one was made by another method than the tenant's. */
export async function readOtherMethods(
  tx: Tx,
  tenantId: string,
  syndicateIds: readonly bigint[],
): Promise<Map<bigint, CalendarDate>> {
  const { rows } = await sql<{ syndicateId: bigint; day: string }>`
    select book.syndicate_id, kept.period_start::text as day
    from unnest(${syndicateIds}::bigint[]) as book (syndicate_id)
    join tenants tenant on tenant.id = ${tenantId}::uuid
    cross join lateral (
      select period_start, figures from statements
      where tenant_id = ${tenantId}::uuid and syndicate_id = book.syndicate_id
      order by period_start, version desc limit 1
    ) kept
    where kept.figures::json ->> 'method' <> tenant.principal_method`.execute(tx);
  return new Map(rows.map(({ syndicateId, day }) => [syndicateId, calendarDate(day)]));
}
