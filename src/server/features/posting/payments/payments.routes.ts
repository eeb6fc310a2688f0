import type { deskPaymentsContract } from '../../../../shared/contract/desk-posting.ts';
import { deskOperator } from '../../../access/desk-operator.ts';
import type { Handlers } from '../../../access/endpoints.ts';
import { findPayments } from './payments.queries.ts';
import { listRuns } from './runs.queries.ts';
import { dropLine, postLine } from './settle-line.ts';
import { listWaitingLines } from './waiting-lines.queries.ts';

const DONE = { isDone: true };

export const paymentsHandlers = (): Handlers<typeof deskPaymentsContract> => ({
  postingRuns: ({ query: { before }, caller: { tenantId }, tx }) => listRuns(tx, tenantId, before),

  waitingLines: ({ caller: { tenantId }, tx }) => listWaitingLines(tx, tenantId),

  async postLine({ params, body: { isPostedToo = false, reason, ...said }, caller, tx }) {
    const { tenantId } = caller;
    await postLine(tx, { tenantId, ...params, said, isPostedToo, reason }, await deskOperator(tx, caller));
    return DONE;
  },

  async dropLine({ params, body: { reason }, caller, tx }) {
    await dropLine(tx, { tenantId: caller.tenantId, ...params, reason }, await deskOperator(tx, caller));
    return DONE;
  },

  payments: ({ query, caller: { tenantId }, tx }) => findPayments(tx, tenantId, query),
});
