import { isDealStatus } from '../../../shared/domain/deal-status.ts';
import { changeDealStatus } from '../../ledger/change-deal-status.ts';
import type { RowComparison, RowContext } from '../kind.ts';

/** The reason by which the history of a deal tells an import's changes from others. */
const IMPORTED = 'Imported';

interface Statuses {
  dealId: bigint;
  before: string;
  told: string;
}

/**
 * Gives a funded deal the status of its row. Where it is not known that the row says another one than last time, a status that was set since
 * otherwise than by an import stays, because the file's is likely to be the older one.
 */
export async function takeStatus(
  work: RowContext,
  { dealId, before, told: status }: Statuses,
  { isWhole, warn }: RowComparison,
): Promise<void> {
  const { tx, tenantId } = work;
  if (status === before || !isDealStatus(status)) return;
  if (isWhole && (await wasSetOtherwise(work, dealId)))
    warn({ column: 'status', reason: 'stays: it was set since, and not by an import', value: status });
  else await changeDealStatus(tx, tenantId, { dealId, status, reason: IMPORTED, changedBy: null });
}

async function wasSetOtherwise({ tx, tenantId }: RowContext, dealId: bigint): Promise<boolean> {
  const newest = await tx
    .selectFrom('dealStatusChanges')
    .select(['reason', 'changedBy', 'isAutomatic'])
    .where('tenantId', '=', tenantId)
    .where('dealId', '=', dealId)
    .orderBy('changedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newest) return false;
  return newest.reason !== IMPORTED || newest.changedBy !== null || newest.isAutomatic;
}
