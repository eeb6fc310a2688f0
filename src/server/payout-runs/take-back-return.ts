import { sql } from 'kysely';
import { toDecimalString } from '../../shared/domain/money.ts';
import { CLOSED_RUN_STATES } from '../../shared/domain/payout-runs.ts';
import { FILE_REFUSED } from '../../shared/domain/payout-states.ts';
import { lockCashAccount } from '../ledger/cash/open-cash-account.ts';
import { markPayDates } from '../ledger/unpaid-dates.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { recordRun } from './run-record.ts';
import { enterReturned, type FoundItem, findItem } from './settle-run.ts';

/** An entry has not come back after all. That can be said until an approved run has brought its money in. */
export async function takeBackReturn(
  tx: Tx,
  tenantId: string,
  traceNumber: string,
  by: DeskUser,
): Promise<bigint> {
  const { syndicateId } = await findItem(tx, tenantId, traceNumber);
  await lockCashAccount(tx, tenantId, syndicateId);
  const found = await findItem(tx, tenantId, traceNumber);
  const { returnCode } = found;
  if (returnCode === null) return found.runId;
  if (returnCode === FILE_REFUSED) throw new Refusal('run_file_refused');
  if (found.withdrawal === null && (await isBroughtIn(tx, tenantId, found)))
    throw new Refusal('payout_return_brought_in');
  await tx
    .updateTable('payoutRunItems')
    .set({ returnedAt: null, returnCode: null })
    .where('tenantId', '=', tenantId)
    .where('id', '=', found.id)
    .execute();
  await markPayDates(tx, { tenantId, itemIds: [found.id], isPaid: true });
  if (found.withdrawal !== null)
    await enterReturned(tx, tenantId, { ...found, amount: -found.amount }, by, {
      reference: `${found.withdrawal}/${returnCode}`,
      reason: `The bank did not return the withdrawal ${found.withdrawal} after all.`,
    });
  await recordRun(tx, found.runId, by, {
    action: 'payout return taken back',
    details: {
      syndicate: Number(syndicateId),
      amount: toDecimalString(found.amount),
      returnCode,
      traceNumber,
    },
  });
  return found.runId;
}

async function isBroughtIn(tx: Tx, tenantId: string, { id, syndicateId }: FoundItem): Promise<boolean> {
  const { rows } = await sql`
    select from payout_run_items item
    join payout_runs run on run.tenant_id = item.tenant_id and run.id = item.run_id and run.revision = item.revision
      and run.state = any(${CLOSED_RUN_STATES}::text[])
    join payout_run_items back on back.tenant_id = item.tenant_id and back.id = ${id} and run.approved_at > back.returned_at
    where item.tenant_id = ${tenantId}::uuid and item.syndicate_id = ${syndicateId} and item.returned_in_cents <> 0
    limit 1`.execute(tx);
  return rows.length > 0;
}
