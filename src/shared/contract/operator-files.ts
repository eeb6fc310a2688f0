import * as z from 'zod/mini';
import { id, pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { namedDeal } from './named-deal.ts';

const dealFile = wireObject({
  id: ['id', id],
  name: ['name', z.string()],
  category: ['category', z.nullable(z.string())],
  size: ['size', z.int()],
  contentType: ['content_type', z.string()],
  /** SHA-256 of the bytes that the virus scan found clean, so that a receiver can compare them. */
  sha256: ['sha256', z.string()],
  attachedAt: ['attached_at', z.iso.datetime()],
});

/** The files that brokers sent with their acceptances. */
export const operatorFilesContract = {
  dealFiles: endpoint({
    method: 'GET',
    path: '/api/operator/v1/deals/:deal/files',
    access: 'service token',
    scope: 'files',
    summary:
      'The files of a deal that were found clean, the oldest first. `deal` is the portal’s id, or your own after a colon, such as `:D-12`.',
    refusals: ['not_found'],
    params: wireObject({ deal: ['deal', namedDeal] }),
    response: wireObject({ files: ['files', z.array(dealFile)] }),
  }),

  fetchFile: endpoint({
    method: 'GET',
    path: '/api/operator/v1/files/:id',
    access: 'service token',
    scope: 'files',
    downloads: 'stored file',
    recordsUse: 'deal file fetched',
    summary: 'Downloads a file of a deal. Each download is first recorded in the audit trail.',
    refusals: ['not_found'],
    params: wireObject({ id: ['id', pathId] }),
    response: z.void(),
  }),
};
