import { sql } from 'kysely';
import { calendarDate, formatDate } from '../../shared/domain/calendar-date.ts';
import type { Cents } from '../../shared/domain/money.ts';
import { notFoundInTenant } from '../book/not-found-in-tenant.ts';
import { writeCashEntries } from '../ledger/cash/cash-entries.ts';
import { type DeskUser, operatorName } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { Refusal } from '../platform/errors.ts';
import { tellOfPaid } from './payout-news.ts';
import { lockRun, recordRun, type WhichRun } from './run-record.ts';

/** The bank has paid a run. What it returns later is entered all the same. */
export async function settleRun(tx: Tx, which: WhichRun, by: DeskUser): Promise<void> {
  const run = await lockRun(tx, which);
  if (run.state === 'settled') return;
  if (run.state !== 'file made') throw new Refusal('run_without_file');
  if (run.refusedAt !== null) throw new Refusal('run_file_refused');
  if (run.effectiveDate !== null && run.effectiveDate > (await readToday(tx)))
    throw new Refusal('run_not_effective_yet', {
      message: `The bank moves the money on ${formatDate(run.effectiveDate)}. Mark the run as settled from then on.`,
    });
  await tx
    .updateTable('payoutRuns')
    .set({ state: 'settled', settledBy: by.userId, settledAt: sql<Date>`now()` })
    .where('tenantId', '=', which.tenantId)
    .where('id', '=', which.runId)
    .where('state', '=', 'file made')
    .execute();
  // Before it is recorded: whoever changes the permissions of one of these people has them locked and waits to record.
  await tellOfPaid(tx, which, calendarDate(run.payDate));
  await recordRun(tx, which.runId, by, {
    action: 'payout run settled',
    details: { payDate: run.payDate },
  });
}

/** The bank has not paid it after all: somebody marked the wrong run, or too early. */
export async function takeBackSettlement(tx: Tx, which: WhichRun, by: DeskUser): Promise<void> {
  const run = await lockRun(tx, which);
  if (run.state !== 'settled') throw new Refusal('run_not_settled');
  await tx
    .updateTable('payoutRuns')
    .set({ state: 'file made', settledBy: null, settledAt: null })
    .where('tenantId', '=', which.tenantId)
    .where('id', '=', which.runId)
    .where('state', '=', 'settled')
    .execute();
  await recordRun(tx, which.runId, by, {
    action: 'payout run not settled',
    details: { payDate: run.payDate },
  });
}

export interface FoundItem {
  id: bigint;
  runId: bigint;
  syndicateId: bigint;
  amount: Cents;
  traceNumber: string;
  returnCode: string | null;
  returnedAt: Date | null;
  /** The reference of the withdrawal that it is. */
  withdrawal: string | null;
}

/** What went into bank files, each with its run. */
export const itemsSent = sql`
  select item.id, item.run_id as "runId", item.syndicate_id as "syndicateId", item.amount_cents as amount,
    item.return_code as "returnCode", item.returned_at as "returnedAt", item.trace_number as "traceNumber",
    asked.reference as withdrawal
  from payout_run_items item
  join payout_runs run on run.tenant_id = item.tenant_id and run.id = item.run_id
  left join withdrawal_requests asked on asked.tenant_id = item.tenant_id and asked.id = item.withdrawal_id`;

/** The newest one of a trace number: they begin anew once they are used up. */
export async function findItem(tx: Tx, tenantId: string, traceNumber: string): Promise<FoundItem> {
  const { rows } = await sql<FoundItem>`
    ${itemsSent} where item.tenant_id = ${tenantId}::uuid and item.trace_number = ${traceNumber}
    order by run.made_at desc limit 1`.execute(tx);
  const [item] = rows;
  if (!item) throw new Refusal('payout_unknown');
  return item;
}

export async function findSentItem(
  tx: Tx,
  { tenantId, itemId }: { tenantId: string; itemId: bigint },
): Promise<FoundItem> {
  const { rows } = await sql<FoundItem>`
    ${itemsSent} where item.tenant_id = ${tenantId}::uuid and item.id = ${itemId} and item.trace_number is not null`.execute(
    tx,
  );
  const [item] = rows;
  if (!item) throw notFoundInTenant(`payout item ${itemId}`);
  return item;
}

/** It counts as neither paid in nor taken out, so what was contributed is as before. The caller holds the lock of the cash account. */
export async function enterReturned(
  tx: Tx,
  tenantId: string,
  { syndicateId, amount }: Pick<FoundItem, 'syndicateId' | 'amount'>,
  by: DeskUser,
  { reference, reason }: { reference: string; reason: string },
): Promise<void> {
  const { contributedCents } = await tx
    .selectFrom('syndicateTotals')
    .select('contributedCents')
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .executeTakeFirstOrThrow();
  await writeCashEntries(tx, tenantId, [
    {
      syndicateId,
      kind: 'adjustment',
      amount,
      contributed: contributedCents === null ? null : amount,
      effectiveDate: await readToday(tx),
      reason,
      reference: await readFreeReference(tx, tenantId, { syndicateId, reference }),
      recordedBy: operatorName(by),
    },
  ]);
}

/** The reference, numbered where the account has it: an entry can come back, not have come back after all, and come back again. */
async function readFreeReference(
  tx: Tx,
  tenantId: string,
  { syndicateId, reference }: { syndicateId: bigint; reference: string },
): Promise<string> {
  const known = await tx
    .selectFrom('cashEntries')
    .select('reference')
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .where('kind', '=', 'adjustment')
    .where(sql<boolean>`(reference = ${reference} or starts_with(reference, ${`${reference}/`}))`)
    .execute();
  const taken = new Set(known.map((entry) => entry.reference));
  let free = reference;
  for (let nth = 2; taken.has(free); nth += 1) free = `${reference}/${nth}`;
  return free;
}
