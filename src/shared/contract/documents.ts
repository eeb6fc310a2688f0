import * as z from 'zod/mini';
import { DOCUMENT_CATEGORIES } from '../domain/documents.ts';
import { pathId, wireObject } from './codecs.ts';
import { endpoint } from './endpoint.ts';
import { date } from './value-codecs.ts';

const sentDocument = wireObject({
  id: ['document_id', z.uuid()],
  title: ['title', z.string()],
  category: ['category', z.enum(DOCUMENT_CATEGORIES)],
  taxYear: ['tax_year', z.nullable(z.int())],
  name: ['file_name', z.string()],
  size: ['file_size', z.int()],
  publishedAt: ['published_at', z.iso.datetime()],
  expiresOn: ['expires_on', z.nullable(date)],
  /** The caller has not opened it yet. */
  isNew: ['is_new', z.boolean()],
});

/** What the funder has sent to a syndicate: for its own people and those of its guests to whom it is open, whichever other syndicates a caller may look at. */
export const documentsContract = {
  documents: endpoint({
    method: 'GET',
    path: '/api/documents/:syndication_id',
    access: 'investor',
    guests: 'documents',
    summary: 'The documents that the funder has sent to a syndicate, the newest first.',
    refusals: ['not_found'],
    params: wireObject({ syndicateId: ['syndication_id', pathId] }),
    response: wireObject({
      documents: ['documents', z.array(sentDocument)],
      /** There are older ones, which are not listed. */
      hasMore: ['has_more', z.boolean()],
    }),
  }),

  download: endpoint({
    method: 'GET',
    path: '/api/documents/:syndication_id/:document_id/file',
    access: 'investor',
    guests: 'documents',
    downloads: 'stored file',
    recordsUse: 'document opened',
    summary:
      'Downloads a document. That it was opened is first recorded in the audit trail and counted for the funder.',
    refusals: ['not_found'],
    params: wireObject({ syndicateId: ['syndication_id', pathId], documentId: ['document_id', z.uuid()] }),
    response: z.void(),
  }),
};
