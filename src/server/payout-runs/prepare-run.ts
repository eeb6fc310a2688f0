import { bankDayBefore, isBankDay } from '../../shared/domain/bank-holidays.ts';
import { type CalendarDate, formatDate } from '../../shared/domain/calendar-date.ts';
import { readFirstRunDate } from '../ledger/closed-pay-dates.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { Refusal } from '../platform/errors.ts';
import { readDraft } from './draft.queries.ts';
import { lockRun, recordRun, type WhichRun } from './run-record.ts';

/** Begins the run of a pay date, from the bank day before it on. Of several who do it at once, one does; all get the same run. */
export async function prepareRun(
  tx: Tx,
  tenantId: string,
  payDate: CalendarDate,
  by: DeskUser,
): Promise<bigint> {
  const known = await findRun(tx, tenantId, payDate);
  if (known) return known.id;
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
  return prepared.id;
}

const findRun = (tx: Tx, tenantId: string, payDate: CalendarDate) =>
  tx
    .selectFrom('payoutRuns')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('payDate', '=', payDate)
    .where('state', '<>', 'discarded')
    .executeTakeFirst();

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

/** Gives a draft up. Its pay date can be prepared again. */
export async function discardRun(tx: Tx, which: WhichRun, by: DeskUser): Promise<void> {
  const { state, payDate } = await lockRun(tx, which);
  if (state === 'discarded') return;
  if (state !== 'draft') throw new Refusal('run_not_draft');
  await tx
    .updateTable('payoutRuns')
    .set({ state: 'discarded' })
    .where('tenantId', '=', which.tenantId)
    .where('id', '=', which.runId)
    .where('state', '=', 'draft')
    .execute();
  await recordRun(tx, which.runId, by, { action: 'payout run discarded', details: { payDate } });
}
