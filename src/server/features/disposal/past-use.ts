import { type RawBuilder, sql } from 'kysely';
import { ENDED_STATUSES } from '../../../shared/domain/deal-status.ts';
import type { RetentionMonths } from './disposal-kind.ts';

const COLUMNS = { retentionMonths: 'retention_months', dealRecordsMonths: 'deal_records_months' } as const;

/** The moment before which the last use must be. The tenant's row is read in the same statement. */
export const limitOf = (tenantId: string, setting: keyof RetentionMonths) => sql<Date>`(
  select now() - make_interval(months => ${sql.ref(COLUMNS[setting])}) from tenants where id = ${tenantId})`;

type HeldKind = 'user' | 'syndicate' | 'company';

/** Whether a legal hold is on the tenant or on this subject. */
export const isHeld = (tenantId: string, kind: HeldKind, id: RawBuilder<unknown>) => sql<boolean>`exists (
  select from legal_holds hold where hold.tenant_id = ${tenantId} and hold.lifted_at is null
    and (hold.subject_kind = 'tenant' or (hold.subject_kind = ${kind} and hold.subject_id = ${id})))`;

/** Whether a funded deal, of which `status` is the status, is still running. */
export const isRunning = (status: RawBuilder<unknown>) =>
  sql<boolean>`(${status} <> all (${[...ENDED_STATUSES]}))`;

/** The last time that anything happened to the deal that the statement calls `d`. */
export const dealUsedAt = sql<Date>`greatest(
  d.created_at, d.funded_date,
  (select max(x.changed_at) from deal_status_changes x where x.tenant_id = d.tenant_id and x.deal_id = d.id),
  (select max(x.created_at) from offers x where x.tenant_id = d.tenant_id and x.deal_id = d.id),
  (select max(x.created_at) from deal_notes x where x.tenant_id = d.tenant_id and x.deal_id = d.id),
  (select max(x.created_at) from files x where x.tenant_id = d.tenant_id and x.deal_id = d.id),
  (select max(x.created_at) from participation_invites x where x.tenant_id = d.tenant_id and x.deal_id = d.id),
  (select max(x.recorded_at) from payments x where x.tenant_id = d.tenant_id and x.deal_id = d.id))`;
