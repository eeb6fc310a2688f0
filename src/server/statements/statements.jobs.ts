import * as z from 'zod';
import { hasLargeBook } from '../ledger/book-size.ts';
import { defineJob } from '../platform/jobs/jobs.ts';
import { defineTenantJobs } from '../platform/jobs/tenant-jobs.ts';
import { checkStatementFile } from './check-statement-file.jobs.ts';
import { makeDueStatements } from './make-statements.ts';

const makeTenantsStatements = defineTenantJobs({
  name: 'make statements of tenant',
  batchName: 'make statements of tenants',
  // Runs after jobs that a user waits for.
  priority: 15,
  with: {},
  isLarge: hasLargeBook,
  async run({ db, logger }, tenantId) {
    const { made, corrected, differing, through } = await makeDueStatements(db, tenantId);
    if (made + corrected > 0) logger.info({ tenantId, made, corrected, through }, 'statements were made');
    if (differing > 0)
      logger.warn({ tenantId, differing }, 'statements wait for investors whose figures differ');
  },
});

const startStatements = defineJob({
  name: 'start statements',
  // Every night, so that a month is made up for that no worker was running for. By then the funders' day is over, and the comparison of
  // the books, which follows, finds the statements as they are now.
  schedule: '50 6 * * *',
  payload: z.object({}),
  run: ({ db }) => makeTenantsStatements.addForAll(db, {}),
});

export const statementJobs = [startStatements, ...makeTenantsStatements.jobs, checkStatementFile];
