import type { DealStatus } from '../../shared/domain/deal-status.ts';
import { statusWarning } from '../../shared/domain/status-warning.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import { type Operator, userOfOperator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { changeDealStatus } from './change-deal-status.ts';
import { findFundedDeal, lockDeal } from './locked-deals.ts';

export interface AskedStatus {
  mid: string;
  status: DealStatus;
  reason: string;
  /** Who asked for it, where the operator is the second person. */
  askedByName?: string | undefined;
  /** The letter or the agreement, a file of the deal. */
  proofFileId?: string | null | undefined;
}

/** Gives a funded deal another status, and says whether it contradicts what is owed. The funder decides, so it is set all the same. */
export async function setDealStatus(
  tx: Tx,
  tenantId: string,
  { mid, status, reason: given, askedByName, proofFileId }: AskedStatus,
  operator: Operator,
): Promise<{ mid: string; status: DealStatus; formerStatus: string; warning: string | null }> {
  const { dealId } = await findFundedDeal(tx, tenantId, mid);
  const { status: formerStatus, paybackAmount, collected } = await lockDeal(tx, tenantId, dealId);
  const reason = askedByName === undefined ? given : `${given} (${askedByName} asked)`;
  await changeDealStatus(tx, tenantId, { dealId, status, reason, changedBy: userOfOperator(operator) });
  if (formerStatus !== status)
    await recordAudit(tx, {
      actorId: null,
      operator,
      action: 'deal status changed',
      subject: `deal ${mid}`,
      details: {
        before: formerStatus,
        after: status,
        reason,
        ...(proofFileId && { proofFile: proofFileId }),
      },
    });
  return { mid, status, formerStatus, warning: statusWarning(status, paybackAmount - collected) };
}
