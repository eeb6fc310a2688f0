import { sql } from 'kysely';
import { issuerOrActor } from '../approvals/require-apart.ts';

/**
 * Of `change`: who could have chosen its account. That is who asked for it, or issued the service token that did; of a notification of change,
 * who typed it in, or read or entered the file that it came in.
 */
export const sourcesOfChange = sql<{ by: bigint | null }>`
  select ${issuerOrActor} as by from audit_events event
  where change.notice_id is null and event.tenant_id = change.tenant_id and event.subject = 'bank change ' || change.id
    and event.action = 'bank change requested'
  union
  select unnest(array[notice.received_by, notice.read_by]) from change_notices notice
  where notice.tenant_id = change.tenant_id and notice.id = change.notice_id`;
