import type { deskFcsContract } from '../../../shared/contract/desk-fcs.ts';
import { rate } from '../../../shared/domain/rate.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/db/database.ts';
import { accountAverages } from './account-averages.ts';
import {
  readAcceptedOffers,
  readAddresses,
  readBankAccounts,
  readCompany,
  readExistingAdvances,
  readOwners,
  readStatementMonths,
} from './fcs.queries.ts';
import { findStatement } from './statement-files.ts';

export const deskFcsHandlers = ({
  fileStorage,
}: Pick<Deps, 'fileStorage'>): Handlers<typeof deskFcsContract> => ({
  async sheet({ params: { dealId }, caller: { tenantId }, tx, recordUse }) {
    const deal = await readDeal(tx, tenantId, dealId);
    const { companyId } = deal;
    await recordUse(`company ${companyId}`, { deal: Number(dealId) });
    const months = await readStatementMonths(tx, tenantId, companyId);
    return {
      deal: { ...deal, feeSplitPercent: rate(deal.feeSplitPercent) },
      company: await readCompany(tx, tenantId, companyId),
      addresses: await readAddresses(tx, tenantId, companyId),
      owners: await readOwners(tx, tenantId, companyId),
      accounts: await readBankAccounts(tx, tenantId, companyId),
      months,
      averages: accountAverages(months),
      advances: await readExistingAdvances(tx, tenantId, companyId),
      acceptedOffers: await readAcceptedOffers(tx, tenantId, dealId),
    };
  },

  async statement({ params: { dealId, fileId }, caller: { tenantId }, tx, recordUse }) {
    const { companyId } = await readDeal(tx, tenantId, dealId);
    const file = await findStatement(tx, tenantId, fileId, companyId);
    await recordUse(`file ${fileId}`, { deal: Number(dealId) });
    const { name, contentType, storageKey } = file;
    return { name, contentType, isSaved: true, open: () => fileStorage.get(storageKey) };
  },
});

/** Any deal of the tenant: the desk sees them all. */
async function readDeal(tx: Tx, tenantId: string, dealId: bigint) {
  const deal = await tx
    .selectFrom('deals')
    .select(['id', 'publicId', 'mid', 'name', 'feeSplitPercent', 'companyId'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', dealId)
    .executeTakeFirst();
  if (!deal) throw notFoundInTenant(`deal ${dealId}`);
  return deal;
}
