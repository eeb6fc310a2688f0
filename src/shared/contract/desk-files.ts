import * as z from 'zod/mini';
import { BROKER_FILE_STATES } from '../domain/submissions.ts';
import { id, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';

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

/** The files that brokers send with their acceptances, at the desk. */
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
    summary: 'The files of a deal.',
    refusals: ['not_found'],
    params: wireObject({ dealId: ['deal_id', pathId] }),
    response: wireObject({ files: ['files', z.array(brokerFile)] }),
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
