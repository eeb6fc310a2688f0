import { bankDayBefore, isBankDay } from '../../shared/domain/bank-holidays.ts';
import { type CalendarDate, formatDate } from '../../shared/domain/calendar-date.ts';
import { holdersOf } from '../approvals/approvers.ts';
import { remindApprovers, tellApprovers } from '../approvals/tell-approvers.ts';
import { readFirstRunDate } from '../ledger/closed-pay-dates.ts';
import { lockLedgerExclusively } from '../ledger/ledger-lock.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { Refusal } from '../platform/errors.ts';
import { readDraft } from './draft.queries.ts';
import { lockRun, type RunRecord, recordRun, type WhichRun } from './run-record.ts';

/**
 * Begins the run of a pay date, from the bank day before it on. Of several who do it at once, one does; all get the same run. Whoever asks for
 * a draft whose preparer may no longer prepare payouts takes it over.
 */
export async function prepareRun(
  tx: Tx,
  tenantId: string,
  payDate: CalendarDate,
  by: DeskUser,
): Promise<bigint> {
  const known = await findRun(tx, tenantId, payDate);
  if (known) return takeOver(tx, { tenantId, runId: known.id }, by);
  // Otherwise the first run could be discarded at the same moment, and its pay date would be before this one.
  await lockLedgerExclusively(tx, tenantId);
  await requirePayable(tx, tenantId, payDate);
  const { items } = await readDraft(tx, { tenantId, runId: 0n, payDate });
  if (items.length === 0) throw new Refusal('run_nothing_due');
  const prepared = await tx
    .insertInto('payoutRuns')
    .values({ tenantId, payDate, preparedBy: by.userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  // Somebody else was quicker.
  if (!prepared) return (await findRun(tx, tenantId, payDate))?.id ?? prepareRun(tx, tenantId, payDate, by);
  await recordRun(tx, prepared.id, by, { action: 'payout run prepared', details: { payDate } });
  await tellApprovers(tx, waitingRun({ tenantId, runId: prepared.id }), approversBut(by.userId));
  return prepared.id;
}

const waitingRun = ({ tenantId, runId: id }: WhichRun) => ({ tenantId, about: 'payout run', id }) as const;
const approversBut = (except: bigint) => ({ permission: 'approve-money', except }) as const;

/** Tells whoever can approve a draft once more that it waits. */
export async function remindOfRun(tx: Tx, which: WhichRun, by: DeskUser): Promise<Date> {
  const { state, preparedBy } = await lockRun(tx, which);
  if (state !== 'draft') throw new Refusal('run_not_draft');
  const toldAt = await remindApprovers(tx, waitingRun(which), approversBut(preparedBy));
  await recordRun(tx, which.runId, by, { action: 'approvers reminded', details: {} });
  return toldAt;
}

const findRun = (tx: Tx, tenantId: string, payDate: CalendarDate) =>
  tx
    .selectFrom('payoutRuns')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('payDate', '=', payDate)
    .where('state', '<>', 'discarded')
    .executeTakeFirst();

/** Whether who prepared a draft may no longer do so: nobody can approve it then until somebody else has taken it over. */
export async function isOrphaned(
  tx: Tx,
  tenantId: string,
  { state, preparedBy }: Pick<RunRecord, 'state' | 'preparedBy'>,
): Promise<boolean> {
  if (state !== 'draft') return false;
  return !(await holdersOf(tx, tenantId, 'prepare-payouts')).some(({ userId }) => userId === preparedBy);
}

async function takeOver(tx: Tx, which: WhichRun, by: DeskUser): Promise<bigint> {
  const run = await lockRun(tx, which);
  if (await isOrphaned(tx, which.tenantId, run)) {
    await tx
      .updateTable('payoutRuns')
      .set({ preparedBy: by.userId })
      .where('tenantId', '=', which.tenantId)
      .where('id', '=', which.runId)
      .where('state', '=', 'draft')
      .execute();
    await recordRun(tx, which.runId, by, {
      action: 'payout run prepared',
      details: { payDate: run.payDate, takenOverFrom: `user ${run.preparedBy}` },
    });
  }
  return which.runId;
}

/** A date before the first run was paid outside the portal, so it is never paid by one. */
async function requirePayable(tx: Tx, tenantId: string, payDate: CalendarDate): Promise<void> {
  const today = await readToday(tx);
  if (!isBankDay(payDate)) throw new Refusal('run_no_bank_day');
  const from = bankDayBefore(payDate);
  if (today < from)
    throw new Refusal('run_too_early', {
      message: `The run of ${formatDate(payDate)} is prepared from ${formatDate(from)} on, the bank day before.`,
    });
  if (payDate < ((await readFirstRunDate(tx, tenantId)) ?? today)) throw new Refusal('run_before_first');
}

/**
 * Gives a draft up. Its pay date can be prepared again, so the first run stays once a later one or its pay date has come: that date would
 * count as paid outside the portal.
 */
export async function discardRun(tx: Tx, which: WhichRun, by: DeskUser): Promise<void> {
  await lockLedgerExclusively(tx, which.tenantId);
  const { state, payDate } = await lockRun(tx, which);
  if (state === 'discarded') return;
  if (state !== 'draft') throw new Refusal('run_not_draft');
  const first = await readFirstRunDate(tx, which.tenantId, which.runId);
  if (payDate < (first ?? (await readToday(tx)))) throw new Refusal('run_is_first');
  await tx
    .updateTable('payoutRuns')
    .set({ state: 'discarded' })
    .where('tenantId', '=', which.tenantId)
    .where('id', '=', which.runId)
    .where('state', '=', 'draft')
    .execute();
  await recordRun(tx, which.runId, by, { action: 'payout run discarded', details: { payDate } });
}
