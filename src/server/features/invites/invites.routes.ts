import type { invitesContract } from '../../../shared/contract/invites.ts';
import { currentShare } from '../../../shared/domain/pre-funding.ts';
import type { Investor } from '../../access/caller.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { syndicateLookedAt } from '../../access/look-as-investor.ts';
import type { InTransaction } from '../../access/own-transactions.ts';
import { noteFirst } from '../../access/recorded-use.ts';
import { announceCaseFile, asSender, caseFileUploaded } from '../../cases/case-files.ts';
import { findSentFile } from '../../cases/sent-case-files.ts';
import { forInvestor, readCaseState, readThread } from '../../cases/thread.queries.ts';
import type { Deps } from '../../deps.ts';
import { acceptPreFunding } from './accept-pre-funding.ts';
import { readHistory } from './invite-history.ts';
import { findInvite, noteInviteOpened, readExposure, readInvitedDeal } from './invites.queries.ts';
import { requestAdjustment } from './request-adjustment.ts';

export const invitesHandlers = (deps: Deps): Handlers<typeof invitesContract> => ({
  async invite({ caller, params, request, tx }) {
    const { openedAt, ...invite } = await findInvite(tx, caller, params);
    // Staff who look at the portal as an investor sees it open nothing for them.
    if (openedAt === null && syndicateLookedAt(request) === null)
      noteFirst(caller.tenantId, 'invite opened', (other) => noteInviteOpened(other, caller, invite));
    return {
      ...invite,
      sharePercent: currentShare(invite),
      history: await readHistory(tx, caller.tenantId, invite),
    };
  },

  async invitedDeal({ caller, params, tx }) {
    const invite = await findInvite(tx, caller, params);
    const deal = await readInvitedDeal(tx, caller, invite);
    return { ...deal, exposure: await readExposure(tx, caller, deal) };
  },

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

  async acceptPreFunding({ caller, body, tx }) {
    await acceptPreFunding(tx, deps, caller, body);
    return { isDone: true, message: 'Your request has been submitted successfully. Thank you,' };
  },

  async requestAdjustment({ caller, body, tx }) {
    await requestAdjustment(tx, deps, caller, body);
    return { isDone: true, message: 'Reply sent to accounting team' };
  },
});

const asSenderOf = (inTransaction: InTransaction<Investor>, publicId: string) =>
  asSender(inTransaction, async (tx, caller) => {
    const { id: inviteId } = await findInvite(tx, caller, { publicId });
    return { tenantId: caller.tenantId, userId: caller.userId, inviteId, side: 'investor' };
  });
