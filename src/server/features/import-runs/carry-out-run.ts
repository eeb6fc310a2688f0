import { sql } from 'kysely';
import { asksOf, isWithin } from '../../import/asks.ts';
import { importBook } from '../../import/import-book.ts';
import { isOpen } from '../../import/mapping/problems.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import type { JobDeps } from '../../platform/jobs/jobs.ts';
import { readRun } from './import-runs.queries.ts';
import { isBegun } from './obstacles.ts';
import { prepareRun } from './prepare-run.ts';
import { noteProgress } from './run-progress.ts';
import { missedWords, reportOf } from './run-report.ts';

interface Confirmed {
  tenantId: string;
  runId: bigint;
}

const CHANGED =
  'The book has changed since the check, so that the import would do something else now. Nothing was imported. Please look at the import again.';

const STOPPED =
  'Only a part of it was imported: the worker was stopped, and the book has changed since. Please undo it, and import it again.';

/**
 * Imports a confirmed run. A worker that was killed in the middle leaves the run as it is, and the next one continues: what is in the book
 * already is recognized by its external ids and references. Once anything is in, what can no longer be imported because the book has changed
 * is passed over and named, so that the run ends and can be undone.
 */
export async function carryOutRun(deps: JobDeps, { tenantId, runId }: Confirmed): Promise<void> {
  const { run, hasBegun } = await withTenant(
    deps.db,
    tenantId,
    async (tx) => ({ run: await readRun(tx, tenantId, runId), hasBegun: await isBegun(tx, tenantId, runId) }),
    { readOnly: true },
  );
  if (run.state !== 'importing' || run.confirmedBy === null) return;
  const prepared = await prepareRun(deps, tenantId, runId, run.confirmedBy, { isConfirmed: true });
  const progress = noteProgress(deps, { tenantId, runId });
  // The book may have changed, so that the same files would be about other deals or investors by now.
  const isOther = prepared?.book.fingerprint !== run.report.fingerprint;
  const isBlocked = !hasBegun && (isOther || prepared?.book.problems.all().some(isOpen));
  const report =
    prepared && !isBlocked
      ? await importBook(deps.db, {
          ...prepared.request,
          runId,
          allows: (_tx, touched, files) =>
            isWithin(
              asksOf({ counts: files.map(({ kind, counts }) => ({ kind, ...counts })), touched }),
              asksOf(run.report),
            ),
          skipsBad: hasBegun || run.plan.leftOut.length > 0,
          onProgress: progress.note,
        })
      : null;
  await progress.done();
  const done =
    prepared && report !== null && report.applied !== 'nothing'
      ? {
          ...reportOf(prepared.book, report, run.plan),
          // Rows that were in before the worker was stopped count as unchanged now. Undoing them asks the same all the same.
          ...(hasBegun && { counts: run.report.counts }),
          touched: run.report.touched,
          blocker: null,
        }
      : null;
  await withTenant(deps.db, tenantId, (tx) =>
    tx
      .updateTable('importRuns')
      .set({
        progress: null,
        ...(done
          ? {
              ...{ state: 'done', finishedAt: sql`now()`, failure: missedWords(run.report, done, hasBegun) },
              report: sql`${JSON.stringify(done)}::jsonb`,
            }
          : hasBegun
            ? { state: 'done', finishedAt: sql`now()`, failure: STOPPED }
            : { state: 'failed', failure: CHANGED, confirmedBy: null, confirmedAt: null }),
      })
      .where('tenantId', '=', tenantId)
      .where('id', '=', runId)
      .where('state', '=', 'importing')
      .execute(),
  );
}
