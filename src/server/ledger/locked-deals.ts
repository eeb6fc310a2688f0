import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import { isDealStatus, isExcludedFromBalance } from '../../shared/domain/deal-status.ts';
import type { Cents } from '../../shared/domain/money.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { shareLedger } from './turns.ts';

export interface FundedDeal {
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

/**
 * Whatever moves a deal's money or status takes this lock first, so that each sees the last one's result. Several
 * are locked in order, so that two that meet queue instead of blocking each other.
 */
export async function lockDeals(
  tx: Tx,
  tenantId: string,
  dealIds: readonly bigint[],
): Promise<Map<bigint, FundedDeal>> {
  await shareLedger(tx, tenantId);
  // Apart from what is read then, which must see what others did until the lock was given.
  await sql`
    select from deal_totals where tenant_id = ${tenantId} and deal_id = any(${dealIds}::bigint[])
    order by deal_id for update`.execute(tx);
  return readDeals(tx, tenantId, dealIds);
}

/** Funded deals as they are, for whoever changes nothing or holds their locks. */
export async function readDeals(
  tx: Tx,
  tenantId: string,
  dealIds: readonly bigint[],
): Promise<Map<bigint, FundedDeal>> {
  const rows = await tx
    .selectFrom('dealTotals as total')
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.tenantId', '=', 'total.tenantId').onRef('deal.id', '=', 'total.dealId'),
    )
    .select([
      'deal.id',
      'deal.paybackAmountCents as paybackAmount',
      'deal.status',
      'total.collectedCents as collected',
      'total.lastClearedDate',
    ])
    .where('total.tenantId', '=', tenantId)
    .where('total.dealId', '=', sql<bigint>`any(${dealIds}::bigint[])`)
    .execute();
  return new Map(
    rows.flatMap(({ paybackAmount, lastClearedDate, ...deal }) => {
      if (paybackAmount === null) return [];
      const { status } = deal;
      const isCounted = !(isDealStatus(status) && isExcludedFromBalance(status));
      const date = lastClearedDate === null ? null : calendarDate(lastClearedDate);
      return [[deal.id, { ...deal, paybackAmount, lastClearedDate: date, isCounted }]];
    }),
  );
}

export async function lockDeal(tx: Tx, tenantId: string, dealId: bigint): Promise<FundedDeal> {
  const deal = (await lockDeals(tx, tenantId, [dealId])).get(dealId);
  if (!deal) throw new Refusal('not_found');
  return deal;
}
