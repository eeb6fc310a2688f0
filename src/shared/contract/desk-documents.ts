import * as z from 'zod/mini';
import { DOCUMENT_CATEGORIES, DOCUMENT_STATES, FIRST_TAX_YEAR, LAST_TAX_YEAR } from '../domain/documents.ts';
import { givenId, givenNumber, id, pageNumber, wireObject } from './codecs.ts';
import { reason } from './desk-people.ts';
import { endpoint } from './endpoint.ts';
import { PUBLISHING_REFUSALS, publication, publishedFields, someDocuments } from './published-documents.ts';
import { announcedFile, caseFile, fileToUpload } from './threads.ts';
import { date } from './value-codecs.ts';

const ofDocument = wireObject({ documentId: ['document_id', z.uuid()] });
const LOOKS = { method: 'GET', access: 'staff', needs: ['view-desk'] } as const;
const SENDS = { method: 'POST', access: 'staff', needs: ['view-desk', 'prepare-payouts'] } as const;

const syndicate = wireObject({
  id: ['syndicate_id', id],
  name: ['name', z.string()],
  abbreviation: ['abbreviation', z.string()],
});

const heading = {
  id: ['document_id', z.uuid()],
  state: ['state', z.enum(DOCUMENT_STATES)],
  /** Why the file was refused. */
  refusal: ['refusal', z.nullable(z.string())],
  name: ['file_name', z.string()],
  size: ['file_size', z.int()],
  uploadedAt: ['uploaded_at', z.iso.datetime()],
  /** Null for a system of the funder or a command. */
  uploadedBy: ['uploaded_by', z.nullable(z.string())],
  /** Null until it is published. */
  title: ['title', z.nullable(z.string())],
  category: ['category', z.nullable(z.enum(DOCUMENT_CATEGORIES))],
  taxYear: ['tax_year', z.nullable(z.int())],
  expiresOn: ['expires_on', z.nullable(date)],
  isForAll: ['all', z.boolean()],
  isForLater: ['also_later', z.boolean()],
  publishedAt: ['published_at', z.nullable(z.iso.datetime())],
  publishedBy: ['published_by', z.nullable(z.string())],
  withdrawnAt: ['withdrawn_at', z.nullable(z.iso.datetime())],
  withdrawnBy: ['withdrawn_by', z.nullable(z.string())],
  withdrawalReason: ['withdrawal_reason', z.nullable(z.string())],
  /** The syndicates that it was sent to, and how many of them have opened it. */
  recipientCount: ['recipients', z.int()],
  openedCount: ['opened', z.int()],
  /** The name of the only one. */
  recipientName: ['recipient', z.nullable(z.string())],
} as const;

const recipient = wireObject({
  syndicateId: ['syndicate_id', id],
  name: ['name', z.string()],
  /** It joined after the document was published. */
  isLater: ['joined_later', z.boolean()],
  openings: [
    'openings',
    z.array(
      wireObject({
        person: ['person', z.string()],
        firstAt: ['first_at', z.iso.datetime()],
        lastAt: ['last_at', z.iso.datetime()],
        count: ['count', z.int()],
      }),
    ),
  ],
});

/** Documents from the funder to its investors, at the desk. */
export const deskDocumentsContract = {
  documents: endpoint({
    ...LOOKS,
    path: '/api/desk/v1/documents',
    summary: 'The documents, the newest first: those that are published, and those that are not yet.',
    query: wireObject({
      category: ['category', z.optional(z.enum(DOCUMENT_CATEGORIES))],
      syndicateId: ['syndicate_id', z.optional(givenId)],
      taxYear: ['tax_year', z.optional(givenNumber(FIRST_TAX_YEAR, LAST_TAX_YEAR))],
      page: ['page', z.optional(pageNumber)],
    }),
    response: wireObject({
      documents: ['documents', z.array(wireObject(heading))],
      count: ['count', z.int()],
      pageLength: ['page_length', z.int()],
      /** The years that there are documents of, the latest first. */
      taxYears: ['tax_years', z.array(z.int())],
    }),
  }),

  recipients: endpoint({
    ...LOOKS,
    path: '/api/desk/v1/document_recipients',
    summary: 'The syndicates that a document can be sent to, by name.',
    response: wireObject({ syndicates: ['syndicates', z.array(syndicate)] }),
  }),

  document: endpoint({
    ...LOOKS,
    path: '/api/desk/v1/documents/:document_id',
    summary: 'A document with the syndicates that it was sent to, and who of their people has opened it.',
    refusals: ['not_found'],
    params: ofDocument,
    response: wireObject({ ...heading, syndicates: ['syndicates', z.array(recipient)] }),
  }),

  announce: endpoint({
    ...SENDS,
    path: '/api/desk/v1/documents',
    opensTransactions: true,
    summary: 'Announces a file that is to be sent to investors, and returns where to upload its bytes.',
    refusals: ['file_too_large', 'too_many_documents'],
    body: announcedFile,
    response: fileToUpload,
  }),

  uploaded: endpoint({
    ...SENDS,
    path: '/api/desk/v1/documents/:document_id/uploaded',
    isRepeatable: true,
    opensTransactions: true,
    summary: 'Reports that the bytes are uploaded, which starts their checks, and says how far they are.',
    refusals: ['not_found', 'file_not_uploaded'],
    params: ofDocument,
    response: caseFile,
  }),

  publish: endpoint({
    ...SENDS,
    path: '/api/desk/v1/documents/publish',
    isRepeatable: true,
    records: ['document published'],
    maxBodyBytes: 1024 * 1024,
    summary:
      'Publishes clean documents to syndicates, all of them or none. Each person gets one mail about those that are theirs. A syndicate that has the same file under the same title does not get it again.',
    refusals: PUBLISHING_REFUSALS,
    body: wireObject({
      documents: [
        'documents',
        someDocuments(
          wireObject({
            ...publishedFields,
            syndicateIds: ['syndicate_ids', z.optional(z.array(givenId).check(z.maxLength(5000)))],
          }),
        ),
      ],
    }),
    response: publication,
  }),

  withdraw: endpoint({
    ...SENDS,
    path: '/api/desk/v1/documents/:document_id/withdraw',
    isRepeatable: true,
    records: ['document withdrawn'],
    summary:
      'Withdraws a published document: from then on no investor sees it, and it cannot be published again. Staff still see it.',
    refusals: ['not_found', 'document_not_published'],
    params: ofDocument,
    body: wireObject({ reason: ['reason', reason] }),
    response: wireObject({ documentId: ['document_id', z.uuid()] }),
  }),

  file: endpoint({
    ...LOOKS,
    path: '/api/desk/v1/documents/:document_id/file',
    downloads: 'stored file',
    recordsUse: 'document fetched',
    summary:
      'Downloads a document that was found clean, also an expired or withdrawn one. Each download is first recorded in the audit trail.',
    refusals: ['not_found'],
    params: ofDocument,
    response: z.void(),
  }),
};
