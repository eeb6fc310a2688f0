import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import { type Cents, toDecimalString } from '../../shared/domain/money.ts';
import { CLOSED_RUN_STATES } from '../../shared/domain/payout-runs.ts';
import { lockCashAccount } from '../ledger/cash/open-cash-account.ts';
import { postedCash } from '../ledger/cash/posted-cash.ts';
import { markPayDates } from '../ledger/unpaid-dates.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { dayOf } from '../platform/db/today.ts';
import { Refusal } from '../platform/errors.ts';
import { tellOfTakenBack } from './payout-news.ts';
import { readRunRecord, recordRun } from './run-record.ts';
import { enterReturned, type FoundItem, findSentItem } from './settle-run.ts';

export interface WhichItem {
  tenantId: string;
  itemId: bigint;
}

/** A return as somebody saw it before taking it back. */
export interface SeenReturn {
  returnCode: string;
  /** Of a withdrawal: what its cash account holds afterwards. */
  cashAfter: Cents | null;
}

export interface TakenBack extends SeenReturn {
  runId: bigint;
  payDate: CalendarDate;
  paidOn: CalendarDate;
  syndicateId: bigint;
  syndicateName: string;
  amount: Cents;
  traceNumber: string;
  returnedAt: Date;
  cash: Cents | null;
}

/** What taking a return back would do. Refused where it cannot be done. */
export async function previewTakeBack(tx: Tx, which: WhichItem): Promise<TakenBack> {
  const { tenantId, itemId } = which;
  const found = await findSentItem(tx, which);
  const { returnCode, returnedAt, amount, runId, syndicateId, traceNumber } = found;
  if (returnCode === null || returnedAt === null) throw new Refusal('return_changed');
  // What came back before the bank refused the file is owed all the same.
  if ((await readRunRecord(tx, { tenantId, runId })).refusedAt !== null)
    throw new Refusal('run_file_refused');
  const isWithdrawal = found.withdrawal !== null;
  if (!isWithdrawal && (await isBroughtIn(tx, tenantId, found)))
    throw new Refusal('payout_return_brought_in');
  const { rows } = await sql<{ payDate: string; paidOn: string; syndicateName: string; cash: Cents }>`
    select run.pay_date as "payDate", coalesce(least(${dayOf(sql`run.settled_at`)}, run.effective_date), run.pay_date) as "paidOn",
      s.name as "syndicateName", coalesce(${postedCash}, 0)::bigint as cash
    from payout_run_items item
    join payout_runs run on run.tenant_id = item.tenant_id and run.id = item.run_id
    join syndicates s on s.tenant_id = item.tenant_id and s.id = item.syndicate_id
    left join syndicate_totals total on total.tenant_id = s.tenant_id and total.syndicate_id = s.id
    where item.tenant_id = ${tenantId}::uuid and item.id = ${itemId}`.execute(tx);
  const [of] = rows;
  if (!of) throw new Error('What was found has a run and a syndicate.');
  return {
    ...{ runId, syndicateId, amount, traceNumber, returnCode, returnedAt, syndicateName: of.syndicateName },
    payDate: calendarDate(of.payDate),
    paidOn: calendarDate(of.paidOn),
    cash: isWithdrawal ? of.cash : null,
    cashAfter: isWithdrawal ? of.cash - amount : null,
  };
}

/**
 * An entry has not come back after all, as somebody saw it. That can be said until an approved run has brought its money in. The money of a
 * withdrawal is taken out of its cash account again, which may leave it below zero: whoever says so has been told.
 */
export async function takeBackReturn(
  tx: Tx,
  which: WhichItem,
  { seen, reason }: { seen: SeenReturn; reason: string },
  by: DeskUser,
): Promise<void> {
  const { tenantId, itemId } = which;
  await lockCashAccount(tx, tenantId, (await findSentItem(tx, which)).syndicateId);
  const { returnCode, returnedAt, cashAfter, traceNumber } = await previewTakeBack(tx, which);
  if (returnCode !== seen.returnCode || cashAfter !== seen.cashAfter) throw new Refusal('return_changed');
  const found = await findSentItem(tx, which);
  await tx
    .updateTable('payoutRunItems')
    .set({ returnedAt: null, returnCode: null })
    .where('tenantId', '=', tenantId)
    .where('id', '=', itemId)
    .execute();
  await markPayDates(tx, { tenantId, itemIds: [itemId], isPaid: true });
  if (found.withdrawal !== null)
    await enterReturned(tx, tenantId, { ...found, amount: -found.amount }, by, {
      reference: `${found.withdrawal}/${returnCode}`,
      reason: `The bank did not return the withdrawal ${found.withdrawal} after all.`,
    });
  // Before it is recorded: whoever changes the permissions of one of these people has them locked and waits to record.
  await tellOfTakenBack(tx, tenantId, { ...found, returnedAt });
  await recordRun(tx, found.runId, by, {
    action: 'payout return taken back',
    details: {
      syndicate: Number(found.syndicateId),
      amount: toDecimalString(found.amount),
      returnCode,
      traceNumber,
      reason,
      ...(cashAfter !== null && { cashAfter: toDecimalString(cashAfter) }),
    },
  });
}

async function isBroughtIn(
  tx: Tx,
  tenantId: string,
  { id, syndicateId }: Pick<FoundItem, 'id' | 'syndicateId'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from payout_run_items item
    join payout_runs run on run.tenant_id = item.tenant_id and run.id = item.run_id and run.revision = item.revision
      and run.state = any(${CLOSED_RUN_STATES}::text[])
    join payout_run_items back on back.tenant_id = item.tenant_id and back.id = ${id} and run.approved_at > back.returned_at
    where item.tenant_id = ${tenantId}::uuid and item.syndicate_id = ${syndicateId} and item.returned_in_cents <> 0
    limit 1`.execute(tx);
  return rows.length > 0;
}
