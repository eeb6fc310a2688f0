import type { DealStatus } from '../../shared/domain/deal-status.ts';
import { statusWarning } from '../../shared/domain/status-warning.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import type { Operator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { changeDealStatus } from './change-deal-status.ts';
import { lockDeal } from './locked-deals.ts';

export interface AskedStatus {
  mid: string;
  status: DealStatus;
  reason: string;
}

/** Gives a funded deal another status, and says whether it contradicts what is owed. The funder decides, so it is set all the same. */
export async function setDealStatus(
  tx: Tx,
  tenantId: string,
  { mid, status, reason }: AskedStatus,
  operator: Operator,
): Promise<{ mid: string; status: DealStatus; formerStatus: string; warning: string | null }> {
  const deal = await tx
    .selectFrom('deals')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('mid', '=', mid)
    .where('fundedDate', 'is not', null)
    .executeTakeFirst();
  if (!deal) throw new Refusal('not_found', { message: 'No funded deal has this MID.' });
  const { status: formerStatus, paybackAmount, collected } = await lockDeal(tx, tenantId, deal.id);
  await changeDealStatus(tx, tenantId, { dealId: deal.id, status, reason, changedBy: null });
  if (formerStatus !== status)
    await recordAudit(tx, {
      actorId: null,
      operator,
      action: 'deal status changed',
      subject: `deal ${mid}`,
      details: { before: formerStatus, after: status, reason },
    });
  return { mid, status, formerStatus, warning: statusWarning(status, paybackAmount - collected) };
}
