import { sql } from 'kysely';
import type * as z from 'zod';
import { plainFileName } from '../../shared/domain/offer-files.ts';
import { MAX_SHEETS_PER_DAY, type SheetPurpose } from '../../shared/domain/sheet-files.ts';
import type { Staff } from '../access/caller.ts';
import type { InTransaction } from '../access/own-transactions.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { addJob, type Job } from '../platform/jobs/jobs.ts';
import { turnOf } from '../stored-files/check-turn.ts';
import { announceUpload, beginCheck, type Storages, sizeOfUpload } from '../stored-files/uploads.ts';
import { discardSheetFile } from './sheet-files.jobs.ts';

/** How long a spreadsheet is kept that nothing came of. */
const KEPT_UNUSED_MS = 30 * 24 * 60 * 60 * 1000;

interface AnnouncedSheet {
  purpose: SheetPurpose;
  name: string;
  size: number;
}

/** Announces a spreadsheet, and signs an address for uploading exactly that many bytes. */
export const announceSheet = (
  inTransaction: InTransaction<Staff>,
  deps: Storages,
  { purpose, name, size }: AnnouncedSheet,
) =>
  announceUpload(deps, size, () =>
    inTransaction(async (tx, { tenantId, userId }) => ({
      tenantId,
      id: await stage(tx, { tenantId, userId }, { purpose, name, size }),
    })),
  );

async function stage(
  tx: Tx,
  { tenantId, userId: stagedBy }: { tenantId: string; userId: bigint },
  { purpose, name, size }: AnnouncedSheet,
): Promise<string> {
  const { count } = await tx
    .selectFrom('sheetFiles')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('stagedBy', '=', stagedBy)
    .where('stagedAt', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  if (count >= BigInt(MAX_SHEETS_PER_DAY)) throw new Refusal('too_many_files');
  const { id } = await tx
    .insertInto('sheetFiles')
    .values({ tenantId, purpose, stagedBy, name: plainFileName(name), byteSize: BigInt(size) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addJob(
    tx,
    discardSheetFile,
    { tenantId, fileId: id },
    { notBefore: new Date(Date.now() + KEPT_UNUSED_MS) },
  );
  return id;
}

type CheckJob = Job<z.ZodType<unknown, { tenantId: string; fileId: string }>>;

/**
 * Notes that the bytes are uploaded. The given job then checks them (`checkUpload(deps, 'sheetFiles', …)`) and reads them; `begun`
 * writes what belongs to it in the same transaction. Repeating it changes nothing more.
 */
export async function sheetUploaded(
  inTransaction: InTransaction<Staff>,
  deps: Storages,
  { purpose, fileId, job }: { purpose: SheetPurpose; fileId: string; job: CheckJob },
  begun: (tx: Tx, caller: Staff) => Promise<void>,
): Promise<void> {
  const { tenantId, file } = await inTransaction(
    async (tx, caller) => ({
      tenantId: caller.tenantId,
      file: await findOwnSheet(tx, caller, { purpose, fileId }),
    }),
    { readOnly: true },
  );
  if (file.state !== 'awaiting upload') return;
  if ((await sizeOfUpload(deps, tenantId, fileId)) !== Number(file.byteSize))
    throw new Refusal('file_not_uploaded');
  await inTransaction(async (tx, caller) => {
    if (!(await beginCheck(tx, 'sheetFiles', { tenantId: caller.tenantId, fileId }))) return;
    await begun(tx, caller);
    await addJob(tx, job, { tenantId, fileId }, await turnOf(tx, caller.tenantId, caller, fileId));
  });
}

/** A spreadsheet that the caller has announced. Others' are not found. */
async function findOwnSheet(
  tx: Tx,
  { tenantId, userId }: Staff,
  { purpose, fileId }: { purpose: SheetPurpose; fileId: string },
) {
  const file = await tx
    .selectFrom('sheetFiles')
    .select(['state', 'byteSize'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', fileId)
    .where('stagedBy', '=', userId)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  if (!file) throw new Refusal('not_found');
  return file;
}
