import * as z from 'zod/mini';
import { FILE_STATES } from '../domain/offer-files.ts';
import { BROKER_FILE_STATES } from '../domain/submissions.ts';
import { id, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { announcedFile, caseFile, fileToUpload, ofFile } from './threads.ts';

const brokerFile = wireObject({
  /** Null until it belongs to the deal, and can be downloaded. */
  id: ['id', z.nullable(id)],
  name: ['name', z.string()],
  category: ['category', z.nullable(z.string())],
  size: ['size', z.int()],
  state: ['state', z.enum(BROKER_FILE_STATES)],
  /** Why it was refused. */
  refusal: ['refusal', z.nullable(z.string())],
  sentAt: ['sent_at', z.iso.datetime()],
});

const deskFile = wireObject({
  id: ['file_id', z.uuid()],
  name: ['name', z.string()],
  size: ['size', z.int()],
  state: ['state', z.enum(FILE_STATES)],
  /** Why it was refused. */
  refusal: ['refusal', z.nullable(z.string())],
  addedBy: ['added_by', z.nullable(z.string())],
  addedAt: ['added_at', z.iso.datetime()],
});

const ofDeal = wireObject({ dealId: ['deal_id', pathId] });
const ofDeskFile = wireObject({ dealId: ['deal_id', pathId], fileId: ofFile });

/** The files of deals at the desk: those that brokers send with their acceptances, and those that staff add. */
export const deskFilesContract = {
  filesOfOffer: endpoint({
    method: 'GET',
    path: '/api/desk/v1/submissions/:offer_id/files',
    access: 'staff',
    needs: ['view-desk'],
    summary: 'The files of an offer’s deal, and those that its broker has uploaded and not sent yet.',
    refusals: ['not_found'],
    params: wireObject({ offerId: ['offer_id', pathId] }),
    response: wireObject({ files: ['files', z.array(brokerFile)] }),
  }),

  filesOfDeal: endpoint({
    method: 'GET',
    path: '/api/desk/v1/deals/:deal_id/files',
    access: 'staff',
    needs: ['view-desk'],
    summary: 'The files of a deal: those of its brokers, and those that staff have added.',
    refusals: ['not_found'],
    params: ofDeal,
    response: wireObject({
      files: ['files', z.array(brokerFile)],
      deskFiles: ['desk_files', z.array(deskFile)],
    }),
  }),

  announceFile: endpoint({
    method: 'POST',
    path: '/api/desk/v1/deals/:deal_id/files',
    access: 'staff',
    needs: ['view-desk', 'change-deals'],
    opensTransactions: true,
    refusals: ['not_found', 'file_too_large', 'too_many_files'],
    summary: 'Announces a file that is to be added to a deal, and returns where to upload its bytes.',
    params: ofDeal,
    body: announcedFile,
    response: fileToUpload,
  }),

  fileUploaded: endpoint({
    method: 'POST',
    path: '/api/desk/v1/deals/:deal_id/files/:file_id/uploaded',
    access: 'staff',
    needs: ['view-desk', 'change-deals'],
    isRepeatable: true,
    opensTransactions: true,
    records: ['deal file added'],
    refusals: ['not_found', 'file_not_uploaded'],
    summary:
      'Reports that the bytes of a file are uploaded, which starts its checks, and says how far they are. Once they are clean, it is a file of the deal.',
    params: ofDeskFile,
    response: caseFile,
  }),

  deskFile: endpoint({
    method: 'GET',
    path: '/api/desk/v1/deals/:deal_id/files/:file_id',
    access: 'staff',
    needs: ['view-desk'],
    downloads: 'stored file',
    recordsUse: 'deal file fetched',
    summary:
      'Downloads a file that staff have added to a deal, once it was found clean. Each download is first recorded in the audit trail.',
    refusals: ['not_found'],
    params: ofDeskFile,
    response: z.void(),
  }),

  dealFile: endpoint({
    method: 'GET',
    path: '/api/desk/v1/files/:id',
    access: 'staff',
    needs: ['view-desk', 'send-offers'],
    downloads: 'stored file',
    recordsUse: 'deal file fetched',
    summary: 'Downloads a file of a deal. Each download is first recorded in the audit trail.',
    refusals: ['not_found'],
    params: wireObject({ id: ['id', pathId] }),
    response: z.void(),
  }),

  scheduleA: endpoint({
    method: 'GET',
    path: '/api/desk/v1/deals/:deal_id/schedule-a/:syndicate_id',
    access: 'staff',
    needs: ['view-desk'],
    downloads: 'stored file',
    recordsUse: 'Schedule A opened',
    summary:
      'The Schedule A of an investor’s share of a deal, as a PDF. Each download is first recorded in the audit trail.',
    refusals: ['not_found'],
    params: wireObject({ dealId: ['deal_id', pathId], syndicateId: ['syndicate_id', pathId] }),
    response: z.void(),
  }),
};
