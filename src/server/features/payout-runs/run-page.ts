import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Staff } from '../../access/caller.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import { type DifferingInvestor, findDiffering } from '../../payout-runs/check-run.ts';
import { readExpectedDates } from '../../payout-runs/expected-dates.ts';
import { readOriginator } from '../../payout-runs/originators.ts';
import { isOrphaned } from '../../payout-runs/prepare-run.ts';
import { stillMay } from '../../payout-runs/run-file.ts';
import type { WhichRun } from '../../payout-runs/run-record.ts';
import { readShownRun, type ShownRun } from '../../payout-runs/runs.queries.ts';
import { readShownItems } from '../../payout-runs/shown-items.ts';
import { readTakenBack } from '../../payout-runs/taken-back.queries.ts';
import { judgeApprovers, relationsOf } from '../../payout-runs/who-approves.ts';
import type { Tx } from '../../platform/db/database.ts';

/** Everything that the page of a run shows, and what of it its reader may do. */
export async function readRunPage(tx: Tx, which: WhichRun, { userId }: Staff) {
  const { tenantId } = which;
  const run = await readShownRun(tx, which);
  if (!run) throw notFoundInTenant(`payout run ${which.runId}`);
  const shown = await readShownItems(tx, which, run);
  const { own } = await relationsOf(tx, tenantId, userId);
  const originator = await readOriginator(tx, tenantId);
  const file = await readFile(tx, which);
  const mayDownload =
    file !== null &&
    run.refusedAt === null &&
    (run.madeBy === userId || run.approvedBy === userId) &&
    (await stillMay(tx, tenantId, { userId }));
  const isOrphanedNow = await isOrphaned(tx, tenantId, run);
  const differing = await readDifferingOf(tx, tenantId, run, shown.items);
  // It claims the list of members, so it comes last.
  const judged = run.state === 'draft' ? await judgeApprovers(tx, which, run, shown.items) : [];
  const approvers = judged.filter(({ refusal }) => refusal === null);
  const { effectiveDate, preparedAt, toldAt, approvedAt, madeAt, settledAt, refusedAt, ...rest } = run;
  return {
    ...rest,
    ...shown,
    takenBack: await readTakenBack(tx, tenantId, run.payDate),
    preparedAt: preparedAt.toISOString(),
    toldAt: toldAt?.toISOString() ?? null,
    approvedAt: approvedAt?.toISOString() ?? null,
    madeAt: madeAt?.toISOString() ?? null,
    settledAt: settledAt?.toISOString() ?? null,
    refusedAt: refusedAt?.toISOString() ?? null,
    effectiveDate:
      effectiveDate === null
        ? (await readExpectedDates(tx, tenantId))(run.payDate)
        : calendarDate(effectiveDate),
    file,
    originator,
    approvers: approvers.map(({ name }) => name),
    hindrance: judged.find((holder) => holder.userId === userId)?.refusal?.message ?? null,
    differing,
    isOwn: run.preparedBy === userId,
    isOrphaned: isOrphanedNow,
    isPaidToCaller: shown.items.some(({ syndicateId }) => own.has(syndicateId)),
    mayDownload,
    copied: await readCopied(tx, tenantId, approvers, shown.items),
  };
}

/** Which approvers get copies of the mail of which syndicates in the run, for the others to know. Their accounts have to be visible. */
async function readCopied(
  tx: Tx,
  tenantId: string,
  approvers: readonly { userId: bigint; name: string }[],
  items: readonly { syndicateId: bigint; syndicateName: string }[],
) {
  const names = new Map(items.map(({ syndicateId, syndicateName }) => [syndicateId, syndicateName]));
  const found = [];
  for (const { userId, name } of approvers)
    for (const id of (await relationsOf(tx, tenantId, userId)).copied) {
      const syndicateName = names.get(id);
      if (syndicateName !== undefined) found.push({ name, syndicateName });
    }
  return found;
}

/** Who keeps a run from being approved, or its file from being made. */
const readDifferingOf = async (
  tx: Tx,
  tenantId: string,
  run: ShownRun,
  items: Parameters<typeof findDiffering>[3],
): Promise<DifferingInvestor[]> =>
  run.state === 'draft' || run.state === 'approved' ? findDiffering(tx, tenantId, run, items) : [];

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
