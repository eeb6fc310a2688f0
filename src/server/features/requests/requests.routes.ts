import type { deskRequestsContract } from '../../../shared/contract/desk-requests.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { holdersOf } from '../../approvals/approvers.ts';
import { answerCase, closeCase, reopenCase } from '../../cases/answer-case.ts';
import { handOverCase, takeCase } from '../../cases/own-case.ts';
import { readThread } from '../../cases/thread.queries.ts';
import type { Deps } from '../../deps.ts';
import { readInviteFacts } from './invite-facts.queries.ts';
import { listRequests, readHeading } from './requests.queries.ts';

export const requestsHandlers = ({
  publicOrigin,
}: Pick<Deps, 'publicOrigin'>): Handlers<typeof deskRequestsContract> => ({
  requests: ({ query: { filter = 'open', page = 1 }, caller, tx }) =>
    listRequests(tx, caller, { filter, page }),

  async request({ params: { caseId }, caller: { tenantId }, tx }) {
    const { inviteId, ...heading } = await readHeading(tx, tenantId, caseId);
    return {
      ...heading,
      ...(await readInviteFacts(tx, tenantId, inviteId)),
      entries: await readThread(tx, tenantId, inviteId),
      owners: await holdersOf(tx, tenantId, 'answer-requests'),
    };
  },

  async take({ params: { caseId }, body: { seenOwnerId }, caller, tx }) {
    const { tenantId } = caller;
    await takeCase(tx, { tenantId, caseId }, seenOwnerId, await deskOperator(tx, caller));
    return { caseId };
  },

  async handOver({ params: { caseId }, body, caller, tx }) {
    const { tenantId } = caller;
    await handOverCase(tx, { tenantId, caseId }, body, await deskOperator(tx, caller));
    return { caseId };
  },

  async answer({ params: { caseId }, body, caller, tx }) {
    const { tenantId } = caller;
    await answerCase(tx, publicOrigin, { tenantId, caseId }, body, await deskOperator(tx, caller));
    return { caseId };
  },

  async close({ params: { caseId }, body: { heardCount }, caller, tx }) {
    const { tenantId } = caller;
    await closeCase(tx, { tenantId, caseId }, heardCount, await deskOperator(tx, caller));
    return { caseId };
  },

  async reopen({ params: { caseId }, caller, tx }) {
    const { tenantId } = caller;
    await reopenCase(tx, { tenantId, caseId }, await deskOperator(tx, caller));
    return { caseId };
  },
});
