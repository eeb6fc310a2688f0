import { sql } from 'kysely';
import { KEPT_BANK_DAYS } from '../../../shared/domain/connected-banks.ts';
import { OFFER_STATUS } from '../../../shared/domain/offer-status.ts';
import { removeBankConnection } from '../../bank-connections/remove-bank-connection.jobs.ts';
import { addJobs } from '../../platform/jobs/jobs.ts';
import type { DisposalKind, PastSubject } from './disposal-kind.ts';
import { lockCompany } from './merchants.queries.ts';
import { dealUsedAt, isHeld, isRunning, limitOf } from './past-use.ts';

/** A deal that is not funded yet and still may be: its offer waits for an answer or was accepted, or there is none yet. */
const mayBeFunded = sql<boolean>`(d.funded_date is null and ${isRunning(sql`d.status`)} and (
  exists (select from offers o where o.tenant_id = d.tenant_id and o.deal_id = d.id
    and o.status in (${OFFER_STATUS.made}, ${OFFER_STATUS.accepted}))
  or not exists (select from offers o where o.tenant_id = d.tenant_id and o.deal_id = d.id)))`;

/**
 * Access to a merchant's bank is no record. It ends soon after the last deal or offer that it could serve, and with the other
 * data of a merchant whose offer is left lying.
 */
export const connectedBanks: DisposalKind = {
  name: 'merchants with a connected bank',
  reason: ({ retentionMonths }) =>
    `no deal is running, and no offer was open for ${KEPT_BANK_DAYS} days or nothing happened for ${retentionMonths} months`,

  async find(tx, tenantId, only) {
    const { rows } = await sql<PastSubject>`
      select c.id, 0 as file_count
      from companies c
      cross join lateral (
        select coalesce(bool_or(d.funded_date is not null and ${isRunning(sql`d.status`)}), false) as is_running,
          coalesce(bool_or(${mayBeFunded}), false) as may_be_funded,
          max(${dealUsedAt}) as used_at
        from deals d where d.tenant_id = c.tenant_id and d.company_id = c.id
      ) use
      cross join lateral (
        select max(x.connected_at) as connected_at from bank_connections x
        where x.tenant_id = c.tenant_id and x.company_id = c.id
      ) bank
      where c.tenant_id = ${tenantId} and ${only === undefined ? sql`true` : sql`c.id = ${only}`}
        and bank.connected_at is not null and not use.is_running and not ${isHeld(tenantId, 'company', sql`c.id`)}
        and greatest(use.used_at, bank.connected_at) < case when use.may_be_funded then ${limitOf(tenantId, 'retentionMonths')}
          else now() - make_interval(days => ${KEPT_BANK_DAYS}) end
      order by c.id`.execute(tx);
    return rows;
  },

  lock: lockCompany,

  async remove(tx, tenantId, companyId) {
    const connections = await tx
      .selectFrom('bankConnections')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('companyId', '=', companyId)
      .execute();
    await addJobs(
      tx,
      removeBankConnection,
      connections.map(({ id }) => ({ tenantId, connectionId: id })),
    );
  },
};
