import { sql } from 'kysely';
import type { Progress } from '../../import/import-book.ts';
import type { Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import type { JobDeps } from '../../platform/jobs/jobs.ts';

const EVERY_MS = 1_000;

/** A run as it was when its check was asked for. */
export interface Checked {
  tenantId: string;
  runId: bigint;
  revision: number;
}

/** Says on the page of a run that others keep its check from going on. False if the run is no longer in that check. */
export async function noteInterrupted(tx: Tx, { tenantId, runId, revision }: Checked): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('importRuns')
    .set({ progress: sql`${JSON.stringify({ doing: 'interrupted', rows: 0, of: null })}::jsonb` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', runId)
    .where('state', '=', 'checking')
    .where('revision', '=', revision)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Writes how far the work is, once a second, on another connection than that of the import. */
export function noteProgress(
  { db, logger }: JobDeps,
  { tenantId, runId }: { tenantId: string; runId: bigint },
) {
  let last = 0;
  let writing: Promise<unknown> = Promise.resolve();
  return {
    note({ doing, rows, of }: Progress): void {
      if (Date.now() - last < EVERY_MS) return;
      last = Date.now();
      const progress = JSON.stringify({ doing, rows, of: of ?? null });
      writing = withTenant(db, tenantId, (tx) =>
        tx
          .updateTable('importRuns')
          .set({ progress: sql`${progress}::jsonb` })
          .where('tenantId', '=', tenantId)
          .where('id', '=', runId)
          .execute(),
      ).catch((err: unknown) => logger.warn({ err }, 'the progress of an import could not be written'));
    },
    done: () => writing,
  };
}
