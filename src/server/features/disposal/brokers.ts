import { sql } from 'kysely';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { DisposalKind } from './disposal-kind.ts';
import { dealUsedAt, isHeld, isRunning, limitOf } from './past-use.ts';
import { removedOn } from './removed-words.ts';

/** Brokers who have not brought or answered anything for so long, and none of whose deals is running. */
export const formerBrokers: DisposalKind = {
  name: 'former brokers',
  reason: ({ retentionMonths }) => `no deal is running, and nothing happened for ${retentionMonths} months`,

  async find(tx, tenantId, only) {
    const { rows } = await sql<{ id: bigint }>`
      select b.id from brokers b
      cross join lateral (
        select coalesce(bool_or(d.funded_date is not null and ${isRunning(sql`d.status`)}), false) as is_running,
          coalesce(bool_or(${isHeld(tenantId, 'company', sql`d.company_id`)}), false) as is_held,
          max(${dealUsedAt}) as used_at
        from deals d where d.tenant_id = b.tenant_id and d.broker_id = b.id
      ) use
      where b.tenant_id = ${tenantId} and ${only === undefined ? sql`true` : sql`b.id = ${only}`}
        and b.disposed_at is null and not use.is_running and not use.is_held
        and not exists (
          select from legal_holds hold where hold.tenant_id = b.tenant_id and hold.lifted_at is null
            and hold.subject_kind = 'tenant')
        and greatest(b.used_at, use.used_at) < ${limitOf(tenantId, 'retentionMonths')}
      order by b.id`.execute(tx);
    return rows.map(({ id }) => ({ id, fileCount: 0 }));
  },

  async lock(tx, tenantId, id) {
    await sql`select from brokers where tenant_id = ${tenantId} and id = ${id} for update`.execute(tx);
  },

  async remove(tx, tenantId, id) {
    const words = removedOn(new Date());
    await tx
      .updateTable('brokers')
      .set({
        name: words,
        companyName: words,
        email: words,
        phoneNumber: null,
        disposedAt: sql<Date>`now()`,
      })
      .where('tenantId', '=', tenantId)
      .where('id', '=', id)
      .execute();
    await recordAudit(tx, { actorId: null, action: 'personal data removed', subject: `broker ${id}` });
  },
};
