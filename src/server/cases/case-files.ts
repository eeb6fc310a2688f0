import { sql } from 'kysely';
import { plainFileName } from '../../shared/domain/offer-files.ts';
import { MAX_CASE_FILES_PER_DAY } from '../../shared/domain/request-cases.ts';
import type { InTransaction } from '../access/own-transactions.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { turnOf } from '../stored-files/check-turn.ts';
import { announceUpload, beginCheck, type Storages, sizeOfUpload } from '../stored-files/uploads.ts';
import { checkCaseFile, discardCaseFile } from './case-files.jobs.ts';

/** How long a file is kept that no message was sent with. */
const KEPT_UNSENT_MS = 24 * 60 * 60 * 1000;

/** Who sends a file, and about which invite. */
export interface Sender {
  tenantId: string;
  userId: bigint;
  inviteId: bigint;
  side: 'investor' | 'funder';
}

/** Finds out in each transaction who asks and about which invite: access may have ended since the one before. */
export type AsSender = <T>(
  work: (tx: Tx, sender: Sender) => Promise<T>,
  options?: { readOnly?: boolean },
) => Promise<T>;

export const asSender =
  <Who>(inTransaction: InTransaction<Who>, senderOf: (tx: Tx, who: Who) => Promise<Sender>): AsSender =>
  (work, options) =>
    inTransaction(async (tx, who) => work(tx, await senderOf(tx, who)), options);

/** Announces a file, and signs an address for uploading exactly that many bytes. */
export const announceCaseFile = (
  asked: AsSender,
  deps: Storages,
  { name, size }: { name: string; size: number },
) =>
  announceUpload(deps, size, () =>
    asked(async (tx, sender) => ({
      tenantId: sender.tenantId,
      id: await stage(tx, sender, { name, size }),
    })),
  );

async function stage(tx: Tx, sender: Sender, { name, size }: { name: string; size: number }) {
  const { tenantId, userId: stagedBy, inviteId, side } = sender;
  // The session's user is locked by whoever opened the transaction, so that files announced at the same moment are counted too.
  const { count } = await tx
    .selectFrom('caseFiles')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('stagedBy', '=', stagedBy)
    .where('stagedAt', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  if (count >= BigInt(MAX_CASE_FILES_PER_DAY)) throw new Refusal('too_many_files');
  const { id } = await tx
    .insertInto('caseFiles')
    .values({ tenantId, inviteId, side, stagedBy, name: plainFileName(name), byteSize: BigInt(size) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addJob(
    tx,
    discardCaseFile,
    { tenantId, fileId: id },
    { notBefore: new Date(Date.now() + KEPT_UNSENT_MS) },
  );
  return id;
}

/** Reports that the bytes are uploaded, so that they get checked, and says how far that is. Repeating it changes nothing more. */
export async function caseFileUploaded(asked: AsSender, deps: Storages, fileId: string) {
  const { tenantId, file } = await asked(
    async (tx, sender) => ({ tenantId: sender.tenantId, file: await findOwn(tx, sender, fileId) }),
    { readOnly: true },
  );
  if (file.state !== 'awaiting upload') return file;
  if ((await sizeOfUpload(deps, tenantId, fileId)) !== file.size) throw new Refusal('file_not_uploaded');
  return asked(async (tx, sender) => {
    if (await beginCheck(tx, 'caseFiles', { tenantId: sender.tenantId, fileId }))
      await addJob(tx, checkCaseFile, { tenantId, fileId }, await turnOf(tx, tenantId, sender, fileId));
    return findOwn(tx, sender, fileId);
  });
}

/** A file that the sender has announced about this invite. Others are not found. */
async function findOwn(tx: Tx, { tenantId, userId, inviteId, side }: Sender, fileId: string) {
  const file = await tx
    .selectFrom('caseFiles')
    .select(['id', 'name', 'byteSize', 'state', 'refusal'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', fileId)
    .where('stagedBy', '=', userId)
    .where('inviteId', '=', inviteId)
    .where('side', '=', side)
    .executeTakeFirst();
  if (!file) throw new Refusal('not_found');
  const { byteSize, ...others } = file;
  return { ...others, size: Number(byteSize) };
}
