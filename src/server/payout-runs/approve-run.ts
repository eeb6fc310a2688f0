import { calendarDate, formatDate } from '../../shared/domain/calendar-date.ts';
import { toDecimalString } from '../../shared/domain/money.ts';
import { anyOf } from '../approvals/approvers.ts';
import { requireApart } from '../approvals/require-apart.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { requireReconciled } from './check-run.ts';
import { closeRun, readDraftOf, reopenRun } from './close-run.ts';
import { requireNotBroughtIn } from './first-payouts.ts';
import { isOrphaned } from './prepare-run.ts';
import { readPosters } from './require-not-posted.ts';
import { lockBook, lockRun, type RunRecord, recordRun, type WhichRun } from './run-record.ts';
import { judgeApprovers, requireUninvolved, sentTo } from './who-approves.ts';

/**
 * Another person than who prepared a run approves what they saw of it, which closes its pay date. If anything of it has changed since, nothing
 * is approved. Whoever owns a syndicate that is paid does not approve it, nor does whoever brought it in.
 */
export async function approveRun(tx: Tx, which: WhichRun, seen: string, by: DeskUser): Promise<void> {
  const { tenantId, runId } = which;
  await lockBook(tx, tenantId);
  const run = await lockRun(tx, which);
  if (run.state === 'approved' && run.approvedBy === by.userId && run.fingerprint === seen) return;
  if (run.state !== 'draft') throw new Refusal('run_not_draft');
  if (run.preparedBy === by.userId) throw await ownRun(tx, which, run);
  await requireApart(tx, tenantId, run.preparedBy, by.userId);
  if (await isOrphaned(tx, tenantId, run))
    throw new Refusal('asker_lost_permission', {
      message:
        'Who prepared this run may no longer do so. Somebody else who prepares payouts has to take it over first.',
    });
  await requireNoOtherApproved(tx, which);
  const draft = await readDraftOf(tx, tenantId, run);
  if (draft.fingerprint !== seen) throw new Refusal('run_changed');
  await requireReconciled(tx, tenantId, run, draft.items);
  const posters = await readPosters(tx, tenantId, run, draft.items);
  const copied = await requireUninvolved(tx, tenantId, { posters, items: draft.items }, by);
  await closeRun(tx, which, run, draft, by.userId);
  const { inFile, withdrawn } = draft.totals;
  await recordRun(tx, runId, by, {
    action: 'payout run approved',
    details: {
      payDate: run.payDate,
      inFile: toDecimalString(inFile),
      withdrawn: toDecimalString(withdrawn),
      preparedBy: `user ${run.preparedBy}`,
      ...(copied.length > 0 && { copiedBy: copied.map((id) => `syndicate ${id}`).join(', ') }),
    },
  });
  await requireNotBroughtIn(tx, which, sentTo(draft.items), by);
}

/** Takes the approval of a run back, until its file is made. */
export async function withdrawRunApproval(tx: Tx, which: WhichRun, by: DeskUser): Promise<void> {
  await lockBook(tx, which.tenantId);
  const run = await lockRun(tx, which);
  if (run.state === 'draft') return;
  if (run.state !== 'approved') throw new Refusal('run_file_made');
  await reopenRun(tx, which);
  await recordRun(tx, which.runId, by, {
    action: 'payout run reopened',
    details: { payDate: run.payDate, because: 'withdrawn' },
  });
}

/**
 * What an approved run leaves is brought into the next one. If its approval still ended after that, the next one would pay what is not left, so
 * its file comes first. The caller holds the lock of the book.
 */
async function requireNoOtherApproved(tx: Tx, { tenantId, runId }: WhichRun): Promise<void> {
  const other = await tx
    .selectFrom('payoutRuns')
    .select('payDate')
    .where('tenantId', '=', tenantId)
    .where('id', '<>', runId)
    .where('state', '=', 'approved')
    .executeTakeFirst();
  if (!other) return;
  const date = formatDate(calendarDate(other.payDate));
  throw new Refusal('run_file_first', {
    message: `The run of ${date} is approved and has no bank file yet. Please make its file first, or withdraw its approval.`,
  });
}

async function ownRun(tx: Tx, which: WhichRun, run: RunRecord): Promise<Refusal> {
  const { items } = await readDraftOf(tx, which.tenantId, run);
  const others = (await judgeApprovers(tx, which, run, items)).filter(({ refusal }) => refusal === null);
  return new Refusal('own_run', {
    message:
      others.length > 0
        ? `You prepared this run, so somebody else has to approve it: ${anyOf(others.map(({ name }) => name))}.`
        : 'You prepared this run, so somebody else has to approve it, and nobody else can yet.',
  });
}
