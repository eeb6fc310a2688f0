import * as z from 'zod';
import { withTenant } from '../../platform/db/transactions.ts';
import { defineJob, type JobDeps } from '../../platform/jobs/jobs.ts';
import { carryOutRun } from './carry-out-run.ts';
import { checkRun } from './check-run.ts';
import { isKnownRun } from './import-runs.queries.ts';
import { undoRun } from './undo-run.ts';

const runId = z.string().transform(BigInt);
const ofRun = z.object({ tenantId: z.uuid(), runId });

/** The imports of a tenant run one after the other. */
export const queueOf = (tenantId: string) => `import ${tenantId}`;

interface OfRun {
  tenantId: string;
  runId: bigint;
}

/** Of an import that is gone nothing is left to do. */
const ifKnown =
  <P extends OfRun>(run: (deps: JobDeps, payload: P) => Promise<void>) =>
  async (deps: JobDeps, payload: P): Promise<void> => {
    const { tenantId, runId } = payload;
    if (await withTenant(deps.db, tenantId, (tx) => isKnownRun(tx, tenantId, runId)))
      await run(deps, payload);
  };

export const checkImportRun = defineJob({
  name: 'check import run',
  payload: z.object({ tenantId: z.uuid(), runId, revision: z.int() }),
  run: ifKnown(checkRun),
});

export const importRun = defineJob({
  name: 'carry out import run',
  payload: ofRun,
  run: ifKnown(carryOutRun),
});

export const undoImportRun = defineJob({ name: 'undo import run', payload: ofRun, run: ifKnown(undoRun) });

export const importRunJobs = [checkImportRun, importRun, undoImportRun];
