import { sql } from 'kysely';
import { importBook } from '../../import/import-book.ts';
import { isOpen } from '../../import/mapping/problems.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import type { JobDeps } from '../../platform/jobs/jobs.ts';
import { readRun } from './import-runs.queries.ts';
import { type PreparedRun, prepareRun } from './prepare-run.ts';
import { rehearse } from './rehearse-run.ts';
import { type Checked, noteProgress } from './run-progress.ts';
import { EMPTY_REPORT, type RunReport, reportOf } from './run-report.ts';

/** Finds out what importing a run would do, without writing anything to the book. A check that is out of date by then is forgotten. */
export async function checkRun(deps: JobDeps, { tenantId, runId, revision }: Checked): Promise<void> {
  const run = await withTenant(deps.db, tenantId, (tx) => readRun(tx, tenantId, runId), { readOnly: true });
  if (run.state !== 'checking' || run.revision !== revision) return;
  const prepared = await prepareRun(deps, tenantId, runId, run.startedBy);
  const report = prepared ? await tryRun(deps, { tenantId, runId }, prepared) : EMPTY_REPORT;
  await withTenant(deps.db, tenantId, (tx) =>
    tx
      .updateTable('importRuns')
      .set({
        state: prepared ? 'ready' : 'open',
        report: sql`${JSON.stringify(report)}::jsonb`,
        progress: null,
        ...(prepared && { plan: sql`${JSON.stringify(prepared.plan)}::jsonb` }),
      })
      .where('tenantId', '=', tenantId)
      .where('id', '=', runId)
      .where('state', '=', 'checking')
      .where('revision', '=', revision)
      // Files that were uploaded meanwhile have it checked again, with them.
      .where(
        sql<boolean>`(select count(*) filter (where state = 'clean') = ${prepared?.fileCount ?? 0}
            and count(*) filter (where state = 'checking') = 0
          from import_files where tenant_id = ${tenantId}::uuid and run_id = ${runId})`,
      )
      .execute(),
  );
}

async function tryRun(
  deps: JobDeps,
  which: Omit<Checked, 'revision'>,
  { request, book, plan }: PreparedRun,
): Promise<RunReport> {
  const progress = noteProgress(deps, which);
  const rehearsal = rehearse(which);
  const report = await importBook(deps.db, {
    ...{ ...request, runId: which.runId, isDryRun: true },
    // Bad rows are told and passed over, so that everything that is wrong is found at once.
    skipsBad: true,
    ...(!book.problems.all().some(isOpen) && { rehearses: rehearsal.run }),
    onProgress: progress.note,
  });
  await progress.done();
  return reportOf(book, report, plan, await rehearsal.result(deps.db));
}
