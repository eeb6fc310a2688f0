import type { cashContract } from '../../../shared/contract/cash.ts';
import { firstOfMonth } from '../../../shared/domain/calendar-date.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { requireOwnSyndicate } from '../../access/own-syndicate.ts';
import { requireSyndicate, viewSyndicate } from '../../access/viewed-syndicate.ts';
import type { Deps } from '../../deps.ts';
import { readToday } from '../../platform/db/today.ts';
import { readShownAccount } from './account.queries.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { exportCash } from './export-cash.ts';
import { readDepositsToCome, readMovements, sumMovements } from './movements.queries.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { requireUsedAccount } from './used-account.ts';

const PAGE_LENGTH = 100;

export const cashHandlers = (deps: Deps): Handlers<typeof cashContract> => ({
  async cashAccount({ caller, params: { syndicateId }, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, syndicateId);
    return readShownAccount(tx, { tenantId: caller.tenantId, syndicateId });
  },

  async cashMovements({ caller, params: { syndicateId }, query: { after, ...asked }, tx, recordUse }) {
    await viewSyndicate({ caller, tx, recordUse }, syndicateId);
    const { tenantId } = caller;
    await requireUsedAccount(tx, { tenantId, syndicateId });
    const month = asked.month ?? firstOfMonth(await readToday(tx));
    const choice = { tenantId, syndicateId, month, kind: asked.kind };
    const movements = await readMovements(tx, choice, { after, limit: PAGE_LENGTH + 1 });
    return {
      month,
      movements: movements.slice(0, PAGE_LENGTH),
      hasMore: movements.length > PAGE_LENGTH,
      toCome: await readDepositsToCome(tx, choice),
      ...(await sumMovements(tx, choice)),
    };
  },

  async exportCash({ caller, body: { syndicateId, month, kind }, tx, recordUse }) {
    await requireSyndicate(tx, caller, syndicateId);
    const { tenantId } = caller;
    await requireUsedAccount(tx, { tenantId, syndicateId });
    const download = await exportCash(tx, { tenantId, syndicateId, month, kind });
    await recordUse(`syndicate ${syndicateId}`, { rows: download.rowCount });
    return download;
  },

  async requestWithdrawal({ body: { syndicateId, ...body }, caller, request, inTransaction }) {
    requireOwnSyndicate(caller, { syndicateId });
    await requestWithdrawal(inTransaction, deps, { ...body, address: request.ip });
    return { isDone: true };
  },

  async cancelWithdrawal({ body: { syndicateId, withdrawalId }, caller, tx }) {
    requireOwnSyndicate(caller, { syndicateId });
    await cancelWithdrawal(tx, caller, withdrawalId);
    return { isDone: true };
  },
});
