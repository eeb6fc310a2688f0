import { sql } from 'kysely';
import * as z from 'zod';
import { defineJob } from '../platform/jobs/jobs.ts';
import { checkUpload } from '../stored-files/check-upload.ts';
import { discardUpload } from '../stored-files/discard-upload.ts';

const payload = z.object({ tenantId: z.uuid(), fileId: z.uuid() });

export const checkCaseFile = defineJob({
  name: 'check case file',
  payload,
  run: (deps, file) => checkUpload(deps, 'caseFiles', file),
});

/** Deletes a file that no message was sent with. */
export const discardCaseFile = defineJob({
  name: 'discard case file',
  payload,
  run: (deps, file) =>
    discardUpload(deps, 'caseFiles', file, sql<boolean>`request_id is null and entry_id is null`),
});

export const caseFileJobs = [checkCaseFile, discardCaseFile];
