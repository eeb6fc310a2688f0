import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import { DEAL_STATUSES, type DealStatus } from '../../../shared/domain/deal-status.ts';
import type { Tx } from '../../db/database.ts';

/** The statuses that occur, in the order in which a deal goes through them. One look into the index for each. */
export async function readStatuses(tx: Tx, tenantId: string, syndicateId: bigint): Promise<DealStatus[]> {
  const { rows } = await sql<{ status: DealStatus }>`
    select status from unnest(${DEAL_STATUSES}::text[]) with ordinality as known (status, place)
    where exists (
      select from listed_participations entry
      where entry.tenant_id = ${tenantId}::uuid and entry.syndicate_id = ${syndicateId} and entry.deal_status = known.status
    )
    order by place
  `.execute(tx);
  return rows.map(({ status }) => status);
}

/** The months in which something was agreed, the newest first: from each to the one before it, through the index. */
export async function readAgreementMonths(
  tx: Tx,
  tenantId: string,
  syndicateId: bigint,
): Promise<CalendarDate[]> {
  const { rows } = await sql<{ month: string }>`
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
    select month from months where month is not null
  `.execute(tx);
  return rows.map(({ month }) => calendarDate(month));
}
