import type { fcsContract } from '../../../shared/contract/fcs.ts';
import { rate } from '../../../shared/domain/rate.ts';
import type { Investor } from '../../access/caller.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { RecordUse } from '../../access/recorded-use.ts';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/db/database.ts';
import { sessionTokenOf } from '../../platform/http/session-cookie.ts';
import { accountAverages } from './account-averages.ts';
import { viewerOf } from './fcs.policy.ts';
import {
  readAcceptedOffers,
  readAddresses,
  readBankAccounts,
  readCompany,
  readExistingAdvances,
  readOwners,
  readStatementMonths,
} from './fcs.queries.ts';
import { linkToStatement, openStatement } from './statement-files.ts';
import { findDeal, requireCompany } from './visible-deals.queries.ts';

interface OfCompany {
  caller: Investor;
  params: { companyId: bigint };
  tx: Tx;
  recordUse: RecordUse;
}

/** The file control sheet belongs to the company, whichever of its deals the user came from. */
const sheetOf = (companyId: bigint) => `company ${companyId}`;

/** A list of data about a company, for users who may see the company. */
const ofCompany =
  <T>(read: (tx: Tx, tenantId: string, companyId: bigint) => Promise<T>) =>
  async ({ caller, params: { companyId }, tx, recordUse }: OfCompany): Promise<T> => {
    await requireCompany(tx, viewerOf(caller), companyId);
    await recordUse(sheetOf(companyId));
    return read(tx, caller.tenantId, companyId);
  };

export const fcsHandlers = (deps: Deps): Handlers<typeof fcsContract> => ({
  async deal({ caller, params, tx, recordUse }) {
    const deal = await findDeal(tx, viewerOf(caller), { publicId: params.dealPublicId });
    await recordUse(sheetOf(deal.companyId), { deal: Number(deal.id) });
    return { ...deal, feeSplitPercent: rate(deal.feeSplitPercent) };
  },

  async company({ caller, params, tx, recordUse }) {
    const { id, companyId } = await findDeal(tx, viewerOf(caller), params);
    await recordUse(sheetOf(companyId), { deal: Number(id) });
    return readCompany(tx, caller.tenantId, companyId);
  },

  async acceptedOffer({ caller, params, tx, recordUse }) {
    const { id, companyId } = await findDeal(tx, viewerOf(caller), params);
    await recordUse(sheetOf(companyId), { deal: Number(id) });
    return readAcceptedOffers(tx, caller.tenantId, id);
  },

  addresses: ofCompany(readAddresses),
  owners: ofCompany(readOwners),
  bankAccounts: ofCompany(readBankAccounts),
  statementMonths: ofCompany(readStatementMonths),
  existingAdvances: ofCompany(readExistingAdvances),

  accountAverages: ofCompany(async (tx, tenantId, companyId) =>
    accountAverages(await readStatementMonths(tx, tenantId, companyId)),
  ),

  linkToStatement: ({ caller, params, tx }) => linkToStatement(tx, caller, params.fileId),

  openStatement: ({ params, request }) =>
    openStatement(deps, {
      ...params,
      sessionToken: sessionTokenOf(request),
      site: request.site,
    }),
});
