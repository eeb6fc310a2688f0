import type { documentsContract } from '../../../shared/contract/documents.ts';
import type { BookReader } from '../../access/caller.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { requireViewable } from '../../access/viewed-syndicate.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../platform/errors.ts';
import { countOpening, findSentDocument, listSentDocuments, type Reader } from './documents.queries.ts';

export const documentsHandlers = (deps: Pick<Deps, 'fileStorage'>): Handlers<typeof documentsContract> => ({
  documents: ({ caller, params: { syndicateId }, tx }) =>
    listSentDocuments(tx, readerOf(caller, syndicateId)),

  async download({ caller, params: { syndicateId, documentId }, tx, recordUse }) {
    const reader = readerOf(caller, syndicateId);
    const file = await findSentDocument(tx, deps, reader, documentId);
    await recordUse(`document ${documentId}`, { syndicate: Number(syndicateId) }, (recording) =>
      countOpening(recording, reader, documentId),
    );
    return file;
  },
});

/** Files are sent to a syndicate's own people. Whoever may look at the books of others sees none of theirs. */
function readerOf(caller: BookReader, syndicateId: bigint): Reader {
  if (caller.kind === 'guest') requireViewable(caller, syndicateId);
  else if (caller.syndicateId !== syndicateId) throw new Refusal('not_found');
  return { tenantId: caller.tenantId, userId: caller.userId, syndicateId };
}
