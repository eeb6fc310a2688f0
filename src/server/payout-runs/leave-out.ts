import { toDecimalString } from '../../shared/domain/money.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { type DifferingInvestor, findDiffering } from './check-run.ts';
import { readDraftOf } from './close-run.ts';
import { lockRun, readRunRecord, recordRun, type WhichRun } from './run-record.ts';

/** The investors that a draft cannot pay because their figures differ. */
export async function requireDiffering(tx: Tx, which: WhichRun): Promise<DifferingInvestor[]> {
  const run = await readRunRecord(tx, which);
  if (run.state !== 'draft') throw new Refusal('run_not_draft');
  const { items } = await readDraftOf(tx, which.tenantId, run);
  const differing = await findDiffering(tx, which.tenantId, run, items);
  if (differing.length === 0) throw new Refusal('run_reconciled');
  return differing;
}

/** Two people pay a run without some of its investors. Their money is held, and a later run brings it in. */
export async function leaveOut(
  tx: Tx,
  which: WhichRun,
  { syndicateIds, reason }: { syndicateIds: readonly bigint[]; reason: string },
  by: DeskUser,
): Promise<void> {
  const { tenantId, runId } = which;
  const run = await lockRun(tx, which);
  if (run.state !== 'draft') throw new Refusal('run_not_draft');
  await tx
    .insertInto('payoutRunsLeftOut')
    .values(syndicateIds.map((syndicateId) => ({ tenantId, runId, syndicateId, reason })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { totals } = await readDraftOf(tx, tenantId, run);
  await recordRun(tx, runId, by, {
    action: 'investors left out',
    details: {
      payDate: run.payDate,
      syndicates: syndicateIds.map((id) => `syndicate ${id}`).join(', '),
      held: toDecimalString(totals.held),
      reason,
    },
  });
}
