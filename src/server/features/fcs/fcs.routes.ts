import type { fcsContract } from '../../../shared/contract/fcs.ts';
import { rate } from '../../../shared/domain/rate.ts';
import { statementAverages } from '../../../shared/domain/statement-averages.ts';
import type { Deps } from '../../app.ts';
import type { Tx } from '../../db/database.ts';
import type { Caller } from '../../http/caller.ts';
import type { Handlers } from '../../http/endpoints.ts';
import { sessionTokenOf } from '../../http/session-cookie.ts';
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
import { findDeal, requireCompany } from './viewed-deals.queries.ts';

interface OfCompany {
  caller: Caller;
  params: { companyId: bigint };
  tx: Tx;
}

/** A list of something about a company, for whoever may see the company. */
const ofCompany =
  <T>(read: (tx: Tx, tenantId: string, companyId: bigint) => Promise<T>) =>
  async ({ caller, params: { companyId }, tx }: OfCompany): Promise<T> => {
    await requireCompany(tx, viewerOf(caller), companyId);
    return read(tx, caller.tenantId, companyId);
  };

export const fcsHandlers = (deps: Deps): Handlers<typeof fcsContract> => ({
  async deal({ caller, params, tx }) {
    const deal = await findDeal(tx, viewerOf(caller), { publicId: params.dealPublicId });
    return { ...deal, feeSplitPercent: rate(deal.feeSplitPercent) };
  },

  async company({ caller, params, tx }) {
    const { companyId } = await findDeal(tx, viewerOf(caller), params);
    return readCompany(tx, caller.tenantId, companyId);
  },

  async acceptedOffer({ caller, params, tx }) {
    const { id } = await findDeal(tx, viewerOf(caller), params);
    return readAcceptedOffers(tx, caller.tenantId, id);
  },

  addresses: ofCompany(readAddresses),
  owners: ofCompany(readOwners),
  bankAccounts: ofCompany(readBankAccounts),
  statementMonths: ofCompany(readStatementMonths),
  existingAdvances: ofCompany(readExistingAdvances),

  accountAverages: ofCompany(async (tx, tenantId, companyId) => {
    const months = await readStatementMonths(tx, tenantId, companyId);
    const ofAccount = Map.groupBy(months, ({ bankAccountId }) => bankAccountId);
    return Array.from(ofAccount, ([bankAccountId, ofThisOne]) => ({
      bankAccountId,
      ...statementAverages(ofThisOne),
    }));
  }),

  linkToStatement: ({ caller, params, tx }) => linkToStatement(tx, caller, params.fileId),

  openStatement: ({ params, request }) =>
    openStatement(deps, { linkToken: params.token, sessionToken: sessionTokenOf(request) }),
});
