import * as z from 'zod/mini';
import { DOCUMENT_CATEGORIES, DOCUMENT_STATES } from '../domain/documents.ts';
import { pageNumber, wireObject } from './codecs.ts';
import { reason } from './desk-people.ts';
import { endpoint } from './endpoint.ts';
import { PUBLISHING_REFUSALS, publication, publishedFields, someDocuments } from './published-documents.ts';
import { announcedFile, caseFile, fileToUpload } from './threads.ts';
import { date } from './value-codecs.ts';

const withScope = { access: 'service token', scope: 'documents' } as const;
const ofDocument = wireObject({ documentId: ['document_id', z.uuid()] });
/** The abbreviation of a syndicate, or its id. */
const syndicate = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

const listed = wireObject({
  id: ['document_id', z.uuid()],
  state: ['state', z.enum(DOCUMENT_STATES)],
  title: ['title', z.nullable(z.string())],
  category: ['category', z.nullable(z.enum(DOCUMENT_CATEGORIES))],
  taxYear: ['tax_year', z.nullable(z.int())],
  expiresOn: ['expires_on', z.nullable(date)],
  name: ['file_name', z.string()],
  size: ['file_size', z.int()],
  /** SHA-256 of the bytes that were found clean. */
  sha256: ['sha256', z.nullable(z.string())],
  publishedAt: ['published_at', z.nullable(z.iso.datetime())],
  withdrawnAt: ['withdrawn_at', z.nullable(z.iso.datetime())],
  recipientCount: ['recipients', z.int()],
  openedCount: ['opened', z.int()],
});

/** Documents from the funder to its investors, from a system of the funder. */
export const operatorDocumentsContract = {
  documents: endpoint({
    ...withScope,
    method: 'GET',
    path: '/api/operator/v1/documents',
    summary:
      'The documents, the newest first, with how many syndicates they were sent to and have opened them.',
    query: wireObject({
      category: ['category', z.optional(z.enum(DOCUMENT_CATEGORIES))],
      page: ['page', z.optional(pageNumber)],
    }),
    response: wireObject({
      documents: ['documents', z.array(listed)],
      count: ['count', z.int()],
      pageLength: ['page_length', z.int()],
    }),
  }),

  announce: endpoint({
    ...withScope,
    method: 'POST',
    path: '/api/operator/v1/documents',
    summary: 'Announces a file, and returns where to upload its bytes: one PUT with exactly these headers.',
    refusals: ['file_too_large', 'too_many_documents'],
    body: announcedFile,
    response: fileToUpload,
  }),

  uploaded: endpoint({
    ...withScope,
    method: 'POST',
    path: '/api/operator/v1/documents/:document_id/uploaded',
    isRepeatable: true,
    summary:
      'Reports that the bytes are uploaded, which starts their checks, and says how far they are. Ask again until the state is `clean` or `refused`.',
    refusals: ['not_found'],
    params: ofDocument,
    response: caseFile,
  }),

  publish: endpoint({
    ...withScope,
    method: 'POST',
    path: '/api/operator/v1/documents/publish',
    isRepeatable: true,
    records: ['document published'],
    maxBodyBytes: 1024 * 1024,
    summary:
      'Publishes clean documents to syndicates, all of them or none. A syndicate that has the same file under the same title does not get it again.',
    refusals: PUBLISHING_REFUSALS,
    body: wireObject({
      documents: [
        'documents',
        someDocuments(
          wireObject({
            ...publishedFields,
            syndicates: ['syndicates', z.optional(z.array(syndicate).check(z.maxLength(5000)))],
          }),
        ),
      ],
    }),
    response: publication,
  }),

  withdraw: endpoint({
    ...withScope,
    method: 'POST',
    path: '/api/operator/v1/documents/:document_id/withdraw',
    isRepeatable: true,
    records: ['document withdrawn'],
    summary:
      'Withdraws a published document. No investor sees it any more, and it cannot be published again.',
    refusals: ['not_found', 'document_not_published'],
    params: ofDocument,
    body: wireObject({ reason: ['reason', reason] }),
    response: wireObject({ documentId: ['document_id', z.uuid()] }),
  }),
};
