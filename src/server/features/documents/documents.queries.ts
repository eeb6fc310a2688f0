import { type RawBuilder, sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { DocumentCategory } from '../../../shared/domain/documents.ts';
import { plainFileName } from '../../../shared/domain/offer-files.ts';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/db/database.ts';
import { today } from '../../platform/db/today.ts';
import type { FileToSend } from '../../platform/http/stored-files.ts';
import { type KeptRow, keptFile } from '../../stored-files/kept-file.ts';

/** More than anybody was ever sent. The page says so when there are more. */
const MAX_LISTED = 500;

/** Of `document`: investors see it today. */
export const isOpen = sql<boolean>`(document.published_at is not null and document.withdrawn_at is null
  and (document.expires_on is null or document.expires_on >= ${today}))`;

/** Of `document`: it was sent to this syndicate, or is for all and the syndicate joined later. */
export const isFor = (syndicateId: RawBuilder<unknown>) => sql<boolean>`(
  exists (
    select from document_recipients sent
    where sent.tenant_id = document.tenant_id and sent.document_id = document.id and sent.syndicate_id = ${syndicateId})
  or document.is_for_later and exists (
    select from syndicates later
    where later.tenant_id = document.tenant_id and later.id = ${syndicateId} and later.created_at > document.published_at))`;

/** Somebody who reads what was sent to a syndicate. */
export interface Reader {
  tenantId: string;
  syndicateId: bigint;
  userId: bigint;
}

interface SentRow {
  id: string;
  title: string;
  category: DocumentCategory;
  taxYear: number | null;
  name: string;
  size: bigint;
  publishedAt: Date;
  expiresOn: string | null;
  isNew: boolean;
}

/** What the funder has sent to the syndicate. */
export async function listSentDocuments(tx: Tx, { tenantId, syndicateId, userId }: Reader) {
  const { rows } = await sql<SentRow>`
    select document.id, document.title, document.category, document.tax_year as "taxYear", document.name,
      document.kept_byte_size as size, document.published_at as "publishedAt", document.expires_on as "expiresOn",
      not exists (
        select from document_openings opened
        where opened.tenant_id = document.tenant_id and opened.document_id = document.id and opened.user_id = ${userId}
      ) as "isNew"
    from documents document
    where document.tenant_id = ${tenantId}::uuid and ${isOpen} and ${isFor(sql`${syndicateId}::bigint`)}
    order by document.published_at desc, document.title, document.id
    limit ${MAX_LISTED + 1}`.execute(tx);
  return {
    documents: rows.slice(0, MAX_LISTED).map(({ name, size, publishedAt, expiresOn, ...row }) => ({
      ...row,
      name: plainFileName(name),
      size: Number(size),
      publishedAt: publishedAt.toISOString(),
      expiresOn: dayOrNull(expiresOn),
    })),
    hasMore: rows.length > MAX_LISTED,
  };
}

export const dayOrNull = (day: string | null): CalendarDate | null =>
  day === null ? null : calendarDate(day);

/** One that the syndicate sees today. All others do not exist. */
export async function findSentDocument(
  tx: Tx,
  deps: Pick<Deps, 'fileStorage'>,
  { tenantId, syndicateId }: Reader,
  documentId: string,
): Promise<FileToSend> {
  const { rows } = await sql<KeptRow>`
    select document.name, document.content_type as "contentType" from documents document
    where document.tenant_id = ${tenantId}::uuid and document.id = ${documentId}::uuid
      and ${isOpen} and ${isFor(sql`${syndicateId}::bigint`)}`.execute(tx);
  return keptFile(deps, { tenantId, fileId: documentId }, rows[0]);
}

/** Counts that an investor or their guest has opened a document. Staff who look at the portal are neither, and leave no trace here. */
export const countOpening = (
  tx: Tx,
  { tenantId, syndicateId, userId }: Reader,
  documentId: string,
): Promise<unknown> =>
  sql`
    insert into document_openings (tenant_id, document_id, user_id, syndicate_id)
    select ${tenantId}::uuid, ${documentId}::uuid, ${userId}, ${syndicateId}
    where exists (
        select from memberships
        where tenant_id = ${tenantId}::uuid and user_id = ${userId} and syndicate_id = ${syndicateId} and not is_terminated)
      or exists (
        select from guests
        where tenant_id = ${tenantId}::uuid and user_id = ${userId} and syndicate_id = ${syndicateId} and ended_at is null)
    on conflict (tenant_id, document_id, user_id)
      do update set last_at = now(), count = document_openings.count + 1, syndicate_id = excluded.syndicate_id`.execute(
    tx,
  );
