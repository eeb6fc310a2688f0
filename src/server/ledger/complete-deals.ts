import { sql } from 'kysely';
import { type DealStatus, isDealStatus, isEnded } from '../../shared/domain/deal-status.ts';
import type { Tx } from '../platform/db/database.ts';
import { amountOwed, type DealAccount } from './deal-accounts.ts';
import { type NewStatus, writeStatuses } from './write-statuses.ts';

/**
 * Completes the deals that were paid in full, and takes an automatic completion back where something is owed again. Only an open
 * deal is completed: one that was settled, written off or canceled has ended in another way, which a last payment does not
 * change. Neither status affects the portfolio balance, so no syndicate's totals change. In imported history
 * nothing is completed, because the status in the funder's own file counts.
 */
export async function completeDeals(
  tx: Tx,
  tenantId: string,
  accounts: Iterable<DealAccount>,
  { isHistory }: { isHistory: boolean },
): Promise<void> {
  const statuses: NewStatus[] = [];
  const owingAgain: DealAccount[] = [];
  for (const account of accounts) {
    const { dealId, status: formerStatus, collectedDelta } = account;
    const owed = amountOwed(account);
    if (
      owed === 0n &&
      collectedDelta > 0n &&
      !isHistory &&
      isDealStatus(formerStatus) &&
      !isEnded(formerStatus)
    ) {
      statuses.push({ ...AUTOMATIC, dealId, formerStatus, status: COMPLETED, reason: 'Paid in full' });
    }
    if (owed > 0n && collectedDelta < 0n && formerStatus === COMPLETED) owingAgain.push(account);
  }
  const formerStatuses = await readFormerStatuses(tx, tenantId, owingAgain);
  for (const [dealId, status] of formerStatuses)
    statuses.push({
      ...AUTOMATIC,
      dealId,
      formerStatus: COMPLETED,
      status,
      reason: 'A payment was taken back',
    });
  await writeStatuses(tx, tenantId, statuses);
}

const COMPLETED = 'Advance Completed';
const AUTOMATIC = { changedBy: null, isAutomatic: true };

/** By deal, the status before its automatic completion, unless somebody has set a status since. */
async function readFormerStatuses(
  tx: Tx,
  tenantId: string,
  accounts: readonly DealAccount[],
): Promise<Map<bigint, DealStatus>> {
  if (accounts.length === 0) return new Map();
  const dealIds = accounts.map(({ dealId }) => dealId);
  const { rows } = await sql<{ dealId: bigint; formerStatus: DealStatus }>`
    select deal_id, former_status from (
      select distinct on (deal_id) deal_id, status, former_status, is_automatic from deal_status_changes
      where tenant_id = ${tenantId}::uuid and deal_id = any(${dealIds}::bigint[])
      order by deal_id, changed_at desc, id desc
    ) newest
    where is_automatic and status = ${COMPLETED}`.execute(tx);
  return new Map(rows.map(({ dealId, formerStatus }) => [dealId, formerStatus]));
}
