import { sql } from 'kysely';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { DEAL_STATUSES, type DealStatus } from '../../../shared/domain/deal-status.ts';
import { compiledOnce } from '../../platform/db/compiled-once.ts';
import type { Tx } from '../../platform/db/database.ts';

interface Book {
  tenantId: string;
  syndicateId: bigint;
}

/** The filters that the tables offer: the statuses that occur, and the months with an agreement. */
export async function readFilterLists(tx: Tx, tenantId: string, syndicateId: bigint) {
  const statuses = await tx.executeQuery(statusesOf({ tenantId, syndicateId }));
  const months = await tx.executeQuery(monthsOf({ tenantId, syndicateId }));
  return {
    statuses: statuses.rows.map(({ status }) => status),
    agreementMonths: months.rows.map(({ month }) => calendarDate(month)),
  };
}

/** In the order in which a deal goes through them. Each takes one index look-up. */
const statusesOf = compiledOnce(
  ({ tenantId, syndicateId }: Book) => sql<{ status: DealStatus }>`
  select status from unnest(${DEAL_STATUSES}::text[]) with ordinality as known (status, place)
  where exists (
    select from listed_participations entry
    where entry.tenant_id = ${tenantId}::uuid and entry.syndicate_id = ${syndicateId} and entry.deal_status = known.status
  )
  order by place`,
);

/** Newest first. Each month is found from the one after it, by an index look-up. */
const monthsOf = compiledOnce(
  ({ tenantId, syndicateId }: Book) => sql<{ month: string }>`
  with recursive months as (
    select date_trunc('month', (
      select max(agreement_date) from listed_participations entry
      where entry.tenant_id = ${tenantId}::uuid and entry.syndicate_id = ${syndicateId}
    ))::date as month
    union all
    select date_trunc('month', (
      select max(agreement_date) from listed_participations entry
      where entry.tenant_id = ${tenantId}::uuid and entry.syndicate_id = ${syndicateId}
        and entry.agreement_date < months.month
    ))::date
    from months where months.month is not null
  )
  select month from months where month is not null`,
);
