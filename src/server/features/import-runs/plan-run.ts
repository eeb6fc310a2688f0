import { sql } from 'kysely';
import type { Staff } from '../../access/caller.ts';
import { lockMover } from '../../approvals/moved-alone.ts';
import type { RunPlan } from '../../import/mapping/plan.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { DeskUser } from '../../platform/audit/operator.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { longWorkOf } from '../../platform/jobs/long-work.ts';
import { UPLOAD_SECONDS } from '../../stored-files/uploads.ts';
import {
  isImporter,
  isUndoAsked,
  moveRunAlone,
  requirePermissions,
  requireSecond,
  saidAsks,
} from './asks.ts';
import { addCheck, importRun, undoImportRun } from './import-run.jobs.ts';
import { filesSeen, readRun, readRunFiles, type StoredRun } from './import-runs.queries.ts';

/** Nothing of a run that is at work or through can be changed. */
export function requireOpen({ state }: Pick<StoredRun, 'state'>): void {
  if (!['open', 'checking', 'ready', 'failed'].includes(state)) throw new Refusal('import_not_open');
}

/** Has a run checked anew, because its files or its plan have changed. */
export async function checkAgain(tx: Tx, tenantId: string, runId: bigint): Promise<number> {
  return checkAnew(tx, tenantId, await readRun(tx, tenantId, runId, { isLocked: true }));
}

/** The caller has locked the run. */
async function checkAnew(
  tx: Tx,
  tenantId: string,
  run: StoredRun,
  planned?: { plan: RunPlan; by: bigint },
): Promise<number> {
  requireOpen(run);
  const revision = run.revision + 1;
  await tx
    .updateTable('importRuns')
    .set({ state: 'checking', revision, progress: null, failure: null })
    .set(
      planned
        ? {
            plan: sql`${JSON.stringify(planned.plan)}::jsonb`,
            plannedBy: [...new Set([...run.plannedBy, planned.by])],
          }
        : {},
    )
    .where('tenantId', '=', tenantId)
    .where('id', '=', run.id)
    .execute();
  await addCheck(tx, { tenantId, runId: run.id, revision });
  return revision;
}

export async function planRun(
  tx: Tx,
  tenantId: string,
  runId: bigint,
  { revision, ...plan }: RunPlan & { revision: number },
  plannedBy: bigint,
): Promise<number> {
  const run = await readRun(tx, tenantId, runId, { isLocked: true });
  requireOpen(run);
  if (run.revision !== revision) throw new Refusal('import_changed');
  return checkAnew(tx, tenantId, run, { plan, by: plannedBy });
}

interface Confirming {
  revision: number;
  operator: DeskUser;
  permissions: Staff['permissions'];
}

/** A file that was announced and never uploaded no longer comes: its address is out of date. */
const ARRIVES_WITHIN_MS = UPLOAD_SECONDS * 1000;

const isArriving = ({ state, stagedAt }: { state: string; stagedAt: Date }): boolean =>
  state === 'checking' ||
  (state === 'awaiting upload' && Date.now() - stagedAt.getTime() < ARRIVES_WITHIN_MS);

/**
 * Has the worker import what was checked. Confirming it again changes nothing. What it changes asks for the same as when it is done by hand:
 * where that is a second person, somebody confirms it who has not prepared it.
 */
export async function confirmRun(
  tx: Tx,
  tenantId: string,
  runId: bigint,
  { revision, operator, permissions }: Confirming,
): Promise<void> {
  await lockMover(tx, tenantId, operator);
  const run = await readRun(tx, tenantId, runId, { isLocked: true });
  if (run.state === 'importing' && run.revision === revision) return;
  requireOpen(run);
  if (run.revision !== revision || run.state !== 'ready') throw new Refusal('import_changed');
  const { blocker, totals } = run.report;
  if (blocker !== null) throw new Refusal('import_blocked', { message: `${blocker}.` });
  const added = await readRunFiles(tx, tenantId, runId);
  const arriving = added.find(isArriving);
  if (arriving) throw new Refusal('import_blocked', { message: `${arriving.name} is still being checked.` });
  requirePermissions({ tenantId, permissions }, run);
  if (!(await moveRunAlone(tx, tenantId, run, operator))) await requireSecond(tx, tenantId, run, operator);
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
      asks: saidAsks(run.report),
    },
  });
  await addJob(tx, importRun, { tenantId, runId: String(runId) }, { queue: longWorkOf(tenantId) });
}

/**
 * Has the worker take a run back, which asks for the same as the import. Where that is a second person, and of what somebody else has
 * imported, one asks and another one has it done. Asking again changes nothing.
 */
export async function askToUndo(
  tx: Tx,
  tenantId: string,
  runId: bigint,
  { operator, permissions }: Pick<Confirming, 'operator' | 'permissions'>,
): Promise<void> {
  await lockMover(tx, tenantId, operator);
  const run = await readRun(tx, tenantId, runId, { isLocked: true });
  if (run.state === 'undoing' || run.state === 'undone') return;
  if (run.state !== 'done') throw new Refusal('import_not_done');
  requirePermissions({ tenantId, permissions }, run);
  const waits = !isImporter(run, operator) || !(await moveRunAlone(tx, tenantId, run, operator));
  if (waits && !(await isUndoAsked(tx, tenantId, run))) return askForSecond(tx, tenantId, run, operator);
  if (waits && run.undoAskedBy === operator.userId) return;
  if (waits) await requireSecond(tx, tenantId, run, operator);
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
  await addJob(tx, undoImportRun, { tenantId, runId: String(runId) }, { queue: longWorkOf(tenantId) });
}

async function askForSecond(tx: Tx, tenantId: string, run: StoredRun, operator: DeskUser): Promise<void> {
  await tx
    .updateTable('importRuns')
    .set({ undoAskedBy: operator.userId })
    .where('tenantId', '=', tenantId)
    .where('id', '=', run.id)
    .execute();
  await recordAudit(tx, {
    ...{ actorId: operator.userId, operator, action: 'import undo asked for', subject: `import ${run.id}` },
    details: { waitsForSecondPerson: true },
  });
}
