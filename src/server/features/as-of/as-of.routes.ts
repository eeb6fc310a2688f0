import type { asOfContract } from '../../../shared/contract/as-of.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { requireSyndicate, viewSyndicate } from '../../access/viewed-syndicate.ts';
import { readChanges } from '../../ledger/book-changes/difference-lines.ts';
import { exportBookAsOf } from './export-book-as-of.ts';
import { orderedDays, readBookAsOf } from './read-book-as-of.ts';

const LENGTH = 25;

export const asOfHandlers = (): Handlers<typeof asOfContract> => ({
  async bookAsOf({ caller, params: { syndicateId }, query, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, syndicateId);
    return readBookAsOf(tx, { tenantId: caller.tenantId, syndicateId }, query);
  },

  async bookChanges({ caller, params: { syndicateId }, query, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, syndicateId);
    const { from, to } = await orderedDays(tx, query);
    const page = { cause: query.cause ?? null, offset: ((query.page ?? 1) - 1) * LENGTH, limit: LENGTH };
    return readChanges(tx, { tenantId: caller.tenantId, syndicateId, from, to }, page);
  },

  async exportBookAsOf({ caller, body: { syndicateId, ...days }, tx, recordUse }) {
    await requireSyndicate(tx, caller, syndicateId);
    const download = await exportBookAsOf(tx, { tenantId: caller.tenantId, syndicateId }, days);
    await recordUse(`syndicate ${syndicateId}`, { rows: download.rowCount });
    return download;
  },
});
