import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import { isDealStatus, isExcludedFromBalance } from '../../../shared/domain/deal-status.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../db/database.ts';
import { Refusal } from '../../errors.ts';

export interface LockedDeal {
  id: bigint;
  paybackAmount: Cents;
  collected: Cents;
  lastClearedDate: CalendarDate | null;
  status: string;
  /** Its remaining balances are in the participants' portfolio balance. */
  isCounted: boolean;
}

/** Opens a funded deal's account in the ledger. */
export async function openDeal(tx: Tx, tenantId: string, dealId: bigint): Promise<void> {
  await tx.insertInto('dealTotals').values({ tenantId, dealId }).execute();
}

/** Whatever moves a deal's money or status takes this lock first, so that each sees the last one's result. */
export async function lockDeal(tx: Tx, tenantId: string, dealId: bigint): Promise<LockedDeal> {
  const totals = await tx
    .selectFrom('dealTotals')
    .select(['collectedCents', 'lastClearedDate'])
    .where('tenantId', '=', tenantId)
    .where('dealId', '=', dealId)
    .forUpdate()
    .executeTakeFirst();
  const deal = await tx
    .selectFrom('deals')
    .select(['paybackAmountCents', 'status'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', dealId)
    .executeTakeFirst();
  if (!totals || deal?.paybackAmountCents == null) throw new Refusal('not_found');
  const { paybackAmountCents: paybackAmount, status } = deal;
  const isCounted = !(isDealStatus(status) && isExcludedFromBalance(status));
  return {
    id: dealId,
    paybackAmount,
    collected: totals.collectedCents,
    lastClearedDate: totals.lastClearedDate === null ? null : calendarDate(totals.lastClearedDate),
    status,
    isCounted,
  };
}
