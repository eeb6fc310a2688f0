import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import type { DocumentCategory } from '../../../shared/domain/documents.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import { type Operator, userOfOperator } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import { Refusal } from '../../platform/errors.ts';
import { tellDocumentPublished } from './tell-document-published.ts';

/** What is said of a document when it is published, and whom it goes to. */
export interface ToPublish {
  documentId: string;
  title: string;
  category: DocumentCategory;
  taxYear?: number | null | undefined;
  expiresOn?: CalendarDate | null | undefined;
  isForAll?: boolean | undefined;
  isForLater?: boolean | undefined;
  syndicateIds?: readonly bigint[] | undefined;
}

export interface Published {
  documentId: string;
  isPublished: boolean;
  sentCount: number;
  sentBeforeCount: number;
}

/** Publishes documents together: all of them or none, with one mail to each person about those that are theirs. */
export async function publishDocuments(
  tx: Tx,
  tenantId: string,
  given: readonly ToPublish[],
  operator: Operator,
): Promise<Published[]> {
  const today = await readToday(tx);
  for (const { expiresOn } of given)
    if (expiresOn && expiresOn < today) throw new Refusal('document_expired');
  const syndicates = await readSyndicates(tx, tenantId);
  const publication = { tenantId, publicationId: randomUUID(), operator, syndicates };
  const outcomes = new Map<string, Published>();
  for (const document of await lockDocuments(tx, tenantId, given)) {
    const asked = given.find(({ documentId }) => documentId === document.id);
    if (asked) outcomes.set(document.id, await publishOne(tx, publication, document, asked));
  }
  if ([...outcomes.values()].some(({ sentCount }) => sentCount > 0))
    await tellDocumentPublished(tx, publication);
  return given.map(({ documentId }) => {
    const outcome = outcomes.get(documentId);
    if (!outcome) throw notFoundInTenant(`document ${documentId}`);
    return outcome;
  });
}

/** In the order of their bytes, so that two who publish the same files at once wait for each other and do not block each other. */
const lockDocuments = (tx: Tx, tenantId: string, given: readonly ToPublish[]) =>
  tx
    .selectFrom('documents')
    .select(['id', 'state', 'sha256', 'publishedAt', 'withdrawnAt'])
    .where('tenantId', '=', tenantId)
    .where(
      'id',
      'in',
      given.map(({ documentId }) => documentId),
    )
    .orderBy('sha256')
    .orderBy('id')
    .forUpdate()
    .execute();

interface Publication {
  tenantId: string;
  publicationId: string;
  operator: Operator;
  /** All that a document can be sent to. */
  syndicates: ReadonlySet<bigint>;
}

type Locked = Awaited<ReturnType<typeof lockDocuments>>[number];

async function publishOne(
  tx: Tx,
  { tenantId, publicationId, operator, syndicates }: Publication,
  { id: documentId, state, sha256, publishedAt, withdrawnAt }: Locked,
  {
    title,
    category,
    taxYear = null,
    expiresOn = null,
    isForAll = false,
    isForLater = false,
    syndicateIds = [],
  }: ToPublish,
): Promise<Published> {
  if (withdrawnAt !== null) throw new Refusal('document_withdrawn');
  if (publishedAt !== null) return outcomeOfBefore(tx, tenantId, documentId);
  if (state !== 'clean' || sha256 === null) throw new Refusal('document_not_clean');
  const recipients = isForAll ? [...syndicates] : knownOf(syndicates, syndicateIds);
  if (recipients.length === 0 && !(isForAll && isForLater)) throw new Refusal('document_for_nobody');
  const sentCount = await send(tx, { tenantId, documentId, title, sha256 }, recipients);
  const sentBeforeCount = recipients.length - sentCount;
  if (sentCount === 0 && recipients.length > 0)
    return { documentId, isPublished: false, sentCount, sentBeforeCount };
  await tx
    .updateTable('documents')
    .set({
      ...{ title, category, taxYear, expiresOn, publicationId },
      ...{ isForAll, isForLater: isForAll && isForLater },
      publishedAt: sql<Date>`now()`,
      publishedBy: userOfOperator(operator),
    })
    .where('tenantId', '=', tenantId)
    .where('id', '=', documentId)
    .execute();
  await recordAudit(tx, {
    actorId: null,
    operator,
    action: 'document published',
    subject: `document ${documentId}`,
    details: { title, category, recipients: sentCount, all: isForAll, later: isForAll && isForLater },
  });
  return { documentId, isPublished: true, sentCount, sentBeforeCount };
}

/** The same request again changes nothing more. */
async function outcomeOfBefore(tx: Tx, tenantId: string, documentId: string): Promise<Published> {
  const { count } = await tx
    .selectFrom('documentRecipients')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('documentId', '=', documentId)
    .executeTakeFirstOrThrow();
  return { documentId, isPublished: true, sentCount: Number(count), sentBeforeCount: 0 };
}

async function readSyndicates(tx: Tx, tenantId: string): Promise<ReadonlySet<bigint>> {
  const rows = await tx
    .selectFrom('syndicates')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('disposedAt', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

function knownOf(syndicates: ReadonlySet<bigint>, asked: readonly bigint[]): bigint[] {
  const missing = asked.find((id) => !syndicates.has(id));
  if (missing !== undefined) throw notFoundInTenant(`syndicate ${missing}`);
  return [...new Set(asked)];
}

interface Sent {
  tenantId: string;
  documentId: string;
  title: string;
  sha256: Buffer;
}

/** How many of them did not have the same file under the same title before. */
async function send(tx: Tx, { tenantId, documentId, title, sha256 }: Sent, to: readonly bigint[]) {
  const { rows } = await sql`
    insert into document_recipients (tenant_id, document_id, syndicate_id, title, sha256)
    select ${tenantId}::uuid, ${documentId}::uuid, recipient, ${title}, ${sha256}
    from unnest(${to}::bigint[]) recipient order by recipient
    on conflict (tenant_id, syndicate_id, sha256, title) do nothing
    returning syndicate_id`.execute(tx);
  return rows.length;
}
