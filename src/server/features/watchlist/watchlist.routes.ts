import type { watchlistContract } from '../../../shared/contract/watchlist.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { requireSyndicate, viewSyndicate } from '../../access/viewed-syndicate.ts';
import { exportWatchlist } from './export-watchlist.ts';
import { readWatchlist, readWatchSummary } from './watchlist.queries.ts';

const LENGTH = 25;

export const watchlistHandlers = (): Handlers<typeof watchlistContract> => ({
  async watchlist({ caller, params: { syndicateId }, query, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, syndicateId);
    const book = { tenantId: caller.tenantId, syndicateId };
    const after = query.after ?? null;
    // One more than are shown, to know whether there are more.
    const found = await readWatchlist(tx, book, after, LENGTH + 1);
    const deals = found.slice(0, LENGTH);
    return {
      deals,
      next: found.length > LENGTH ? (deals.at(-1) ?? null) : null,
      summary: after === null ? await readWatchSummary(tx, book) : null,
    };
  },

  async exportWatchlist({ caller, body: { syndicateId }, tx, recordUse }) {
    await requireSyndicate(tx, caller, syndicateId);
    const download = await exportWatchlist(tx, { tenantId: caller.tenantId, syndicateId });
    await recordUse(`syndicate ${syndicateId}`, { part: 'watchlist', rows: download.rowCount });
    return download;
  },
});
