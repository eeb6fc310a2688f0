import type { dealPageContract } from '../../../shared/contract/deal-page.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { viewSyndicate } from '../../access/viewed-syndicate.ts';
import { readTerms } from '../../ledger/standings/standing-facts.ts';
import { Refusal } from '../../platform/errors.ts';
import { findDealOfSyndicate, readDebits, readTermsHistory } from './deal-page.queries.ts';
import { shownDeal } from './shown-deal.ts';

export const dealPageHandlers = (): Handlers<typeof dealPageContract> => ({
  async dealOfSyndicate({ caller, params, tx, recordUse }) {
    const { tenantId } = caller;
    await viewSyndicate({ caller, tx, recordUse }, params.syndicateId);
    const deal = await findDealOfSyndicate(tx, { tenantId, ...params });
    if (!deal) throw new Refusal('not_found');
    const terms = (await readTerms(tx, tenantId, [deal.dealId])).get(deal.dealId) ?? [];
    const debits = await readDebits(tx, tenantId, deal);
    const termsHistory = await readTermsHistory(tx, tenantId, deal.dealId);
    return { ...shownDeal(deal, terms, debits), termsHistory };
  },
});
