import {
  type FileState,
  MAX_BYTES_EVER_PER_LINK,
  MAX_FILE_BYTES,
  MAX_FILES_EVER_PER_LINK,
  MAX_FILES_PER_LINK,
  plainFileName,
} from '../../../shared/domain/offer-files.ts';
import type { InTransaction } from '../../access/own-transactions.ts';
import type { Deps } from '../../deps.ts';
import { countFile, isUsedLink, lockLink, type PresentedLink } from '../../identity/capabilities.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Upload } from '../../platform/integrations/upload-storage.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { turnOf } from '../../stored-files/check-turn.ts';
import { stagedKey } from '../../stored-files/storage-keys.ts';
import { sizeOfUpload, UPLOAD_SECONDS } from '../../stored-files/uploads.ts';
import { refuseClosed, requireDealOf } from './offers.queries.ts';
import { checkUploadedFile, discardStagedFile } from './staged-files.jobs.ts';

/** Longer than an upload may take. */
const DISCARD_AFTER_MS = 15 * 60 * 1000;
/** How long files are kept after the link expires, in case somebody asks about a file that was not sent. */
const KEPT_AFTER_LINK_MS = 24 * 60 * 60 * 1000;

const TOO_MANY_EVER =
  'There was an error uploading files. Too many were sent and removed again. Please ask for a new link.';

interface Announced {
  name: string;
  size: number;
  categoryId?: bigint | null | undefined;
  /** The deal that the sender names. The link decides which deal it is. */
  dealId?: bigint | null | undefined;
}

/** Announces a file under an open link and returns its id. */
export async function stageFile(tx: Tx, link: PresentedLink, { name, size, categoryId, dealId }: Announced) {
  const { tenantId, tokenHash: linkHash } = link;
  if (size > MAX_FILE_BYTES) throw new Refusal('file_too_large');
  if (!categoryId || !(await hasCategory(tx, tenantId, categoryId)))
    throw new Refusal('file_category_required');
  await requireDealOf(tx, link, dealId);
  // Requests are handled one after the other, so that concurrent ones are counted too.
  const held = await lockLink(tx, link);
  if (!held) throw new Refusal((await isUsedLink(tx, link)) ? 'link_used' : 'link_expired');
  const { count } = await tx
    .selectFrom('stagedFiles')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('linkHash', '=', linkHash)
    .executeTakeFirstOrThrow();
  if (count >= BigInt(MAX_FILES_PER_LINK)) throw new Refusal('too_many_files');
  const limits = { mostFiles: MAX_FILES_EVER_PER_LINK, mostBytes: MAX_BYTES_EVER_PER_LINK };
  if (!(await countFile(tx, link, { size, ...limits })))
    throw new Refusal('too_many_files', { message: TOO_MANY_EVER });
  const { id } = await tx
    .insertInto('stagedFiles')
    .values({ tenantId, linkHash, categoryId, name: plainFileName(name), byteSize: BigInt(size) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const notBefore = new Date(held.expiresAt.getTime() + KEPT_AFTER_LINK_MS);
  await addJob(tx, discardStagedFile, { tenantId, fileId: id }, { notBefore });
  return id;
}

/** A signed address for uploading exactly that many bytes, valid for ten minutes. */
export const uploadOf = (
  { uploadStorage }: Pick<Deps, 'uploadStorage'>,
  { tenantId }: PresentedLink,
  { id, size }: { id: string; size: number },
): Promise<Upload> => uploadStorage.sign(stagedKey(tenantId, id), size, UPLOAD_SECONDS);

async function hasCategory(tx: Tx, tenantId: string, id: bigint): Promise<boolean> {
  const category = await tx
    .selectFrom('fileCategories')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return category !== undefined;
}

/**
 * Reports that all bytes are uploaded, so that they get checked. Repeated or concurrent reports change nothing more: the
 * storage is asked between two transactions, and only one of the reports advances the file.
 */
export async function fileUploaded(
  inTransaction: InTransaction<PresentedLink>,
  deps: Pick<Deps, 'fileStorage' | 'uploadStorage'>,
  fileId: string,
): Promise<StagedFile> {
  const { tenantId, file } = await inTransaction(
    async (tx, link) => ({ tenantId: link.tenantId, file: await findStagedFile(tx, link, fileId) }),
    { readOnly: true },
  );
  if (file.state === 'awaiting upload') {
    const size = await sizeOfUpload(deps, tenantId, fileId);
    if (size !== file.size) throw new Refusal('file_not_uploaded');
  }
  return inTransaction(async (tx, link) => {
    refuseClosed(link);
    if (file.state === 'awaiting upload') await beginCheck(tx, link, fileId);
    return findStagedFile(tx, link, fileId);
  });
}

async function beginCheck(tx: Tx, { tenantId, tokenHash }: PresentedLink, fileId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('stagedFiles')
    .set({ state: 'checking' })
    .where('tenantId', '=', tenantId)
    .where('linkHash', '=', tokenHash)
    .where('id', '=', fileId)
    .where('state', '=', 'awaiting upload')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const turn = await turnOf(tx, tenantId, { linkHash: tokenHash }, fileId);
  await addJob(tx, checkUploadedFile, { tenantId, fileId }, turn);
}

type StagedFile = Awaited<ReturnType<typeof readStagedFiles>>[number];

async function findStagedFile(tx: Tx, link: PresentedLink, fileId: string): Promise<StagedFile> {
  const file = (await readStagedFiles(tx, link)).find(({ id }) => id === fileId);
  if (!file) throw new Refusal('not_found');
  return file;
}

export async function readStagedFiles(tx: Tx, { tenantId, tokenHash }: PresentedLink) {
  const rows = await tx
    .selectFrom('stagedFiles')
    .select(['id', 'name', 'byteSize', 'categoryId', 'state', 'refusal'])
    .where('tenantId', '=', tenantId)
    .where('linkHash', '=', tokenHash)
    .where('state', '<>', 'attached')
    .$narrowType<{ state: FileState }>()
    .orderBy('stagedAt')
    .orderBy('id')
    .execute();
  return rows.map(({ byteSize, ...file }) => ({ ...file, size: Number(byteSize) }));
}

export async function removeStagedFile(
  tx: Tx,
  { tenantId, tokenHash }: PresentedLink,
  fileId: string,
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('stagedFiles')
    .where('tenantId', '=', tenantId)
    .where('linkHash', '=', tokenHash)
    .where('id', '=', fileId)
    .where('state', '<>', 'attached')
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Refusal('not_found');
  const notBefore = new Date(Date.now() + DISCARD_AFTER_MS);
  await addJob(tx, discardStagedFile, { tenantId, fileId }, { notBefore });
}
