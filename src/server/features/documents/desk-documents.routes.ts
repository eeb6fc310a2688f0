import type { deskDocumentsContract } from '../../../shared/contract/desk-documents.ts';
import type { Staff } from '../../access/caller.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { Handlers } from '../../access/endpoints.ts';
import type { InTransaction } from '../../access/own-transactions.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../platform/errors.ts';
import { announceUpload, type Storages, sizeOfUpload } from '../../stored-files/uploads.ts';
import {
  findDocument,
  listDocuments,
  listRecipients,
  listTaxYears,
  readDocument,
} from './desk-documents.queries.ts';
import { publishDocuments } from './publish-documents.ts';
import { beginDocumentCheck, findAnnounced, stageDocument } from './upload-document.ts';
import { withdrawDocument } from './withdraw-document.ts';

export const deskDocumentsHandlers = (deps: Deps): Handlers<typeof deskDocumentsContract> => ({
  async documents({ query, caller: { tenantId }, tx }) {
    return { ...(await listDocuments(tx, tenantId, query)), taxYears: await listTaxYears(tx, tenantId) };
  },

  async recipients({ caller: { tenantId }, tx }) {
    return { syndicates: await listRecipients(tx, tenantId) };
  },

  document: ({ params: { documentId }, caller: { tenantId }, tx }) => readDocument(tx, tenantId, documentId),

  announce: ({ body, inTransaction }) =>
    announceUpload(deps, body.size, () =>
      inTransaction(async (tx, caller) => ({
        tenantId: caller.tenantId,
        id: await stageDocument(tx, caller, body),
      })),
    ),

  uploaded: ({ params: { documentId }, inTransaction }) => uploaded(inTransaction, deps, documentId),

  async publish({ body: { documents }, caller, tx }) {
    const operator = await deskOperator(tx, caller);
    return { documents: await publishDocuments(tx, caller.tenantId, documents, operator) };
  },

  async withdraw({ params: { documentId }, body: { reason }, caller, tx }) {
    const operator = await deskOperator(tx, caller);
    await withdrawDocument(tx, caller.tenantId, { documentId, reason }, operator);
    return { documentId };
  },

  async file({ params: { documentId }, caller: { tenantId }, tx, recordUse }) {
    const file = await findDocument(tx, deps, tenantId, documentId);
    await recordUse(`document ${documentId}`);
    return file;
  },
});

/** Starts the check of what is uploaded, and says how far it is. */
async function uploaded(inTransaction: InTransaction<Staff>, deps: Storages, documentId: string) {
  const { tenantId, file } = await inTransaction(
    async (tx, caller) => ({
      tenantId: caller.tenantId,
      file: await findAnnounced(tx, caller, documentId),
    }),
    { readOnly: true },
  );
  if (file.state !== 'awaiting upload') return file;
  if ((await sizeOfUpload(deps, tenantId, documentId)) !== file.size) throw new Refusal('file_not_uploaded');
  return inTransaction(async (tx, caller) => {
    await beginDocumentCheck(tx, caller, documentId);
    return findAnnounced(tx, caller, documentId);
  });
}
