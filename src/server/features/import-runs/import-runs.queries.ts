import { type Selectable, sql } from 'kysely';
import type { ImportRunState } from '../../../shared/domain/import-runs.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import { EMPTY_PLAN, type RunPlan } from '../../import/mapping/plan.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { DB } from '../../platform/db/schema.ts';
import { EMPTY_REPORT, type RunReport } from './run-report.ts';

const PAGE_LENGTH = 25;

interface HeadingRow {
  id: bigint;
  state: ImportRunState;
  startedByName: string;
  startedAt: Date;
  confirmedByName: string | null;
  confirmedAt: Date | null;
  finishedAt: Date | null;
  undoAskedByName: string | null;
  undoneByName: string | null;
  undoneAt: Date | null;
  fileNames: string[];
}

const nameOf = (column: string) => sql`(select member.name from memberships member
  where member.tenant_id = run.tenant_id and member.user_id = ${sql.ref(`run.${column}`)})`;

const HEADING = sql`
  run.id, run.state, coalesce(${nameOf('started_by')}, '') as "startedByName", run.started_at as "startedAt",
  ${nameOf('confirmed_by')} as "confirmedByName", run.confirmed_at as "confirmedAt", run.finished_at as "finishedAt",
  ${nameOf('undo_asked_by')} as "undoAskedByName", ${nameOf('undone_by')} as "undoneByName", run.undone_at as "undoneAt",
  array(select file.name from import_files file where file.tenant_id = run.tenant_id and file.run_id = run.id
    order by file.staged_at, file.id) as "fileNames"`;

const heading = ({ startedAt, confirmedAt, finishedAt, undoneAt, ...row }: HeadingRow) => ({
  ...row,
  startedAt: startedAt.toISOString(),
  confirmedAt: confirmedAt?.toISOString() ?? null,
  finishedAt: finishedAt?.toISOString() ?? null,
  undoneAt: undoneAt?.toISOString() ?? null,
});

/** Whether there is such an import: a job may be older than what its payload names. */
export async function isKnownRun(tx: Tx, tenantId: string, runId: bigint): Promise<boolean> {
  const found = await tx
    .selectFrom('importRuns')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('id', '=', runId)
    .executeTakeFirst();
  return found !== undefined;
}

/** A page of the imports, the newest first. One to which no file was added is not listed. */
export async function listRuns(tx: Tx, tenantId: string, page: number) {
  const { rows } = await sql<HeadingRow & { total: number }>`
    select ${HEADING}, count(*) over ()::integer as total
    from import_runs run
    where run.tenant_id = ${tenantId}::uuid
      and exists (select from import_files file where file.tenant_id = run.tenant_id and file.run_id = run.id)
    order by run.started_at desc, run.id desc
    limit ${PAGE_LENGTH} offset ${(page - 1) * PAGE_LENGTH}`.execute(tx);
  return {
    runs: rows.map(({ total: _, ...row }) => heading(row)),
    count: rows[0]?.total ?? 0,
    pageLength: PAGE_LENGTH,
  };
}

interface Progress {
  doing: string;
  rows: number;
  of: number | null;
}

export interface StoredRun {
  id: bigint;
  state: ImportRunState;
  revision: number;
  plan: RunPlan;
  report: RunReport;
  progress: Progress | null;
  failure: string | null;
  startedBy: bigint;
  plannedBy: bigint[];
  confirmedBy: bigint | null;
  undoneBy: bigint | null;
  undoAskedBy: bigint | null;
}

const stored = (row: Selectable<DB['importRuns']>): StoredRun => ({
  ...row,
  plan: { ...EMPTY_PLAN, ...(row.plan as Partial<RunPlan>) },
  report: { ...EMPTY_REPORT, ...(row.report as Partial<RunReport> | null) },
  progress: row.progress as Progress | null,
});

/** A run, locked where it is going to be changed. */
export async function readRun(
  tx: Tx,
  tenantId: string,
  runId: bigint,
  { isLocked = false } = {},
): Promise<StoredRun> {
  let query = tx
    .selectFrom('importRuns')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('id', '=', runId);
  if (isLocked) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  if (!row) throw notFoundInTenant(`import ${runId}`);
  return stored(row);
}

export async function readRunHeading(tx: Tx, tenantId: string, runId: bigint) {
  const { rows } = await sql<HeadingRow>`
    select ${HEADING} from import_runs run where run.tenant_id = ${tenantId}::uuid and run.id = ${runId}`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw notFoundInTenant(`import ${runId}`);
  return heading(row);
}

export const readRunFiles = (tx: Tx, tenantId: string, runId: bigint) =>
  tx
    .selectFrom('importFiles')
    .select(['id', 'name', 'state', 'refusal', 'sha256', 'stagedAt'])
    .where('tenantId', '=', tenantId)
    .where('runId', '=', runId)
    .orderBy('stagedAt')
    .orderBy('id')
    .execute();

/** The files of which whoever confirms has seen what they hold. Nothing else is imported. */
export const filesSeen = <T extends { id: string }>({ report }: StoredRun, files: readonly T[]): T[] =>
  files.filter(({ id }) => report.files.some((seen) => seen.id === id));

/** What was confirmed last, from which the columns of files with the same header are taken over. */
export async function readEarlierRuns(tx: Tx, tenantId: string): Promise<StoredRun[]> {
  const rows = await tx
    .selectFrom('importRuns')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('state', 'in', ['done', 'undone'])
    .orderBy('confirmedAt', 'desc')
    .limit(20)
    .execute();
  return rows.map(stored);
}
