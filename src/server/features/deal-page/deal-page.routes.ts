import type { dealPageContract } from '../../../shared/contract/deal-page.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { requireSyndicate, viewSyndicate } from '../../access/viewed-syndicate.ts';
import type { Deps } from '../../deps.ts';
import { readListedTerms } from '../../ledger/listed-terms.ts';
import { Refusal } from '../../platform/errors.ts';
import { findScheduleA } from '../../schedule-a/find-schedule-a.ts';
import { findDealOfSyndicate, readDebits, readDebitsOfPayDates } from './deal-page.queries.ts';
import { readReturnsOfShare } from './returns-of-share.ts';
import { shownDeal } from './shown-deal.ts';

export const dealPageHandlers = (deps: Pick<Deps, 'fileStorage'>): Handlers<typeof dealPageContract> => ({
  async dealOfSyndicate({ caller, params, tx, recordUse }) {
    const { tenantId } = caller;
    await viewSyndicate({ caller, tx, recordUse }, params.syndicateId);
    const deal = await findDealOfSyndicate(tx, { tenantId, ...params });
    if (!deal) throw new Refusal('not_found');
    const terms = await readListedTerms(tx, tenantId, deal.dealId);
    const debits = await readDebits(tx, tenantId, deal);
    const payDates = await readDebitsOfPayDates(tx, tenantId, deal);
    return { ...shownDeal(deal, terms, debits), payDates, ...(await readReturnsOfShare(tx, tenantId, deal)) };
  },

  async scheduleA({ caller, params: { syndicateId, dealPublicId }, tx, recordUse }) {
    const { tenantId } = caller;
    await requireSyndicate(tx, caller, syndicateId);
    const share = { tenantId, syndicateId, deal: { dealPublicId } };
    const { participationId, file } = await findScheduleA(tx, deps, share);
    await recordUse(`participation ${participationId}`);
    return file;
  },
});
