import { sql } from 'kysely';
import { type DealStatus, isExcludedFromBalance } from '../../shared/domain/deal-status.ts';
import type { Tx } from '../platform/db/database.ts';
import { enterSharesOfDeals } from './cash/enter-movements.ts';
import { lockSyndicatesOf } from './deal-accounts.ts';
import { lockDeal } from './locked-deals.ts';
import { keepStandings } from './standings/keep-standings.ts';
import { queueForecasts } from './standings/turn-of-day.jobs.ts';
import { writeStatuses } from './write-statuses.ts';

export interface StatusChange {
  dealId: bigint;
  status: DealStatus;
  reason: string;
  changedBy: bigint | null;
}

/**
 * Moves a funded deal to another status and adds that to the deal's history. This is part of the ledger because a write-
 * off removes the deal's remaining balances from every participant's portfolio balance, and undoing it adds them back.
 */
export async function changeDealStatus(tx: Tx, tenantId: string, change: StatusChange): Promise<void> {
  const before = await lockDeal(tx, tenantId, change.dealId);
  if (before.status === change.status) return;
  const { dealId, status } = change;
  await writeStatuses(tx, tenantId, [{ ...change, formerStatus: before.status, isAutomatic: false }]);

  const isCounted = !isExcludedFromBalance(status);
  if (before.isCounted !== isCounted) await countBalances(tx, tenantId, dealId, isCounted);
  // What a share of a cancelled deal cost is given back.
  if (status === 'Cancelled' || before.status === 'Cancelled') {
    await lockSyndicatesOf(tx, tenantId, [dealId]);
    await enterSharesOfDeals(tx, tenantId, [dealId]);
  }
  await keepStandings(tx, tenantId, [dealId]);
  await queueForecasts(tx, tenantId);
}

/** Adds the deal's remaining balances to its participants' portfolio balances, or takes them away. */
async function countBalances(tx: Tx, tenantId: string, dealId: bigint, isCounted: boolean): Promise<void> {
  const sign = isCounted ? 1 : -1;
  // Locked in the same order as in posting, so that the two cannot deadlock.
  await sql`
    with balances as (
      select total.syndicate_id, total.remaining_balance_cents * ${sign}::integer as change_cents
      from participations p
      join participation_totals total on total.tenant_id = p.tenant_id and total.participation_id = p.id
      where p.tenant_id = ${tenantId} and p.deal_id = ${dealId}
    ), locked as (
      select s.syndicate_id from syndicate_totals s
      where s.tenant_id = ${tenantId} and s.syndicate_id in (select syndicate_id from balances)
      order by s.syndicate_id for update
    )
    update syndicate_totals s set portfolio_balance_cents = s.portfolio_balance_cents + balances.change_cents
    from balances join locked using (syndicate_id)
    where s.tenant_id = ${tenantId} and s.syndicate_id = balances.syndicate_id
  `.execute(tx);
}
