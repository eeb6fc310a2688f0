import type { operatorDocumentsContract } from '../../../shared/contract/operator-documents.ts';
import type { Handlers } from '../../access/endpoints.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import type { Deps } from '../../deps.ts';
import { findSyndicate } from '../../identity/named-syndicate.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { announceUpload } from '../../stored-files/uploads.ts';
import { listDocuments } from './desk-documents.queries.ts';
import { publishDocuments, type ToPublish } from './publish-documents.ts';
import { beginDocumentCheck, findAnnounced, stageDocument } from './upload-document.ts';
import { withdrawDocument } from './withdraw-document.ts';

export const operatorDocumentsHandlers = (
  deps: Pick<Deps, 'uploadStorage'>,
): Handlers<typeof operatorDocumentsContract> => ({
  documents: ({ query, tenantId, tx }) => listDocuments(tx, tenantId, query),

  announce: ({ body, tenantId, tx }) =>
    announceUpload(deps, body.size, async () => ({
      tenantId,
      id: await stageDocument(tx, { tenantId, userId: null }, body),
    })),

  async uploaded({ params: { documentId }, tenantId, tx }) {
    const uploader = { tenantId, userId: null };
    await findAnnounced(tx, uploader, documentId);
    // The check says whether the bytes are there: the storage is not asked while a transaction is open.
    await beginDocumentCheck(tx, uploader, documentId);
    return findAnnounced(tx, uploader, documentId);
  },

  async publish({ body: { documents }, operator, tenantId, tx }) {
    const given: ToPublish[] = [];
    for (const { syndicates = [], ...document } of documents) {
      const syndicateIds: bigint[] = [];
      for (const named of syndicates) syndicateIds.push(await findNamed(tx, tenantId, named));
      given.push({ ...document, syndicateIds });
    }
    return { documents: await publishDocuments(tx, tenantId, given, operator) };
  },

  async withdraw({ params: { documentId }, body: { reason }, operator, tenantId, tx }) {
    await withdrawDocument(tx, tenantId, { documentId, reason }, operator);
    return { documentId };
  },
});

/** As of everything that a request names, one of another tenant is as unknown as one that never was. */
const findNamed = (tx: Tx, tenantId: string, named: string): Promise<bigint> =>
  findSyndicate(tx, tenantId, named).catch((error: unknown) => {
    throw error instanceof Refusal ? notFoundInTenant(`syndicate ${named}`) : error;
  });
