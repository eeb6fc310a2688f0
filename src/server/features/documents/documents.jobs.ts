import { sql } from 'kysely';
import * as z from 'zod';
import { defineJob } from '../../platform/jobs/jobs.ts';
import { checkUpload } from '../../stored-files/check-upload.ts';
import { discardUpload } from '../../stored-files/discard-upload.ts';

const payload = z.object({ tenantId: z.uuid(), documentId: z.uuid() });

export const checkDocument = defineJob({
  name: 'check document',
  payload,
  run: (deps, { tenantId, documentId }) => checkUpload(deps, 'documents', { tenantId, fileId: documentId }),
});

/** Deletes a document that nobody has published. */
export const discardDocument = defineJob({
  name: 'discard document',
  payload,
  run: (deps, { tenantId, documentId }) =>
    discardUpload(deps, 'documents', { tenantId, fileId: documentId }, sql<boolean>`published_at is null`),
});
