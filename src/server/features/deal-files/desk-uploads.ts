import { sql } from 'kysely';
import { MAX_DESK_FILES_PER_DAY } from '../../../shared/domain/desk-files.ts';
import { plainFileName } from '../../../shared/domain/offer-files.ts';
import type { Staff } from '../../access/caller.ts';
import { deskOperator } from '../../access/desk-operator.ts';
import type { InTransaction } from '../../access/own-transactions.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { turnOf } from '../../stored-files/check-turn.ts';
import { announceUpload, beginCheck, type Storages, sizeOfUpload } from '../../stored-files/uploads.ts';
import { requireDeal } from './deal-files.queries.ts';
import { checkDeskFile, discardDeskFile } from './desk-uploads.jobs.ts';

/** How long a file is kept that was not uploaded or not found clean. */
const KEPT_UNFIT_MS = 24 * 60 * 60 * 1000;

interface Announced {
  name: string;
  size: number;
}

/** Announces a file of a deal, and signs an address for uploading exactly that many bytes. */
export const announceDeskFile = (
  inTransaction: InTransaction<Staff>,
  deps: Storages,
  dealId: bigint,
  { name, size }: Announced,
) =>
  announceUpload(deps, size, () =>
    inTransaction(async (tx, { tenantId, userId }) => {
      await requireDeal(tx, tenantId, dealId);
      return { tenantId, id: await stage(tx, { tenantId, userId, dealId }, { name, size }) };
    }),
  );

interface Place {
  tenantId: string;
  userId: bigint;
  dealId: bigint;
}

async function stage(tx: Tx, { tenantId, userId: stagedBy, dealId }: Place, { name, size }: Announced) {
  // The session's user is locked by whoever opened the transaction, so that files announced at the same moment are counted too.
  const { count } = await tx
    .selectFrom('deskFiles')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('stagedBy', '=', stagedBy)
    .where('stagedAt', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  if (count >= BigInt(MAX_DESK_FILES_PER_DAY)) throw new Refusal('too_many_files');
  const { id } = await tx
    .insertInto('deskFiles')
    .values({ tenantId, dealId, stagedBy, name: plainFileName(name), byteSize: BigInt(size) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addJob(
    tx,
    discardDeskFile,
    { tenantId, fileId: id },
    { notBefore: new Date(Date.now() + KEPT_UNFIT_MS) },
  );
  return id;
}

/** Reports that the bytes are uploaded, so that they get checked, and says how far that is. Repeating it changes nothing more. */
export async function deskFileUploaded(
  inTransaction: InTransaction<Staff>,
  deps: Storages,
  { dealId, fileId }: { dealId: bigint; fileId: string },
) {
  const { tenantId, file } = await inTransaction(
    async (tx, caller) => ({
      tenantId: caller.tenantId,
      file: await findOwn(tx, { ...caller, dealId }, fileId),
    }),
    { readOnly: true },
  );
  if (file.state !== 'awaiting upload') return file;
  if ((await sizeOfUpload(deps, tenantId, fileId)) !== file.size) throw new Refusal('file_not_uploaded');
  return inTransaction(async (tx, caller) => {
    if (await beginCheck(tx, 'deskFiles', { tenantId, fileId })) {
      const mid = await requireDeal(tx, tenantId, dealId);
      await addJob(tx, checkDeskFile, { tenantId, fileId }, await turnOf(tx, tenantId, caller, fileId));
      await recordAudit(tx, {
        actorId: null,
        operator: await deskOperator(tx, caller),
        action: 'deal file added',
        subject: `deal ${mid}`,
        details: { file: fileId },
      });
    }
    return findOwn(tx, { ...caller, dealId }, fileId);
  });
}

/** A file that this person has announced for this deal. Others are not found. */
async function findOwn(tx: Tx, { tenantId, userId, dealId }: Place, fileId: string) {
  const file = await tx
    .selectFrom('deskFiles')
    .select(['id', 'name', 'byteSize', 'state', 'refusal'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', fileId)
    .where('stagedBy', '=', userId)
    .where('dealId', '=', dealId)
    .executeTakeFirst();
  if (!file) throw new Refusal('not_found');
  const { byteSize, ...others } = file;
  return { ...others, size: Number(byteSize) };
}
