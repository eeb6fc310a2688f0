import { createHash } from 'node:crypto';
import type { FileRefusal } from '../../../shared/domain/offer-files.ts';
import type { Operator } from '../../platform/audit/operator.ts';
import { userOfOperator } from '../../platform/audit/operator.ts';
import type { Database } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import type { FileStorage } from '../../platform/integrations/file-storage.ts';
import type { VirusScanner } from '../../platform/integrations/virus-scan.ts';
import { inspectApart } from '../../stored-files/inspect-apart.ts';
import { keptKey } from '../../stored-files/storage-keys.ts';
import { type Published, publishDocuments, type ToPublish } from './publish-documents.ts';
import { insertDocument } from './upload-document.ts';

/** A file that is at hand, with what is said of it and whom it goes to. */
export interface FileToPublish extends Omit<ToPublish, 'documentId'> {
  name: string;
  bytes: Buffer;
}

type CheckedFile = Omit<FileToPublish, 'bytes'> & { bytes: Buffer; contentType: string };

interface Services {
  storage: FileStorage;
  scanner: VirusScanner;
}

/** Checks a file as an upload is checked. */
export async function checkFile(
  { scanner }: Pick<Services, 'scanner'>,
  file: FileToPublish,
): Promise<{ file: CheckedFile } | { refusal: FileRefusal }> {
  const verdict = await inspectApart(file.bytes, { name: file.name, takes: 'documents' }, scanner);
  if (!verdict.isFit) return { refusal: verdict.refusal };
  const { name, bytes, contentType } = verdict;
  return { file: { ...file, name, bytes, contentType } };
}

/** Publishes checked files together. What is broken off before the end is deleted after a day, and can be repeated. */
export async function publishFiles(
  db: Database,
  { storage }: Pick<Services, 'storage'>,
  { tenantId, operator }: { tenantId: string; operator: Operator },
  files: readonly CheckedFile[],
): Promise<Published[]> {
  const uploader = { tenantId, userId: userOfOperator(operator) };
  const staged = await withTenant(db, tenantId, async (tx) => {
    const rows: { documentId: string; file: CheckedFile }[] = [];
    for (const file of files) {
      const size = file.bytes.length;
      rows.push({
        documentId: await insertDocument(tx, uploader, { name: file.name, size }, 'checking'),
        file,
      });
    }
    return rows;
  });
  for (const { documentId, file } of staged)
    await storage.put(keptKey(tenantId, documentId), file.bytes, file.contentType);
  return withTenant(db, tenantId, async (tx) => {
    for (const { documentId, file } of staged)
      await tx
        .updateTable('documents')
        .set({
          ...{ state: 'clean', contentType: file.contentType, keptByteSize: BigInt(file.bytes.length) },
          sha256: createHash('sha256').update(file.bytes).digest(),
        })
        .where('tenantId', '=', tenantId)
        .where('id', '=', documentId)
        .execute();
    const given = staged.map(({ documentId, file: { name: _, bytes: __, contentType: ___, ...said } }) => ({
      documentId,
      ...said,
    }));
    return publishDocuments(tx, tenantId, given, operator);
  });
}
