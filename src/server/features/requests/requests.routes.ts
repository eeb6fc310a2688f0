import type { deskRequestsContract } from '../../../shared/contract/desk-requests.ts';
import type { Staff } from '../../access/caller.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { InTransaction } from '../../access/own-transactions.ts';
import { holdersOf } from '../../approvals/approvers.ts';
import { answerCase, closeCase, reopenCase } from '../../cases/answer-case.ts';
import { announceCaseFile, asSender, caseFileUploaded } from '../../cases/case-files.ts';
import { handOverCase, takeCase } from '../../cases/own-case.ts';
import { findSentFile } from '../../cases/sent-case-files.ts';
import { readThread } from '../../cases/thread.queries.ts';
import type { Deps } from '../../deps.ts';
import { readInviteFacts } from './invite-facts.queries.ts';
import { listRequests, readHeading } from './requests.queries.ts';

export const requestsHandlers = (deps: Deps): Handlers<typeof deskRequestsContract> => ({
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
    await answerCase(tx, { tenantId, caseId }, body, await deskOperator(tx, caller));
    return { caseId };
  },

  announceFile: ({ params, body, inTransaction }) =>
    announceCaseFile(asSenderOf(inTransaction, params.caseId), deps, body),

  fileUploaded: ({ params, inTransaction }) =>
    caseFileUploaded(asSenderOf(inTransaction, params.caseId), deps, params.fileId),

  async fetchFile({ params: { caseId, fileId }, caller: { tenantId }, tx, recordUse }) {
    const { inviteId } = await readHeading(tx, tenantId, caseId);
    const file = await findSentFile(tx, deps, { tenantId, inviteId, fileId });
    await recordUse(`invite ${inviteId}`, { file: fileId });
    return file;
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

const asSenderOf = (inTransaction: InTransaction<Staff>, caseId: bigint) =>
  asSender(inTransaction, async (tx, { tenantId, userId }) => {
    const { inviteId } = await readHeading(tx, tenantId, caseId);
    return { tenantId, userId, inviteId, side: 'funder' };
  });
