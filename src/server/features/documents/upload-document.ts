import { sql } from 'kysely';
import { MAX_DOCUMENTS_PER_DAY } from '../../../shared/domain/documents.ts';
import { type FileState, plainFileName } from '../../../shared/domain/offer-files.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { turnOf } from '../../stored-files/check-turn.ts';
import { beginCheck } from '../../stored-files/uploads.ts';
import { checkDocument, discardDocument } from './documents.jobs.ts';

/** How long a document is kept that was not published. */
const KEPT_UNPUBLISHED_MS = 24 * 60 * 60 * 1000;

/** Who uploads. Systems of the funder and commands are nobody in particular. */
export interface Uploader {
  tenantId: string;
  userId: bigint | null;
}

interface Announced {
  name: string;
  size: number;
}

/** Writes down that a file will be uploaded. */
export async function stageDocument(tx: Tx, uploader: Uploader, announced: Announced): Promise<string> {
  await requireRoom(tx, uploader);
  return insertDocument(tx, uploader, announced, 'awaiting upload');
}

async function requireRoom(tx: Tx, { tenantId, userId: stagedBy }: Uploader): Promise<void> {
  // The session's user is locked by whoever opened the transaction, so that files announced at the same moment are counted too.
  const { count } = await tx
    .selectFrom('documents')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('stagedBy', stagedBy === null ? 'is' : '=', stagedBy)
    .where('stagedAt', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  if (count >= BigInt(MAX_DOCUMENTS_PER_DAY)) throw new Refusal('too_many_documents');
}

/** The row of a file, which is deleted in a day unless it is published. */
export async function insertDocument(
  tx: Tx,
  { tenantId, userId: stagedBy }: Uploader,
  { name, size }: Announced,
  state: FileState,
): Promise<string> {
  const { id } = await tx
    .insertInto('documents')
    .values({ tenantId, stagedBy, name: plainFileName(name), byteSize: BigInt(size), state })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addJob(
    tx,
    discardDocument,
    { tenantId, documentId: id },
    { notBefore: new Date(Date.now() + KEPT_UNPUBLISHED_MS) },
  );
  return id;
}

/** Notes that the bytes are there, which starts their check. Repeating it changes nothing more. */
export async function beginDocumentCheck(tx: Tx, uploader: Uploader, documentId: string): Promise<void> {
  const { tenantId } = uploader;
  if (!(await beginCheck(tx, 'documents', { tenantId, fileId: documentId }))) return;
  await addJob(tx, checkDocument, { tenantId, documentId }, await turnOf(tx, tenantId, uploader, documentId));
}

/** A document that this person, or a system, has announced. Others are not found. */
export async function findAnnounced(tx: Tx, { tenantId, userId }: Uploader, documentId: string) {
  const file = await tx
    .selectFrom('documents')
    .select(['id', 'name', 'byteSize', 'state', 'refusal'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', documentId)
    .where('stagedBy', userId === null ? 'is' : '=', userId)
    .executeTakeFirst();
  if (!file) throw new Refusal('not_found');
  const { byteSize, ...others } = file;
  return { ...others, size: Number(byteSize) };
}
