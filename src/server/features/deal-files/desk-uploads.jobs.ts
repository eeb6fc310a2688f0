import { sql } from 'kysely';
import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { checkUpload } from '../../stored-files/check-upload.ts';
import { discardUpload } from '../../stored-files/discard-upload.ts';

const payload = z.object({ tenantId: z.uuid(), fileId: z.uuid() });

export const checkDeskFile = defineJob({
  name: 'check desk file',
  payload,
  run: (deps, file) => checkUpload(deps, 'deskFiles', file),
});

/** Deletes a file that was not uploaded or not found clean. */
export const discardDeskFile = defineJob({
  name: 'discard desk file',
  payload,
  run: (deps, file) => discardUpload(deps, 'deskFiles', file, sql<boolean>`state <> 'clean'`),
});

export const deskFileJobs = [checkDeskFile, discardDeskFile];
