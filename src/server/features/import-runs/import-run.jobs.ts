import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { carryOutRun } from './carry-out-run.ts';
import { checkRun } from './check-run.ts';
import { undoRun } from './undo-run.ts';

const runId = z.string().transform(BigInt);
const ofRun = z.object({ tenantId: z.uuid(), runId });

/** The imports of a tenant run one after the other. */
export const queueOf = (tenantId: string) => `import ${tenantId}`;

export const checkImportRun = defineJob({
  name: 'check import run',
  payload: z.object({ tenantId: z.uuid(), runId, revision: z.int() }),
  run: checkRun,
});

export const importRun = defineJob({ name: 'carry out import run', payload: ofRun, run: carryOutRun });

export const undoImportRun = defineJob({ name: 'undo import run', payload: ofRun, run: undoRun });

export const importRunJobs = [checkImportRun, importRun, undoImportRun];
