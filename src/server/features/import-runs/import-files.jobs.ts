import * as z from 'zod';
import { withTenant } from '../../platform/db/transactions.ts';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { checkUpload } from '../../stored-files/check-upload.ts';
import { keptKey } from '../../stored-files/storage-keys.ts';
import { removeUpload } from '../../stored-files/uploads.ts';
import { isKnownRun } from './import-runs.queries.ts';
import { checkAgain } from './plan-run.ts';

const runId = z.string().transform(BigInt);

export const checkImportFile = defineJob({
  name: 'check import file',
  payload: z.object({ tenantId: z.uuid(), runId, fileId: z.uuid() }),
  async run(deps, { tenantId, runId, fileId }) {
    await checkUpload(deps, 'importFiles', { tenantId, fileId }, async (tx) => {
      if (await isKnownRun(tx, tenantId, runId)) await checkAgain(tx, tenantId, runId);
    });
  },
});

/** Deletes the files of a run that nobody has confirmed. */
export const discardImportFiles = defineJob({
  name: 'discard import files',
  payload: z.object({ tenantId: z.uuid(), runId }),
  async run(deps, { tenantId, runId }) {
    const files = await withTenant(deps.db, tenantId, async (tx) =>
      tx
        .deleteFrom('importFiles')
        .using('importRuns as run')
        .whereRef('run.tenantId', '=', 'importFiles.tenantId')
        .whereRef('run.id', '=', 'importFiles.runId')
        .where('importFiles.tenantId', '=', tenantId)
        .where('importFiles.runId', '=', runId)
        .where('run.confirmedAt', 'is', null)
        .returning('importFiles.id')
        .execute(),
    );
    for (const { id } of files) {
      await deps.fileStorage.remove(keptKey(tenantId, id));
      await removeUpload(deps, tenantId, id);
    }
  },
});

export const importFileJobs = [checkImportFile, discardImportFiles];
