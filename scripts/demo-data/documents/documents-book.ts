import { createHash } from 'node:crypto';
import { keptKey } from '../../../src/server/stored-files/storage-keys.ts';
import { addDays, type CalendarDate, formatDate } from '../../../src/shared/domain/calendar-date.ts';
import { type Book, officeTime, type Row } from '../book.ts';
import type { FileKeeper } from '../file-keeper.ts';
import type { Funder } from '../funders/funder.ts';
import { staffOf, type User } from '../funders/users.ts';
import { letterPdf } from './letter-pdf.ts';
import { type SentDocument, sentBy } from './letters.ts';

interface Scope {
  readonly funder: Funder;
  readonly users: readonly User[];
  readonly asOf: CalendarDate;
  readonly keeper: FileKeeper;
}

interface Filed extends SentDocument {
  id: string;
  sha256: Buffer;
  size: bigint;
}

/** The documents of a funder, whom they went to and who has opened them. */
export function documentsBook({ funder, users, asOf, keeper }: Scope): Book {
  const { tenantId } = funder;
  const { id: clerk } = staffOf(users, funder)('Accounting');
  const filed = sentBy(funder, asOf).map((sent) => fileOf(funder, sent, keeper));
  return {
    documents: filed.map((document) => documentRow(tenantId, clerk, document)),
    documentRecipients: filed.flatMap(({ id: documentId, title, sha256, to }) =>
      to.map(({ id: syndicateId }) => ({ tenantId, documentId, syndicateId, title, sha256 })),
    ),
    documentOpenings: filed.flatMap((document) => openingRows(funder, users, document)),
  };
}

function fileOf({ tenantId, profile }: Funder, sent: SentDocument, keeper: FileKeeper): Filed {
  const [only] = sent.to;
  const content = letterPdf({
    from: profile.name,
    color: profile.brandColor,
    to: only && sent.to.length === 1 ? only.profile.name : 'To all investors',
    date: formatDate(sent.sentOn),
    title: sent.title,
    paragraphs: sent.paragraphs,
  });
  const sha256 = createHash('sha256').update(content).digest();
  const id = idFrom(sha256);
  keeper.keep(keptKey(tenantId, id), content);
  return { ...sent, id, sha256, size: BigInt(content.length) };
}

/** The id comes from the content, so two databases can share a storage without conflicts. */
function idFrom(sha256: Buffer): string {
  const hex = sha256.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

function documentRow(tenantId: string, clerk: bigint, document: Filed): Row<'documents'> {
  const { id, name, title, category, size, sha256, sentOn, taxYear, expiresOn, isForAll, withdrawn } =
    document;
  return {
    tenantId,
    id,
    stagedBy: clerk,
    name,
    byteSize: size,
    state: 'clean',
    contentType: 'application/pdf',
    keptByteSize: size,
    sha256,
    stagedAt: officeTime(sentOn, 60),
    title,
    category,
    taxYear: taxYear ?? null,
    expiresOn: expiresOn ?? null,
    isForAll: isForAll ?? false,
    isForLater: isForAll ?? false,
    // What was sent on the same day as the same kind was sent in one step.
    publicationId: idFrom(createHash('sha256').update(`${tenantId} ${category} ${sentOn}`).digest()),
    publishedAt: officeTime(sentOn, 75),
    publishedBy: clerk,
    withdrawnAt: withdrawn ? officeTime(withdrawn.on, 20) : null,
    withdrawnBy: withdrawn ? clerk : null,
    withdrawalReason: withdrawn?.reason ?? null,
  };
}

/** The people of each syndicate have read their agreement. */
function openingRows(
  { tenantId, profile }: Funder,
  users: readonly User[],
  { id: documentId, category, to, sentOn }: Filed,
): Row<'documentOpenings'>[] {
  if (category !== 'agreement') return [];
  return to.flatMap(({ id: syndicateId, profile: { abbreviation } }) =>
    users
      .filter(({ person }) =>
        person.memberships.some(
          ({ funder, syndicate }) => funder === profile.slug && syndicate === abbreviation,
        ),
      )
      .map(({ id: userId }) => ({
        tenantId,
        documentId,
        userId,
        syndicateId,
        firstAt: officeTime(addDays(sentOn, 1), 130),
        lastAt: officeTime(addDays(sentOn, 40), 150),
        count: 2,
      })),
  );
}
