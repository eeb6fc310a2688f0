import { sql } from 'kysely';
import { pathOf } from '../../../shared/pages.ts';
import { tellAll } from '../../notifications/tell.ts';
import type { Tx } from '../../platform/db/database.ts';

interface Publication {
  tenantId: string;
  publicationId: string;
}

interface SentTo {
  syndicateId: bigint;
  syndicateName: string;
  funderName: string;
  titles: string[];
}

/** With more titles than this, the others are counted. */
const MAX_TITLES = 10;

/** Tells the people of the syndicates that documents were sent to, in the transaction that publishes them: each once, for however many. */
export async function tellDocumentPublished(tx: Tx, { tenantId, publicationId }: Publication): Promise<void> {
  const { rows } = await sql<SentTo>`
    select syndicate.id as "syndicateId", syndicate.name as "syndicateName", tenant.name as "funderName",
      array_agg(document.title order by document.title, document.id) as titles
    from documents document
    join document_recipients sent on sent.tenant_id = document.tenant_id and sent.document_id = document.id
    join syndicates syndicate on syndicate.tenant_id = sent.tenant_id and syndicate.id = sent.syndicate_id
    join tenants tenant on tenant.id = document.tenant_id
    where document.tenant_id = ${tenantId}::uuid and document.publication_id = ${publicationId}::uuid
    group by syndicate.id, syndicate.name, tenant.name`.execute(tx);
  await tellAll(
    tx,
    { tenantId, kind: 'document_published' },
    rows.map((sent) => ({
      syndicateId: sent.syndicateId,
      event: `documents ${publicationId}`,
      subject: `${sent.titles.length === 1 ? 'A new document' : 'New documents'} from ${sent.funderName}`,
      words: wordsOf(sent),
      path: pathOf('documents'),
    })),
  );
}

function wordsOf({ funderName, syndicateName, titles }: SentTo): string {
  const what = titles.length === 1 ? 'a document' : `${titles.length} documents`;
  const more = titles.length - MAX_TITLES;
  const named = [...titles.slice(0, MAX_TITLES), ...(more > 0 ? [`${more} more`] : [])];
  return `${funderName} has put ${what} for ${syndicateName} into the portal: ${named.join('; ')}. Documents are never attached to a mail.`;
}
