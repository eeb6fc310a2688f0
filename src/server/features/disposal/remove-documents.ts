import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { addJobs } from '../../platform/jobs/jobs.ts';
import { keptKey } from '../../stored-files/storage-keys.ts';
import { deleteStoredFile } from './stored-files.jobs.ts';

/** Removes what was sent to a syndicate: who opened it, and the document itself with its file unless it went to others too. */
export async function removeDocuments(tx: Tx, tenantId: string, syndicateId: bigint): Promise<void> {
  for (const table of ['documentOpenings', 'documentRecipients'] as const)
    await tx
      .deleteFrom(table)
      .where('tenantId', '=', tenantId)
      .where('syndicateId', '=', syndicateId)
      .execute();
  const { rows } = await sql<{ id: string }>`
    delete from documents document
    where document.tenant_id = ${tenantId}::uuid and document.published_at is not null and not document.is_for_all
      and not exists (
        select from document_recipients sent
        where sent.tenant_id = document.tenant_id and sent.document_id = document.id)
      and not exists (
        select from document_openings opened
        where opened.tenant_id = document.tenant_id and opened.document_id = document.id)
    returning document.id`.execute(tx);
  await addJobs(
    tx,
    deleteStoredFile,
    rows.map(({ id }) => ({ tenantId, storageKey: keptKey(tenantId, id) })),
  );
}
