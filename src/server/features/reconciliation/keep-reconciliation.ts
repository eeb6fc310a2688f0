import { keepDifferences } from '../../ledger/open-differences.ts';
import { bigintAsText } from '../../platform/bigint-as-text.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Reconciliation } from './reconciliation.ts';

/** Enough to see what is wrong; a run of the whole book finds the rest. */
const MAX_KEPT = 500;

export async function keepReconciliation(tx: Tx, tenantId: string, result: Reconciliation): Promise<void> {
  const { comparedAt, isWhole, checkedSince } = result;
  await tx
    .insertInto('reconciliations')
    .values({
      tenantId,
      comparedAt,
      isWhole,
      dealCount: BigInt(result.dealCount),
      changedDealCount: BigInt(result.changedDealCount),
      paymentCount: BigInt(result.paymentCount),
      lineCount: BigInt(result.lineCount),
      netPayCents: result.netPay,
      checkedSince,
      differences: JSON.stringify(result.differences.slice(0, MAX_KEPT), bigintAsText),
    })
    .execute();
  await keepDifferences(tx, tenantId, result.differences, { at: comparedAt, rechecked: null });
}
