import type { payoutsContract } from '../../../shared/contract/payouts.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { requireSyndicate, viewSyndicate } from '../../access/viewed-syndicate.ts';
import { readPayDate } from '../../book/pay-dates.queries.ts';
import { exportPayDate } from './export-pay-date.ts';
import { countDealsOfPayDate, countPayDates, readDealsOfPayDate, readPayDates } from './payouts.queries.ts';

const LENGTH = 25;
const MAX_PAGE_LENGTH = 500;

const sliceOf = (page = 1, length = LENGTH) => {
  const limit = Math.min(length, MAX_PAGE_LENGTH);
  return { limit, offset: (page - 1) * limit };
};

export const payoutsHandlers = (): Handlers<typeof payoutsContract> => ({
  async payDates({ caller, params: { syndicateId }, query, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, syndicateId);
    const { tenantId } = caller;
    const slice = sliceOf(query.page, query.length);
    const before = query.before ?? null;
    const payDates = await readPayDates(tx, { tenantId, syndicateId, before, ...slice });
    const count = await countPayDates(tx, tenantId, syndicateId);
    return { payDates, lastPage: Math.max(1, Math.ceil(count / slice.limit)) };
  },

  async payDateDeals({ caller, query: { syndicateId, payDate, ...query }, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, syndicateId);
    const day = { tenantId: caller.tenantId, syndicateId, payDate };
    const slice = sliceOf(query.page, query.length);
    const rows = await readDealsOfPayDate(tx, { ...day, after: query.after ?? null, ...slice });
    return {
      payouts: rows.map((row) => ({ ...row, payDate })),
      total: await countDealsOfPayDate(tx, day),
      summary: await readPayDate(tx, day),
    };
  },

  async exportPayDate({ caller, body, tx, recordUse }) {
    await requireSyndicate(tx, caller, body.syndicateId);
    const download = await exportPayDate(tx, { tenantId: caller.tenantId, ...body });
    const { payDate, syndicateId } = body;
    await recordUse(`syndicate ${syndicateId}`, { payDate, rows: download.rowCount });
    return download;
  },
});
