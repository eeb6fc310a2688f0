import { sql } from 'kysely';
import * as z from 'zod';
import { pathOf } from '../../../shared/pages.ts';
import { originOfTenant } from '../../hosts/tenant-origin.ts';
import type { Tx } from '../../platform/db/database.ts';
import { claim, withTenant } from '../../platform/db/transactions.ts';
import { type Letter, layOut, oneLine, questionsTo } from '../../platform/mail/letter.ts';
import { defineMailJob } from '../../platform/mail/mail-job.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { isOpen } from './documents.queries.ts';

interface KeyOfMail {
  tenantId: string;
  publicationId: string;
  userId: bigint;
}

/** Tells one person of the documents that were published together. The files are opened in the portal, after signing in. */
export const mailDocuments = defineMailJob({
  name: 'mail documents',
  payload: z.object({
    tenantId: z.uuid(),
    publicationId: z.uuid(),
    userId: z.string().transform(BigInt),
  }),
  async make({ db, publicOrigin }, key) {
    const { tenantId, publicationId, userId } = key;
    const mail = await withTenant(db, tenantId, (tx) => readMail(tx, publicOrigin, key), { readOnly: true });
    if (!mail) return null;
    const messageId = messageIdOf(publicOrigin, 'documents', [tenantId, publicationId, userId]);
    return { to: mail.email, messageId, ...layOut(letterOf(mail)) };
  },
});

/** In a mail with more titles than this, the others are counted. */
const MAX_TITLES = 10;

interface Mail {
  email: string;
  funderName: string;
  supportEmail: string;
  syndicateName: string;
  titles: string[];
  url: string;
}

/** Null when the documents were withdrawn meanwhile, or the person is closed. */
async function readMail(tx: Tx, publicOrigin: string, { tenantId, publicationId, userId }: KeyOfMail) {
  const { rows } = await sql<Omit<Mail, 'email' | 'url'>>`
    select tenant.name as "funderName", tenant.support_email as "supportEmail", syndicate.name as "syndicateName",
      array_agg(document.title order by document.title, document.id) as titles
    from documents document
    join document_recipients sent on sent.tenant_id = document.tenant_id and sent.document_id = document.id
    join memberships person on person.tenant_id = sent.tenant_id and person.syndicate_id = sent.syndicate_id
    join syndicates syndicate on syndicate.tenant_id = sent.tenant_id and syndicate.id = sent.syndicate_id
    join tenants tenant on tenant.id = document.tenant_id
    where document.tenant_id = ${tenantId}::uuid and document.publication_id = ${publicationId}::uuid and ${isOpen}
      and person.user_id = ${userId} and not person.is_terminated
    group by tenant.name, tenant.support_email, syndicate.name`.execute(tx);
  const [found] = rows;
  if (!found) return null;
  const origin = await originOfTenant(tx, tenantId, publicOrigin);
  await claim(tx, { listsMembers: true });
  const user = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return user ? { ...found, email: user.email, url: `${origin}${pathOf('documents')}` } : null;
}

function letterOf({ funderName, syndicateName, titles, supportEmail, url }: Mail): Letter {
  const isOne = titles.length === 1;
  const more = titles.length - MAX_TITLES;
  return {
    subject: oneLine(isOne ? `A new document from ${funderName}` : `New documents from ${funderName}`),
    paragraphs: [
      isOne
        ? `${funderName} has put a document for ${syndicateName} into the portal:`
        : `${funderName} has put ${titles.length} documents for ${syndicateName} into the portal:`,
      ...titles.slice(0, MAX_TITLES),
      ...(more > 0 ? [`and ${more} more.`] : []),
    ],
    action: { label: isOne ? 'Open the document' : 'Open the documents', url },
    closing: ['You sign in to open it. Documents are never attached to a mail.', questionsTo(supportEmail)],
  };
}
