import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Staff } from '../../access/caller.ts';
import { holdersOf } from '../../approvals/approvers.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import { syndicatesOf } from '../../payout-runs/approve-run.ts';
import { effectiveDateOf } from '../../payout-runs/effective-date.ts';
import { readNow } from '../../payout-runs/make-file.ts';
import { readOriginator } from '../../payout-runs/originators.ts';
import { isOrphaned } from '../../payout-runs/prepare-run.ts';
import { stillMay } from '../../payout-runs/run-file.ts';
import type { WhichRun } from '../../payout-runs/run-record.ts';
import { readShownRun } from '../../payout-runs/runs.queries.ts';
import { readShownItems } from '../../payout-runs/shown-items.ts';
import type { Tx } from '../../platform/db/database.ts';

/** Until somebody has said another one. */
const USUAL_CUTOFF = 14 * 60;

/** Everything that the page of a run shows, and what of it its reader may do. */
export async function readRunPage(tx: Tx, which: WhichRun, { userId }: Staff) {
  const { tenantId } = which;
  const run = await readShownRun(tx, which);
  if (!run) throw notFoundInTenant(`payout run ${which.runId}`);
  const shown = await readShownItems(tx, which, run);
  const own = await syndicatesOf(tx, tenantId, userId);
  const originator = await readOriginator(tx, tenantId);
  const approvers = (await holdersOf(tx, tenantId, 'approve-money')).filter(
    (holder) => holder.userId !== run.preparedBy,
  );
  const file = await readFile(tx, which);
  const { effectiveDate, preparedAt, approvedAt, madeAt, settledAt, refusedAt, ...rest } = run;
  return {
    ...rest,
    ...shown,
    preparedAt: preparedAt.toISOString(),
    approvedAt: approvedAt?.toISOString() ?? null,
    madeAt: madeAt?.toISOString() ?? null,
    settledAt: settledAt?.toISOString() ?? null,
    refusedAt: refusedAt?.toISOString() ?? null,
    effectiveDate:
      effectiveDate === null
        ? effectiveDateOf(run.payDate, await readNow(tx), originator?.cutoffMinute ?? USUAL_CUTOFF)
        : calendarDate(effectiveDate),
    file,
    originator,
    approvers: approvers.map(({ name }) => name),
    isOwn: run.preparedBy === userId,
    isOrphaned: await isOrphaned(tx, tenantId, run),
    isPaidToCaller: shown.items.some(({ syndicateId }) => own.has(syndicateId)),
    mayDownload:
      file !== null &&
      refusedAt === null &&
      (run.madeBy === userId || run.approvedBy === userId) &&
      (await stillMay(tx, tenantId, { userId })),
  };
}

async function readFile(tx: Tx, { tenantId, runId }: WhichRun) {
  const file = await tx
    .selectFrom('payoutRunFiles as file')
    .leftJoin('memberships as who', (join) =>
      join.onRef('who.tenantId', '=', 'file.tenantId').onRef('who.userId', '=', 'file.downloadedBy'),
    )
    .select([
      'file.name',
      'file.entryCount',
      'file.batchCount',
      'file.entryHash',
      'file.creditCents as credit',
      'file.downloadedAt',
      'who.name as downloadedByName',
    ])
    .where('file.tenantId', '=', tenantId)
    .where('file.runId', '=', runId)
    .executeTakeFirst();
  if (!file) return null;
  return { ...file, downloadedAt: file.downloadedAt?.toISOString() ?? null };
}
