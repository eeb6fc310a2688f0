import { type RawBuilder, sql } from 'kysely';
import type { DocumentCategory, DocumentState } from '../../../shared/domain/documents.ts';
import { FILE_REFUSALS, type FileRefusal, plainFileName } from '../../../shared/domain/offer-files.ts';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/db/database.ts';
import { today } from '../../platform/db/today.ts';
import { Refusal } from '../../platform/errors.ts';
import type { FileToSend } from '../../platform/http/stored-files.ts';
import { keptFile } from '../../stored-files/kept-file.ts';
import { dayOrNull, isFor } from './documents.queries.ts';

const PAGE_LENGTH = 50;

export interface Choice {
  category?: DocumentCategory | undefined;
  syndicateId?: bigint | undefined;
  taxYear?: number | undefined;
  page?: number | undefined;
}

interface Row {
  id: string;
  state: DocumentState;
  refusal: FileRefusal | null;
  name: string;
  size: bigint;
  sha256: Buffer | null;
  uploadedAt: Date;
  uploadedBy: string | null;
  title: string | null;
  category: DocumentCategory | null;
  taxYear: number | null;
  expiresOn: string | null;
  isForAll: boolean;
  isForLater: boolean;
  publishedAt: Date | null;
  publishedBy: string | null;
  withdrawnAt: Date | null;
  withdrawnBy: string | null;
  withdrawalReason: string | null;
  recipientCount: number;
  openedCount: number;
  recipientName: string | null;
}

/** How far `document` is, for staff. */
const state = sql<DocumentState>`case
  when document.withdrawn_at is not null then 'withdrawn'
  when document.published_at is not null then case when document.expires_on < ${today} then 'expired' else 'published' end
  when document.state = 'clean' then 'ready'
  else document.state end`;

/** One whose bytes have not arrived is not there yet. */
const shown = (tenantId: string, { category, syndicateId, taxYear }: Choice) => sql<boolean>`
  document.tenant_id = ${tenantId}::uuid and document.state <> 'awaiting upload'
  ${category === undefined ? sql`` : sql`and document.category = ${category}`}
  ${taxYear === undefined ? sql`` : sql`and document.tax_year = ${taxYear}`}
  ${syndicateId === undefined ? sql`` : sql`and document.published_at is not null and ${isFor(sql`${syndicateId}::bigint`)}`}`;

const nameOf = (userId: RawBuilder<unknown>) => sql<string | null>`(
  select person.name from memberships person where person.tenant_id = document.tenant_id and person.user_id = ${userId})`;

/** The documents of `from`, with who sent them to how many. */
const read = (tx: Tx, from: RawBuilder<unknown>) =>
  sql<Row>`
    select document.id, ${state} as state, document.refusal, document.name, document.sha256,
      coalesce(document.kept_byte_size, document.byte_size) as size, document.staged_at as "uploadedAt",
      ${nameOf(sql`document.staged_by`)} as "uploadedBy", document.title, document.category,
      document.tax_year as "taxYear", document.expires_on as "expiresOn", document.is_for_all as "isForAll",
      document.is_for_later as "isForLater", document.published_at as "publishedAt",
      ${nameOf(sql`document.published_by`)} as "publishedBy", document.withdrawn_at as "withdrawnAt",
      ${nameOf(sql`document.withdrawn_by`)} as "withdrawnBy", document.withdrawal_reason as "withdrawalReason",
      recipients.count as "recipientCount", case when recipients.count = 1 then recipients.name end as "recipientName",
      (select count(distinct opened.syndicate_id)::integer from document_openings opened
        where opened.tenant_id = document.tenant_id and opened.document_id = document.id) as "openedCount"
    from ${from}
    cross join lateral (
      select count(*)::integer as count, min(syndicate.name) as name
      from document_recipients sent
      join syndicates syndicate on syndicate.tenant_id = sent.tenant_id and syndicate.id = sent.syndicate_id
      where sent.tenant_id = document.tenant_id and sent.document_id = document.id) recipients
    order by document.staged_at desc, document.id`.execute(tx);

export async function listDocuments(tx: Tx, tenantId: string, choice: Choice) {
  const { page = 1 } = choice;
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from documents document where ${shown(tenantId, choice)}`.execute(tx);
  const { rows } = await read(
    tx,
    sql`(
      select * from documents document where ${shown(tenantId, choice)}
      order by document.staged_at desc, document.id
      limit ${PAGE_LENGTH} offset ${(page - 1) * PAGE_LENGTH}) document`,
  );
  return { documents: rows.map(inWords), count: counted[0]?.count ?? 0, pageLength: PAGE_LENGTH };
}

export async function listTaxYears(tx: Tx, tenantId: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('documents')
    .select('taxYear')
    .distinct()
    .where('tenantId', '=', tenantId)
    .where('taxYear', 'is not', null)
    .orderBy('taxYear', 'desc')
    .execute();
  return rows.flatMap(({ taxYear }) => (taxYear === null ? [] : [taxYear]));
}

const inWords = ({
  size,
  refusal,
  uploadedAt,
  expiresOn,
  publishedAt,
  withdrawnAt,
  sha256,
  ...row
}: Row) => ({
  ...row,
  name: plainFileName(row.name),
  size: Number(size),
  sha256: sha256?.toString('hex') ?? null,
  refusal: refusal === null ? null : FILE_REFUSALS[refusal],
  uploadedAt: uploadedAt.toISOString(),
  expiresOn: dayOrNull(expiresOn),
  publishedAt: publishedAt?.toISOString() ?? null,
  withdrawnAt: withdrawnAt?.toISOString() ?? null,
});

/** The syndicates that a document can be sent to: also closed ones, which still get their tax forms. */
export const listRecipients = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('syndicates')
    .select(['id', 'name', 'abbreviation'])
    .where('tenantId', '=', tenantId)
    .where('disposedAt', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();

interface OpeningRow {
  syndicateId: bigint;
  name: string;
  isLater: boolean;
  person: string | null;
  firstAt: Date | null;
  lastAt: Date | null;
  count: number | null;
}

/** A document with the syndicates that see or saw it, and who of their people has opened it. */
export async function readDocument(tx: Tx, tenantId: string, documentId: string) {
  const { rows } = await read(
    tx,
    sql`(
      select * from documents
      where tenant_id = ${tenantId}::uuid and id = ${documentId}::uuid and state <> 'awaiting upload') document`,
  );
  const [document] = rows;
  if (!document) throw new Refusal('not_found');
  return { ...inWords(document), syndicates: await readOpenings(tx, tenantId, documentId) };
}

async function readOpenings(tx: Tx, tenantId: string, documentId: string) {
  const { rows } = await sql<OpeningRow>`
    select syndicate.id as "syndicateId", syndicate.name,
      not exists (
        select from document_recipients sent where sent.tenant_id = document.tenant_id
          and sent.document_id = document.id and sent.syndicate_id = syndicate.id) as "isLater",
      person.name as person, opened.first_at as "firstAt", opened.last_at as "lastAt", opened.count
    from documents document
    join syndicates syndicate on syndicate.tenant_id = document.tenant_id
    left join document_openings opened on opened.tenant_id = document.tenant_id
      and opened.document_id = document.id and opened.syndicate_id = syndicate.id
    left join memberships person on person.tenant_id = opened.tenant_id and person.user_id = opened.user_id
    where document.tenant_id = ${tenantId}::uuid and document.id = ${documentId}::uuid
      and document.published_at is not null and ${isFor(sql`syndicate.id`)}
    order by syndicate.name, syndicate.id, opened.first_at`.execute(tx);
  const syndicates = new Map<bigint, ReturnType<typeof recipientOf>>();
  for (const row of rows) {
    const { syndicateId, person, firstAt, lastAt, count } = row;
    const recipient = syndicates.get(syndicateId) ?? recipientOf(row);
    syndicates.set(syndicateId, recipient);
    if (firstAt && lastAt && count !== null)
      recipient.openings.push({
        ...{ person: person ?? '', count },
        ...{ firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() },
      });
  }
  return [...syndicates.values()];
}

const recipientOf = ({ syndicateId, name, isLater }: OpeningRow) => ({
  ...{ syndicateId, name, isLater },
  openings: [] as { person: string; firstAt: string; lastAt: string; count: number }[],
});

/** Any that was found clean, also one that investors do not see. */
export async function findDocument(
  tx: Tx,
  deps: Pick<Deps, 'fileStorage'>,
  tenantId: string,
  documentId: string,
): Promise<FileToSend> {
  const row = await tx
    .selectFrom('documents')
    .select(['name', 'contentType'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', documentId)
    .where('state', '=', 'clean')
    .executeTakeFirst();
  return keptFile(deps, { tenantId, fileId: documentId }, row);
}
