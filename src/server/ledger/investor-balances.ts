import { sql } from 'kysely';
import type { Cents } from '../../shared/domain/money.ts';
import type { Tx } from '../platform/db/database.ts';

export interface InvestorBalance {
  syndicateId: bigint;
  syndicateName: string;
  /** What their shares of some deals count in their portfolio balance. */
  balance: Cents;
}

/** The balances of deals by investor, the largest first. */
export async function readInvestorBalances(
  tx: Tx,
  tenantId: string,
  dealIds: readonly bigint[],
): Promise<InvestorBalance[]> {
  const { rows } = await sql<InvestorBalance>`
    select p.syndicate_id, syndicate.name as "syndicateName", sum(total.counted_balance_cents)::bigint as balance
    from participations p
    join participation_totals total on total.tenant_id = p.tenant_id and total.participation_id = p.id
    join syndicates syndicate on syndicate.tenant_id = p.tenant_id and syndicate.id = p.syndicate_id
    where p.tenant_id = ${tenantId}::uuid and p.deal_id = any(${dealIds}::bigint[])
    group by p.syndicate_id, syndicate.name
    order by balance desc, p.syndicate_id`.execute(tx);
  return rows;
}

/** What a change does to the balance of an investor. */
export interface InvestorEffect {
  syndicateId: bigint;
  syndicateName: string;
  before: Cents;
  after: Cents;
}

/** Does the work, and tells what it did to the balances of the deals by investor. */
export async function withEffects<T>(
  tx: Tx,
  tenantId: string,
  dealIds: readonly bigint[],
  work: () => Promise<T>,
): Promise<{ result: T; effects: InvestorEffect[] }> {
  const before = await readInvestorBalances(tx, tenantId, dealIds);
  const result = await work();
  const after = await readInvestorBalances(tx, tenantId, dealIds);
  const balanceIn = (balances: readonly InvestorBalance[], id: bigint): Cents =>
    balances.find(({ syndicateId }) => syndicateId === id)?.balance ?? 0n;
  // Who gets a share by it is only there afterwards.
  const all = [
    ...before,
    ...after.filter(({ syndicateId: id }) => !before.some((one) => one.syndicateId === id)),
  ];
  return {
    result,
    effects: all.map(({ syndicateId, syndicateName }) => ({
      ...{ syndicateId, syndicateName },
      before: balanceIn(before, syndicateId),
      after: balanceIn(after, syndicateId),
    })),
  };
}
