import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { deskDocumentsContract } from '../../../../shared/contract/desk-documents.ts';
import type { Output } from '../../../../shared/contract/endpoint.ts';
import type { DocumentCategory } from '../../../../shared/domain/documents.ts';
import { call } from '../../../lib/call.ts';
import type { FileCalls } from '../../../ui/thread/use-attachments.ts';

const KEY = 'desk-documents';
/** Investors open them at any time. */
const AGAIN_MS = 60_000;
const WHILE_CHECKING_MS = 3000;

export type ListedDocument = Output<typeof deskDocumentsContract.documents>['documents'][number];
export type OpenedDocument = Output<typeof deskDocumentsContract.document>;
export type Recipient = Output<typeof deskDocumentsContract.recipients>['syndicates'][number];

export interface DocumentChoice {
  category: DocumentCategory | null;
  syndicateId: string | null;
  taxYear: number | null;
  page: number;
}

export const useDocuments = ({ category, syndicateId, taxYear, page }: DocumentChoice) =>
  useQuery({
    queryKey: [KEY, 'list', category, syndicateId, taxYear, page],
    queryFn: () =>
      call(deskDocumentsContract.documents, {
        query: {
          ...{ category: category ?? undefined, taxYear: taxYear ?? undefined, page },
          syndicateId: syndicateId === null ? undefined : BigInt(syndicateId),
        },
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.documents.some(({ state }) => state === 'checking') ? WHILE_CHECKING_MS : AGAIN_MS,
  });

export const useDocument = (documentId: string) =>
  useQuery({
    queryKey: [KEY, 'one', documentId],
    queryFn: () => call(deskDocumentsContract.document, { params: { documentId } }),
    refetchInterval: AGAIN_MS,
  });

/** The syndicates that a document can be sent to. */
export const useRecipients = () =>
  useQuery({
    queryKey: [KEY, 'recipients'],
    queryFn: async () => (await call(deskDocumentsContract.recipients, {})).syndicates,
  });

export const FILE_CALLS: FileCalls = {
  announce: (body) => call(deskDocumentsContract.announce, { body }),
  uploaded: (documentId) => call(deskDocumentsContract.uploaded, { params: { documentId } }),
};
