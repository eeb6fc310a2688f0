import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import { isDealStatus, isExcludedFromBalance } from '../../shared/domain/deal-status.ts';
import type { Cents } from '../../shared/domain/money.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { lockLedgerShared } from './ledger-lock.ts';

export interface FundedDeal {
  id: bigint;
  paybackAmount: Cents;
  collected: Cents;
  lastClearedDate: CalendarDate | null;
  status: string;
  /** True when its remaining balances count toward the participants' portfolio balances. */
  isCounted: boolean;
}

/** Creates the ledger totals of a funded deal. */
export async function openDeal(tx: Tx, tenantId: string, dealId: bigint): Promise<void> {
  await tx.insertInto('dealTotals').values({ tenantId, dealId }).execute();
}

/**
 * Every change of a deal's money, shares, status or name takes this lock first, so that each one sees the result of the previous
 * one. Several deals are locked in id order, so that two transactions wait for each other instead of deadlocking. The change
 * number tells the reconciliation which deals it has to compare again; it is counted here so that no change can forget it.
 */
export async function lockDeals(
  tx: Tx,
  tenantId: string,
  dealIds: readonly bigint[],
): Promise<Map<bigint, FundedDeal>> {
  await lockLedgerShared(tx, tenantId);
  // A separate statement from the reading that follows, which must see what others committed while this one waited for
  // the lock.
  await sql`
    with locked as (
      select deal_id from deal_totals where tenant_id = ${tenantId} and deal_id = any(${dealIds}::bigint[])
      order by deal_id for update
    )
    update deal_totals total set change_number = total.change_number + 1
    from locked where total.tenant_id = ${tenantId} and total.deal_id = locked.deal_id`.execute(tx);
  return readDeals(tx, tenantId, dealIds);
}

/** Reads funded deals, for callers that change nothing or already hold the locks. */
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

/** The funded deal with this MID. */
export async function findFundedDeal(
  tx: Tx,
  tenantId: string,
  mid: string,
): Promise<{ dealId: bigint; fundedDate: string }> {
  const deal = await tx
    .selectFrom('deals')
    .select(['id as dealId', 'fundedDate'])
    .where('tenantId', '=', tenantId)
    .where('mid', '=', mid)
    .where('fundedDate', 'is not', null)
    .executeTakeFirst();
  if (!deal?.fundedDate) throw new Refusal('not_found', { message: 'No funded deal has this MID.' });
  return { dealId: deal.dealId, fundedDate: deal.fundedDate };
}

export async function lockDeal(tx: Tx, tenantId: string, dealId: bigint): Promise<FundedDeal> {
  const deal = (await lockDeals(tx, tenantId, [dealId])).get(dealId);
  if (!deal) throw new Refusal('not_found');
  return deal;
}
