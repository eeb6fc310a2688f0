import { sql } from 'kysely';
import { sumMoney, toDecimalString } from '../../shared/domain/money.ts';
import { FILE_REFUSED } from '../../shared/domain/payout-states.ts';
import { markPayDates } from '../ledger/unpaid-dates.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { lockBook, lockRun, type RunRecord, recordRun, type WhichRun } from './run-record.ts';
import { enterReturned, type FoundItem, itemsSent } from './settle-run.ts';

/** Whether the bank can have refused the file of a run: there is one, and nobody has said that it was paid. */
export function requireRefusable({ state, refusedAt }: RunRecord): void {
  if (refusedAt !== null) throw new Refusal('run_file_refused');
  if (state === 'settled') throw new Refusal('run_settled');
  if (state !== 'file made') throw new Refusal('run_without_file');
}

/** What of a run is in its file and has not come back. */
export async function readSentItems(tx: Tx, { tenantId, runId }: WhichRun): Promise<FoundItem[]> {
  const { rows } = await sql<FoundItem>`
    ${itemsSent} where item.tenant_id = ${tenantId}::uuid and item.run_id = ${runId} and item.revision = run.revision
      and item.trace_number is not null and item.returned_at is null
    order by item.syndicate_id, item.id`.execute(tx);
  return rows;
}

/**
 * The bank has not taken the file of a run, so nothing of it is paid: all entries come back at once. Payouts are owed again and brought into
 * the next run, withdrawals are put back into their cash accounts. Nobody's account is at fault, so the next run pays to it.
 */
export async function refuseFile(tx: Tx, which: WhichRun, by: Operator): Promise<void> {
  const { tenantId, runId } = which;
  // Only the desk asks for it, and only there it is approved.
  if (by.via !== 'desk') throw new Refusal('permission_needed');
  await lockBook(tx, tenantId);
  const run = await lockRun(tx, which);
  requireRefusable(run);
  const sent = await readSentItems(tx, which);
  if (sent.length === 0) throw new Refusal('run_without_file');
  const itemIds = sent.map(({ id }) => id);
  await tx
    .updateTable('payoutRunItems')
    .set({ returnedAt: sql<Date>`clock_timestamp()`, returnCode: FILE_REFUSED })
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<bigint>`any(${itemIds}::bigint[])`)
    .execute();
  await markPayDates(tx, { tenantId, itemIds, isPaid: false });
  for (const item of sent)
    if (item.withdrawal !== null)
      await enterReturned(tx, tenantId, item, by, {
        reference: `${item.withdrawal}/${FILE_REFUSED}`,
        reason: `The bank did not take the file of the withdrawal ${item.withdrawal}.`,
      });
  await tx
    .updateTable('payoutRuns')
    .set({ refusedBy: by.userId, refusedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', runId)
    .where('state', '=', 'file made')
    .execute();
  await recordRun(tx, runId, by, {
    action: 'payout file refused',
    details: {
      payDate: run.payDate,
      entries: sent.length,
      amount: toDecimalString(sumMoney(sent.map(({ amount }) => amount))),
    },
  });
}
