import { finished } from 'node:stream/promises';
import * as z from 'zod';
import type { Tx } from '../platform/db/database.ts';
import { withTenant } from '../platform/db/transactions.ts';
import { addJob, defineJob } from '../platform/jobs/jobs.ts';
import { readStatementFile } from './read-statements.ts';

const id = z.string().transform(BigInt);

export interface WhichStatement {
  syndicateId: bigint;
  statementId: bigint;
}

/**
 * Makes the PDF of a statement that could not be made for a mail, and keeps nothing of it. For as long as it cannot be made this job fails,
 * and so it is where failures are looked for: in the log, the metrics, the alerts and the list of failed jobs. Once it can be made the job
 * is done.
 */
export const checkStatementFile = defineJob({
  name: 'check statement file',
  // Runs after jobs that a user waits for.
  priority: 15,
  payload: z.object({ tenantId: z.uuid(), syndicateId: id, statementId: id }),
  async run({ db }, { tenantId, syndicateId, statementId }) {
    const file = await withTenant(
      db,
      tenantId,
      (tx) => readStatementFile(tx, { tenantId, syndicateId }, { statementId, format: 'pdf' }),
      { readOnly: true },
    );
    const { body } = await file.open();
    await finished(body.resume());
  },
});

/** However many mails miss the same file, there is one job: also while it runs, it serves the next mail as well. */
export const addCheckOfFile = (
  tx: Tx,
  tenantId: string,
  { syndicateId, statementId }: WhichStatement,
): Promise<void> =>
  addJob(
    tx,
    checkStatementFile,
    { tenantId, syndicateId: syndicateId.toString(), statementId: statementId.toString() },
    { key: `check statement file ${tenantId} ${statementId}`, isOnce: true },
  );
