import { MAX_FILES_PER_RUN } from '../../../shared/domain/import-runs.ts';
import { plainFileName } from '../../../shared/domain/offer-files.ts';
import type { Staff } from '../../access/caller.ts';
import type { InTransaction } from '../../access/own-transactions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { turnOf } from '../../stored-files/check-turn.ts';
import { announceUpload, beginCheck, type Storages, sizeOfUpload } from '../../stored-files/uploads.ts';
import { checkImportFile, discardImportFiles } from './import-files.jobs.ts';
import { readRun } from './import-runs.queries.ts';
import { requireOpen } from './plan-run.ts';

/** How long the files of a run are kept that nobody confirms. */
const KEPT_UNCONFIRMED_MS = 7 * 24 * 60 * 60 * 1000;

/** Announces a file, and signs an address for uploading exactly that many bytes. */
export const announceRunFile = (
  inTransaction: InTransaction<Staff>,
  deps: Storages,
  runId: bigint,
  { name, size }: { name: string; size: number },
) =>
  announceUpload(deps, size, () =>
    inTransaction(async (tx, caller) => ({
      tenantId: caller.tenantId,
      id: await stage(tx, caller, runId, { name, size }),
    })),
  );

async function stage(
  tx: Tx,
  { tenantId, userId: stagedBy }: Staff,
  runId: bigint,
  { name, size }: { name: string; size: number },
): Promise<string> {
  requireOpen(await readRun(tx, tenantId, runId, { isLocked: true }));
  const { count } = await tx
    .selectFrom('importFiles')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('tenantId', '=', tenantId)
    .where('runId', '=', runId)
    .executeTakeFirstOrThrow();
  if (count >= BigInt(MAX_FILES_PER_RUN)) throw new Refusal('too_many_files');
  const { id } = await tx
    .insertInto('importFiles')
    .values({ tenantId, runId, stagedBy, name: plainFileName(name), byteSize: BigInt(size) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addJob(
    tx,
    discardImportFiles,
    { tenantId, runId: String(runId) },
    { notBefore: new Date(Date.now() + KEPT_UNCONFIRMED_MS), key: `discard import ${tenantId} ${runId}` },
  );
  return id;
}

/** Reports that the bytes are uploaded, so that they get checked, and says how far that is. Repeating it changes nothing more. */
export async function runFileUploaded(
  inTransaction: InTransaction<Staff>,
  deps: Storages,
  { runId, fileId }: { runId: bigint; fileId: string },
) {
  const { tenantId, file } = await inTransaction(
    async (tx, caller) => ({
      tenantId: caller.tenantId,
      file: await findFile(tx, caller.tenantId, runId, fileId),
    }),
    { readOnly: true },
  );
  if (file.state !== 'awaiting upload') return file;
  if ((await sizeOfUpload(deps, tenantId, fileId)) !== file.size) throw new Refusal('file_not_uploaded');
  return inTransaction(async (tx, caller) => {
    requireOpen(await readRun(tx, tenantId, runId, { isLocked: true }));
    if (await beginCheck(tx, 'importFiles', { tenantId, fileId })) {
      const turn = await turnOf(tx, tenantId, caller, fileId);
      await addJob(tx, checkImportFile, { tenantId, runId: String(runId), fileId }, turn);
    }
    return findFile(tx, tenantId, runId, fileId);
  });
}

async function findFile(tx: Tx, tenantId: string, runId: bigint, fileId: string) {
  const file = await tx
    .selectFrom('importFiles')
    .select(['id', 'name', 'byteSize', 'state', 'refusal'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', fileId)
    .where('runId', '=', runId)
    .executeTakeFirst();
  if (!file) throw new Refusal('not_found');
  const { byteSize, ...others } = file;
  return { ...others, size: Number(byteSize) };
}
