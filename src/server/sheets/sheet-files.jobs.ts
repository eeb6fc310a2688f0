import { sql } from 'kysely';
import * as z from 'zod';
import { defineJob } from '../platform/jobs/jobs.ts';
import { discardUpload } from '../stored-files/discard-upload.ts';

const payload = z.object({ tenantId: z.uuid(), fileId: z.uuid() });

/** Deletes a spreadsheet that nothing was posted or imported from, with what was read from it. */
export const discardSheetFile = defineJob({
  name: 'discard sheet file',
  payload,
  run: (deps, file) => discardUpload(deps, 'sheetFiles', file, sql<boolean>`not is_kept`),
});

export const sheetFileJobs = [discardSheetFile];
