import { sql } from 'kysely';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { DEAL_STATUSES, type DealStatus } from '../../../shared/domain/deal-status.ts';
import type { Tx } from '../../platform/db/database.ts';
import { together } from '../../platform/db/together.ts';

/** What the tables can be filtered by: the statuses that occur, and the months in which something was agreed. */
export async function readFilterLists(tx: Tx, tenantId: string, syndicateId: bigint) {
  const [statuses, months] = await together(
    tx,
    statusesOf(tenantId, syndicateId).compile(tx),
    monthsOf(tenantId, syndicateId).compile(tx),
  );
  return {
    statuses: statuses.map(({ status }) => status),
    agreementMonths: months.map(({ month }) => calendarDate(month)),
  };
}

/** In the order in which a deal goes through them. One look into the index for each. */
const statusesOf = (tenantId: string, syndicateId: bigint) => sql<{ status: DealStatus }>`
  select status from unnest(${DEAL_STATUSES}::text[]) with ordinality as known (status, place)
  where exists (
    select from listed_participations entry
    where entry.tenant_id = ${tenantId}::uuid and entry.syndicate_id = ${syndicateId} and entry.deal_status = known.status
  )
  order by place`;

/** The newest first: from each to the one before it, through the index. */
const monthsOf = (tenantId: string, syndicateId: bigint) => sql<{ month: string }>`
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
  select month from months where month is not null`;
