import { ALL_ROWS, participationRow } from '../../../shared/contract/participations.ts';
import { portfolioContract } from '../../../shared/contract/portfolio.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { requireViewable, viewSyndicate, viewsEverySyndicate } from '../../access/viewed-syndicate.ts';
import { findParticipations } from '../../book/found-participations.ts';
import { toParticipationChoice } from '../../book/participation-choice.ts';
import { countParticipations, readPage, streamParticipations } from '../../book/participations.queries.ts';
import { readBookName, readSummaryStrip } from '../../book/portfolio.queries.ts';
import { Refusal } from '../../platform/errors.ts';
import { sendLongList } from '../../platform/http/streams.ts';
import { readCompactSyndicates } from './compact-syndicates.queries.ts';
import { findDeal, findParticipation, readDealNotes, readDealPayouts } from './deal-details.queries.ts';
import { exportParticipations } from './export/export-participations.ts';
import { readFilterLists } from './filter-lists.queries.ts';
import { requireTab } from './portfolio.policy.ts';

const PAGE_LENGTH = 25;
const TAB_OF = { quickview: 'simple', detailedview: 'detailed', syndicated_deals: 'deals' } as const;

export const portfolioHandlers = (): Handlers<typeof portfolioContract> => ({
  async portfolioTotals({ caller, params, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, params.syndicateId);
    const strip = await readSummaryStrip(tx, caller.tenantId, params.syndicateId);
    if (!strip) throw new Refusal('not_found');
    const { totals, latestPayout } = strip;
    return { ...totals, sums: [totals], latestPayout };
  },

  async compactSyndicates({ caller, tx }) {
    return { syndicates: await readCompactSyndicates(tx, caller.tenantId) };
  },

  async participations({ caller, body, tx, reply, recordUse }) {
    requireViewable(caller, body.syndicateId);
    requireTab(caller, body.syndicateId, 'simple', 'detailed', 'deals');
    await viewSyndicate({ caller, tx, recordUse }, body.syndicateId);
    const choice = toParticipationChoice(caller.tenantId, body);
    const found = await findParticipations(tx, choice);
    const length = body.length ?? PAGE_LENGTH;
    if (length === ALL_ROWS) {
      const total = await countParticipations(tx, choice, found);
      const { response: schema } = portfolioContract.participations;
      const answer = { page: { rows: [], to: total, total } };
      const batches = streamParticipations(tx, choice, found);
      return sendLongList(tx, reply, { schema, answer, itemSchema: participationRow, batches });
    }
    const offset = ((body.page ?? 1) - 1) * length;
    const { rows, total } = await readPage(tx, choice, found, { offset, limit: length });
    return { page: { rows, to: rows.length === 0 ? 0 : offset + rows.length, total } };
  },

  async exportParticipations({ caller, body, tx, recordUse }) {
    requireViewable(caller, body.syndicateId);
    const view = body.view ?? 'syndicated_deals';
    requireTab(caller, body.syndicateId, TAB_OF[view]);
    const book = await readBookName(tx, caller.tenantId, body.syndicateId);
    if (!book) throw new Refusal('not_found');
    const choice = toParticipationChoice(caller.tenantId, body);
    const download = await exportParticipations(tx, { view, choice, ...book });
    await recordUse(`syndicate ${body.syndicateId}`, { view, rows: download.rowCount });
    return download;
  },

  async filterLists({ caller, params, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, params.syndicateId);
    return readFilterLists(tx, caller.tenantId, params.syndicateId);
  },

  async dealPayouts({ caller, body, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, body.syndicateId);
    const payouts = await readDealPayouts(tx, { tenantId: caller.tenantId, ...body });
    if (!payouts) throw new Refusal('not_found');
    return payouts;
  },

  async dealNotes({ caller, query, tx }) {
    const { tenantId, syndicateId } = caller;
    const deal = viewsEverySyndicate(caller)
      ? await findDeal(tx, tenantId, query.mid)
      : await findParticipation(tx, { tenantId, syndicateId, mid: query.mid });
    if (!deal) throw new Refusal('not_found');
    return readDealNotes(tx, tenantId, deal.dealId);
  },
});
