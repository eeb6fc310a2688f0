import type { deskFilesContract } from '../../../shared/contract/desk-files.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { Deps } from '../../deps.ts';
import { findScheduleA } from '../../schedule-a/find-schedule-a.ts';
import { listAttachedFiles, listBrokerFiles } from './broker-files.queries.ts';
import { findDealFile, requireDeal } from './deal-files.queries.ts';
import { findDeskFile, listDeskFiles } from './desk-uploads.queries.ts';
import { announceDeskFile, deskFileUploaded } from './desk-uploads.ts';
import { downloadEvent } from './download-event.ts';

export const deskFilesHandlers = (deps: Deps): Handlers<typeof deskFilesContract> => ({
  async filesOfOffer({ params: { offerId }, caller: { tenantId }, tx }) {
    return { files: await listBrokerFiles(tx, tenantId, offerId) };
  },

  async filesOfDeal({ params: { dealId }, caller: { tenantId }, tx }) {
    return {
      files: await listAttachedFiles(tx, tenantId, dealId),
      deskFiles: await listDeskFiles(tx, tenantId, dealId),
    };
  },

  announceFile: ({ params: { dealId }, body, inTransaction }) =>
    announceDeskFile(inTransaction, deps, dealId, body),

  fileUploaded: ({ params, inTransaction }) => deskFileUploaded(inTransaction, deps, params),

  async deskFile({ params: { dealId, fileId }, caller: { tenantId }, tx, recordUse }) {
    const file = await findDeskFile(tx, deps, { tenantId, dealId, fileId });
    await recordUse(`deal ${await requireDeal(tx, tenantId, dealId)}`, { file: fileId });
    return file;
  },

  async dealFile({ params, caller: { tenantId }, tx, recordUse }) {
    const file = await findDealFile(tx, tenantId, params.id);
    const { subject, details } = downloadEvent(file);
    await recordUse(subject, details);
    const { name, contentType, storageKey } = file;
    return { name, contentType, isSaved: true, open: () => deps.fileStorage.get(storageKey) };
  },

  async scheduleA({ params: { dealId, syndicateId }, caller: { tenantId }, tx, recordUse }) {
    const share = { tenantId, syndicateId, deal: { dealId } };
    const { participationId, file } = await findScheduleA(tx, deps, share);
    await recordUse(`participation ${participationId}`);
    return file;
  },
});
