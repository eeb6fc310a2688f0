import type { inviteThreadsContract } from '../../../shared/contract/invite-threads.ts';
import type { Investor } from '../../access/caller.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { InTransaction } from '../../access/own-transactions.ts';
import { announceCaseFile, asSender, caseFileUploaded } from '../../cases/case-files.ts';
import { findSentFile } from '../../cases/sent-case-files.ts';
import { forInvestor, readCaseState, readThread } from '../../cases/thread.queries.ts';
import type { Deps } from '../../deps.ts';
import { findInvite } from './invites.queries.ts';

export const inviteThreadsHandlers = (deps: Deps): Handlers<typeof inviteThreadsContract> => ({
  async thread({ caller, params, tx }) {
    const { id } = await findInvite(tx, caller, params);
    return {
      state: await readCaseState(tx, caller.tenantId, id),
      entries: forInvestor(await readThread(tx, caller.tenantId, id)),
    };
  },

  announceFile: ({ params, body, inTransaction }) =>
    announceCaseFile(asSenderOf(inTransaction, params.publicId), deps, body),

  fileUploaded: ({ params, inTransaction }) =>
    caseFileUploaded(asSenderOf(inTransaction, params.publicId), deps, params.fileId),

  async fetchFile({ caller, params: { publicId, fileId }, tx, recordUse }) {
    const { tenantId } = caller;
    const { id: inviteId } = await findInvite(tx, caller, { publicId });
    const file = await findSentFile(tx, deps, { tenantId, inviteId, fileId });
    await recordUse(`invite ${inviteId}`, { file: fileId });
    return file;
  },
});

const asSenderOf = (inTransaction: InTransaction<Investor>, publicId: string) =>
  asSender(inTransaction, async (tx, caller) => {
    const { id: inviteId } = await findInvite(tx, caller, { publicId });
    return { tenantId: caller.tenantId, userId: caller.userId, inviteId, side: 'investor' };
  });
