import * as z from 'zod/mini';
import {
  DOCUMENT_CATEGORIES,
  FIRST_TAX_YEAR,
  LAST_TAX_YEAR,
  MAX_DOCUMENTS_PER_PUBLICATION,
} from '../domain/documents.ts';
import { wireObject } from './codecs.ts';
import { date } from './value-codecs.ts';

/** What is said of a document when it is published. */
export const publishedFields = {
  documentId: ['document_id', z.uuid()],
  title: ['title', z.string().check(z.trim(), z.minLength(1), z.maxLength(200))],
  category: ['category', z.enum(DOCUMENT_CATEGORIES)],
  taxYear: [
    'tax_year',
    z.optional(z.nullable(z.int().check(z.minimum(FIRST_TAX_YEAR), z.maximum(LAST_TAX_YEAR)))),
  ],
  /** The last day on which investors see it. */
  expiresOn: ['expires_on', z.optional(z.nullable(date))],
  /** To all syndicates that there are, whichever are named. */
  isForAll: ['all', z.optional(z.boolean())],
  /** With `all`: also to those that join later. */
  isForLater: ['also_later', z.optional(z.boolean())],
} as const;

export const someDocuments = <S extends z.ZodMiniType>(document: S) =>
  z.array(document).check(z.minLength(1), z.maxLength(MAX_DOCUMENTS_PER_PUBLICATION));

/** What has become of each document, in the order of the request. */
export const publication = wireObject({
  documents: [
    'documents',
    z.array(
      wireObject({
        documentId: ['document_id', z.uuid()],
        /** False if all of them had the same file under the same title before. */
        isPublished: ['is_published', z.boolean()],
        sentCount: ['sent', z.int()],
        /** Had the same file under the same title before, and did not get it again. */
        sentBeforeCount: ['sent_before', z.int()],
      }),
    ),
  ],
});

/** The refusals of publishing. */
export const PUBLISHING_REFUSALS = [
  'not_found',
  'document_not_clean',
  'document_withdrawn',
  'document_for_nobody',
  'document_expired',
] as const;
