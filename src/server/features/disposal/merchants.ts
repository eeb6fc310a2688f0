import { sql } from 'kysely';
import { removeBankConnection } from '../../bank-connections/remove-bank-connection.jobs.ts';
import { addJobs } from '../../platform/jobs/jobs.ts';
import type { DisposalKind } from './disposal-kind.ts';
import { findCompanies, hasDetails, lockCompany } from './merchants.queries.ts';
import { removeCompanyDetails } from './remove-company.ts';
import { removedOn } from './removed-words.ts';

/** Submissions that were declined, expired or left lying: the merchant's name goes too, because no ledger needs it. */
export const unfundedMerchants: DisposalKind = {
  name: 'merchants without a funded deal',
  reason: ({ retentionMonths }) => `nothing was funded, and nothing happened for ${retentionMonths} months`,
  find: (tx, tenantId, only) =>
    findCompanies(tx, tenantId, { state: 'never funded', limit: 'retentionMonths', where: hasDetails, only }),
  lock: lockCompany,
  async remove(tx, tenantId, id) {
    await removeCompanyDetails(tx, tenantId, id);
    const words = removedOn(new Date());
    await tx
      .updateTable('companies')
      .set({ name: words, dba: null, disposedAt: sql<Date>`now()` })
      .where('tenantId', '=', tenantId)
      .where('id', '=', id)
      .execute();
    await tx
      .updateTable('deals')
      .set({ name: words })
      .where('tenantId', '=', tenantId)
      .where('companyId', '=', id)
      .execute();
  },
};

/** Merchants whose deals have all ended. Their business name stays, by which the ledger and its reports name the deal. */
export const endedMerchants: DisposalKind = {
  name: 'merchants whose deals have ended',
  reason: ({ dealRecordsMonths }) =>
    `all deals ended, and nothing happened for ${dealRecordsMonths} months; names and amounts stay`,
  find: (tx, tenantId, only) =>
    findCompanies(tx, tenantId, { state: 'all ended', limit: 'dealRecordsMonths', where: hasDetails, only }),
  lock: lockCompany,
  async remove(tx, tenantId, id) {
    await removeCompanyDetails(tx, tenantId, id);
    await tx
      .updateTable('companies')
      .set({ disposedAt: sql<Date>`now()` })
      .where('tenantId', '=', tenantId)
      .where('id', '=', id)
      .execute();
  },
};

/** Access to a merchant's bank is no record. It ends early, also where the records of a funded deal are kept longer. */
export const connectedBanks: DisposalKind = {
  name: 'merchants with a connected bank',
  reason: ({ retentionMonths }) => `no deal is running, and nothing happened for ${retentionMonths} months`,
  find: (tx, tenantId, only) =>
    findCompanies(tx, tenantId, {
      state: 'not running',
      limit: 'retentionMonths',
      where: sql`exists (select from bank_connections x where x.tenant_id = c.tenant_id and x.company_id = c.id)`,
      only,
    }),
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
