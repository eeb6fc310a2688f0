import type { returnsContract } from '../../../shared/contract/returns.ts';
import { MOST_FILTERED_DEALS } from '../../../shared/domain/returned-deals.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { requireSyndicate, viewSyndicate } from '../../access/viewed-syndicate.ts';
import { toParticipationChoice } from '../../book/participation-choice.ts';
import { readCashContributions } from '../../ledger/returns/read-cash-contributions.ts';
import { readReturns } from '../../ledger/returns/read-returns.ts';
import { recoveredBasis, shownCashDrag, shownReturns } from '../../ledger/returns/shown-returns.ts';
import { Refusal } from '../../platform/errors.ts';
import { exportReturns } from './export-returns.ts';
import { readFilteredReturns } from './filtered-returns.ts';

export const returnsHandlers = (): Handlers<typeof returnsContract> => ({
  async returns({ caller, params: { syndicateId }, query: { deals }, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, syndicateId);
    const stored = await readReturns(tx, caller.tenantId, syndicateId, deals);
    if (!stored) throw new Refusal('not_found');
    const { isCurrent, dealCount } = stored;
    // A part of the deals has no cash of its own.
    const account =
      deals === undefined || deals === 'all'
        ? await readCashContributions(tx, caller.tenantId, syndicateId)
        : undefined;
    return {
      isCurrent,
      dealCount,
      returns: shownReturns(stored),
      cashDrag: account ? shownCashDrag(stored, account) : null,
    };
  },

  async returnFlows({ caller, params: { syndicateId }, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, syndicateId);
    const stored = await readReturns(tx, caller.tenantId, syndicateId);
    if (!stored) throw new Refusal('not_found');
    const { today, costs, payouts, recovered } = recoveredBasis(stored);
    const { isCurrent, dealCount } = stored;
    return {
      ...{ isCurrent, dealCount, today },
      ...{ costs: [...costs], payouts: [...payouts], recovered: [...recovered] },
    };
  },

  async filteredReturns({ caller, body, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, body.syndicateId);
    const found = await readFilteredReturns(tx, toParticipationChoice(caller.tenantId, body));
    const { dealCount } = found;
    // It is made of what is stored now, so it is always current.
    if (found.isTooMany) return { isCurrent: true, dealCount, returns: null, mostDeals: MOST_FILTERED_DEALS };
    return { isCurrent: true, dealCount, returns: shownReturns(found), mostDeals: null };
  },

  async exportReturns({ caller, body: { syndicateId }, tx, recordUse }) {
    await requireSyndicate(tx, caller, syndicateId);
    const stored = await readReturns(tx, caller.tenantId, syndicateId);
    if (!stored) throw new Refusal('not_found');
    const download = exportReturns(stored);
    await recordUse(`syndicate ${syndicateId}`, { part: 'returns', rows: download.rowCount });
    return download;
  },
});
