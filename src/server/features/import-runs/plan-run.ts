import { sql } from 'kysely';
import type { RunPlan } from '../../import/mapping/plan.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { DeskUser } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { UPLOAD_SECONDS } from '../../stored-files/uploads.ts';
import { checkImportRun, importRun, queueOf, undoImportRun } from './import-run.jobs.ts';
import { filesSeen, readRun, readRunFiles, type StoredRun } from './import-runs.queries.ts';

/** Nothing of a run that is at work or through can be changed. */
export function requireOpen({ state }: Pick<StoredRun, 'state'>): void {
  if (!['open', 'checking', 'ready', 'failed'].includes(state)) throw new Refusal('import_not_open');
}

/** Has a run checked anew, because its files or its plan have changed. */
export async function checkAgain(tx: Tx, tenantId: string, runId: bigint, plan?: RunPlan): Promise<number> {
  const run = await readRun(tx, tenantId, runId, { isLocked: true });
  requireOpen(run);
  const revision = run.revision + 1;
  await tx
    .updateTable('importRuns')
    .set({ state: 'checking', revision, progress: null, failure: null })
    .set(plan ? { plan: sql`${JSON.stringify(plan)}::jsonb` } : {})
    .where('tenantId', '=', tenantId)
    .where('id', '=', runId)
    .execute();
  // A check that has not begun is replaced: it would be of an older plan.
  const key = `check import ${tenantId} ${runId}`;
  await addJob(tx, checkImportRun, { tenantId, runId: String(runId), revision }, { key });
  return revision;
}

export async function planRun(
  tx: Tx,
  tenantId: string,
  runId: bigint,
  { revision, ...plan }: RunPlan & { revision: number },
): Promise<number> {
  const run = await readRun(tx, tenantId, runId, { isLocked: true });
  requireOpen(run);
  if (run.revision !== revision) throw new Refusal('import_changed');
  return checkAgain(tx, tenantId, runId, plan);
}

/** A file that was announced and never uploaded no longer comes: its address is out of date. */
const ARRIVES_WITHIN_MS = UPLOAD_SECONDS * 1000;

const isArriving = ({ state, stagedAt }: { state: string; stagedAt: Date }): boolean =>
  state === 'checking' ||
  (state === 'awaiting upload' && Date.now() - stagedAt.getTime() < ARRIVES_WITHIN_MS);

/** Has the worker import what was checked. Confirming it again changes nothing. */
export async function confirmRun(
  tx: Tx,
  tenantId: string,
  runId: bigint,
  { revision, operator }: { revision: number; operator: DeskUser },
): Promise<void> {
  const run = await readRun(tx, tenantId, runId, { isLocked: true });
  if (run.state === 'importing' && run.revision === revision) return;
  requireOpen(run);
  if (run.revision !== revision || run.state !== 'ready') throw new Refusal('import_changed');
  const { blocker, totals } = run.report;
  if (blocker !== null) throw new Refusal('import_blocked', { message: `${blocker}.` });
  const added = await readRunFiles(tx, tenantId, runId);
  const arriving = added.find(isArriving);
  if (arriving) throw new Refusal('import_blocked', { message: `${arriving.name} is still being checked.` });
  const files = filesSeen(run, added);
  await tx
    .updateTable('importRuns')
    .set({ state: 'importing', confirmedBy: operator.userId, confirmedAt: sql`now()`, progress: null })
    .where('tenantId', '=', tenantId)
    .where('id', '=', runId)
    .execute();
  await recordAudit(tx, {
    actorId: operator.userId,
    operator,
    action: 'import confirmed',
    subject: `import ${runId}`,
    details: {
      files: files.map(({ name, sha256 }) => `${name} ${sha256?.toString('hex') ?? ''}`).join('; '),
      ...Object.fromEntries(totals.map(({ figure, computed }) => [figure, computed])),
    },
  });
  await addJob(tx, importRun, { tenantId, runId: String(runId) }, { queue: queueOf(tenantId) });
}

/** Has the worker take a run back. Asking again changes nothing. */
export async function askToUndo(tx: Tx, tenantId: string, runId: bigint, operator: DeskUser): Promise<void> {
  const run = await readRun(tx, tenantId, runId, { isLocked: true });
  if (run.state === 'undoing' || run.state === 'undone') return;
  if (run.state !== 'done') throw new Refusal('import_not_done');
  await tx
    .updateTable('importRuns')
    .set({ state: 'undoing', undoneBy: operator.userId, failure: null, progress: null })
    .where('tenantId', '=', tenantId)
    .where('id', '=', runId)
    .execute();
  await recordAudit(tx, {
    actorId: operator.userId,
    operator,
    action: 'import undo asked for',
    subject: `import ${runId}`,
  });
  await addJob(tx, undoImportRun, { tenantId, runId: String(runId) }, { queue: queueOf(tenantId) });
}
