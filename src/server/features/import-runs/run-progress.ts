import { sql } from 'kysely';
import type { Progress } from '../../import/import-book.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import type { JobDeps } from '../../platform/jobs/jobs.ts';

const EVERY_MS = 1_000;

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
