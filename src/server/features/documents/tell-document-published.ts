import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { addJobs } from '../../platform/jobs/jobs.ts';
import { mailDocuments } from './document-mails.jobs.ts';

interface Publication {
  tenantId: string;
  publicationId: string;
}

/** Tells the people of the syndicates that documents were sent to, in the transaction that publishes them: each once, for however many. */
export async function tellDocumentPublished(tx: Tx, { tenantId, publicationId }: Publication): Promise<void> {
  const { rows } = await sql<{ userId: bigint }>`
    select distinct person.user_id as "userId"
    from documents document
    join document_recipients sent on sent.tenant_id = document.tenant_id and sent.document_id = document.id
    join memberships person on person.tenant_id = sent.tenant_id and person.syndicate_id = sent.syndicate_id
    where document.tenant_id = ${tenantId}::uuid and document.publication_id = ${publicationId}::uuid
      and not person.is_terminated and person.accepted_at is not null
    order by 1`.execute(tx);
  await addJobs(
    tx,
    mailDocuments,
    rows.map(({ userId }) => ({ tenantId, publicationId, userId: userId.toString() })),
  );
}
