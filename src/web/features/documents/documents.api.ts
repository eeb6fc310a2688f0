import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { documentsContract } from '../../../shared/contract/documents.ts';
import type { Output } from '../../../shared/contract/endpoint.ts';
import { call } from '../../lib/call.ts';
import { answerInPage, beginningWith } from '../../lib/first-answers.ts';

const KEY = ['documents'];

export type SentDocument = Output<typeof documentsContract.documents>['documents'][number];

/** Null while it is not known whose they are, or where they are not shown. */
export const useSentDocuments = (syndicateId: bigint | null) =>
  useQuery({
    queryKey: [...KEY, `${syndicateId}`],
    queryFn:
      syndicateId === null ? skipToken : () => call(documentsContract.documents, { params: { syndicateId } }),
    ...beginningWith(() =>
      syndicateId === null
        ? undefined
        : answerInPage(documentsContract.documents, { params: { syndicateId } }),
    ),
  });

/** Reads the list again, because what was opened is no longer new. */
export function useListAgain() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: KEY });
}
