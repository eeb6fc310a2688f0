import { sql } from 'kysely';
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
