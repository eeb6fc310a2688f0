import * as z from 'zod';
import { TrialInterruptedError } from '../../import/run-trial.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { addJob, defineJob, type JobDeps } from '../../platform/jobs/jobs.ts';
import { longWorkOf } from '../../platform/jobs/long-work.ts';
import { carryOutRun } from './carry-out-run.ts';
import { checkRun } from './check-run.ts';
import { isKnownRun } from './import-runs.queries.ts';
import { type Checked, noteInterrupted } from './run-progress.ts';
import { undoRun } from './undo-run.ts';

const runId = z.string().transform(BigInt);
const ofRun = z.object({ tenantId: z.uuid(), runId });

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
  // Runs after the mails and first uploads that people wait for.
  priority: 1,
  payload: z.object({ tenantId: z.uuid(), runId, revision: z.int() }),
  run: ifKnown(checkOrWait),
});

const WAITS_MS = 60_000;

/** A check that others interrupt each time begins again by itself. Until then the page says why it takes so long. */
async function checkOrWait(deps: JobDeps, checked: Checked): Promise<void> {
  try {
    await checkRun(deps, checked);
  } catch (error) {
    if (!(error instanceof TrialInterruptedError)) throw error;
    await withTenant(deps.db, checked.tenantId, async (tx) => {
      if (await noteInterrupted(tx, checked)) await addCheck(tx, checked, new Date(Date.now() + WAITS_MS));
    });
  }
}

/** A check that has not begun is replaced: it would be of an older plan. */
export const addCheck = (
  tx: Tx,
  { tenantId, runId, revision }: Checked,
  notBefore: Date | null = null,
): Promise<void> =>
  addJob(
    tx,
    checkImportRun,
    { tenantId, runId: String(runId), revision },
    { key: `check import ${tenantId} ${runId}`, queue: longWorkOf(tenantId), notBefore },
  );

export const importRun = defineJob({
  name: 'carry out import run',
  priority: 1,
  payload: ofRun,
  run: ifKnown(carryOutRun),
});

export const undoImportRun = defineJob({
  name: 'undo import run',
  priority: 1,
  payload: ofRun,
  run: ifKnown(undoRun),
});

export const importRunJobs = [checkImportRun, importRun, undoImportRun];
