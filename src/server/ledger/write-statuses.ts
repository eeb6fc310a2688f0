import { sql } from 'kysely';
import type { DealStatus } from '../../shared/domain/deal-status.ts';
import type { Tx } from '../platform/db/database.ts';
import { pauseWithStatus } from './record-terms.ts';

export interface NewStatus {
  dealId: bigint;
  status: DealStatus;
  formerStatus: string;
  reason: string;
  /** The user who changed it; null when it was a system of the funder or the portal itself. */
  changedBy: bigint | null;
  /** Set by the portal itself, because of what is owed. */
  isAutomatic: boolean;
}

/**
 * Gives deals another status and adds that to their history. The tables filter and sort by status, so each participant's row
 * stores it. The deals are locked; the time is that of the statement, so that the history of a deal is in order. The caller then has the
 * standings worked out again.
 */
export async function writeStatuses(tx: Tx, tenantId: string, statuses: readonly NewStatus[]): Promise<void> {
  if (statuses.length === 0) return;
  const column = <K extends keyof NewStatus>(name: K) => statuses.map((status) => status[name]);
  await sql`
    with entry as (
      select * from unnest(${column('dealId')}::bigint[], ${column('status')}::text[], ${column('formerStatus')}::text[],
        ${column('reason')}::text[], ${column('changedBy')}::bigint[], ${column('isAutomatic')}::boolean[])
        as entry (deal_id, status, former_status, reason, changed_by, is_automatic)
    ), changed as (
      update deals set status = entry.status from entry where deals.tenant_id = ${tenantId}::uuid and deals.id = entry.deal_id
    ), recorded as (
      insert into deal_status_changes (tenant_id, deal_id, status, former_status, reason, changed_by, is_automatic, changed_at)
      select ${tenantId}::uuid, deal_id, status, former_status, reason, changed_by, is_automatic, clock_timestamp()
      from entry
    ), share as (
      select p.id, entry.status from participations p join entry on entry.deal_id = p.deal_id
      where p.tenant_id = ${tenantId}::uuid
    ), listed as (
      update listed_participations set deal_status = share.status from share
      where tenant_id = ${tenantId}::uuid and participation_id = share.id
    )
    update participation_totals set deal_status = share.status from share
    where tenant_id = ${tenantId}::uuid and participation_id = share.id
  `.execute(tx);
  await pauseWithStatus(tx, tenantId, statuses);
}
