import { sql } from 'kysely';
import { importBook, type Progress } from '../../import/import-book.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import type { JobDeps } from '../../platform/jobs/jobs.ts';
import { filesSeen, readRun } from './import-runs.queries.ts';
import { prepareRun } from './prepare-run.ts';
import { missedWords, reportOf } from './run-report.ts';

interface Confirmed {
  tenantId: string;
  runId: bigint;
}

const CHANGED =
  'The book has changed since the check, so that rows are wrong now that were right then. Nothing was imported. Please look at the import again.';

/**
 * Imports a confirmed run. A worker that was killed in the middle leaves the run as it is, and the next one continues: what is in the book
 * already is recognized by its external ids and references.
 */
export async function carryOutRun(deps: JobDeps, { tenantId, runId }: Confirmed): Promise<void> {
  const run = await withTenant(deps.db, tenantId, (tx) => readRun(tx, tenantId, runId), { readOnly: true });
  if (run.state !== 'importing' || run.confirmedBy === null) return;
  const prepared = await prepareRun(deps, tenantId, runId, run.confirmedBy, { ofFiles: filesSeen });
  await noteCompleteDay(deps, { tenantId, runId });
  const progress = noteProgress(deps, { tenantId, runId });
  const isBlocked = prepared?.book.problems
    .all()
    .some(({ outcome, isLeftOut }) => outcome === 'bad' && !isLeftOut);
  const report =
    prepared && !isBlocked
      ? await importBook(deps.db, {
          ...prepared.request,
          runId,
          skipsBad: run.plan.leftOut.length > 0,
          onProgress: progress.note,
        })
      : null;
  await progress.done();
  const done =
    prepared && report !== null && report.applied !== 'nothing'
      ? { ...reportOf(prepared.book, report, run.plan), blocker: null }
      : null;
  await withTenant(deps.db, tenantId, (tx) =>
    tx
      .updateTable('importRuns')
      .set({
        progress: null,
        ...(done
          ? {
              ...{ state: 'done', finishedAt: sql`now()`, failure: missedWords(run.report, done) },
              report: sql`${JSON.stringify(done)}::jsonb`,
            }
          : { state: 'failed', failure: CHANGED, confirmedBy: null, confirmedAt: null }),
      })
      .where('tenantId', '=', tenantId)
      .where('id', '=', runId)
      .where('state', '=', 'importing')
      .execute(),
  );
}

/** Undoing the run takes the day back through which the book is complete. A run that is resumed has noted it already. */
const noteCompleteDay = ({ db }: JobDeps, { tenantId, runId }: Confirmed) =>
  withTenant(db, tenantId, (tx) =>
    sql`
      update import_runs run set complete_before = books.complete_through from tenant_books books
      where run.tenant_id = ${tenantId}::uuid and run.id = ${runId} and run.complete_before is null
        and books.tenant_id = run.tenant_id
        and not exists (select from payment_sources source
          where source.tenant_id = run.tenant_id and source.import_run_id = run.id)`.execute(tx),
  );

const EVERY_MS = 1_000;

/** Writes how far the work is, once a second, on another connection than that of the import. */
function noteProgress({ db, logger }: JobDeps, { tenantId, runId }: Confirmed) {
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
