import type { documentsContract } from '../../../shared/contract/documents.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { Deps } from '../../deps.ts';
import { countOpening, findSentDocument, listSentDocuments } from './documents.queries.ts';

export const documentsHandlers = (deps: Pick<Deps, 'fileStorage'>): Handlers<typeof documentsContract> => ({
  documents: ({ caller, tx }) => listSentDocuments(tx, caller),

  async download({ caller, params: { documentId }, tx, recordUse }) {
    const file = await findSentDocument(tx, deps, caller, documentId);
    await recordUse(`document ${documentId}`, { syndicate: Number(caller.syndicateId) }, (recording) =>
      countOpening(recording, caller, documentId),
    );
    return file;
  },
});
