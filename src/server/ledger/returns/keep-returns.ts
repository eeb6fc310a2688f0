import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { StoredReturnsBasis } from './work-out-returns.ts';

/** Stores what the returns of a syndicate are made of, with the version of the book that it was worked out from. */
export async function writeReturns(
  tx: Tx,
  tenantId: string,
  { syndicateId, bookVersion }: { syndicateId: bigint; bookVersion: string },
  basis: StoredReturnsBasis,
): Promise<void> {
  const row = storedBasis(bookVersion, basis);
  await tx
    .insertInto('syndicateReturns')
    .values({ tenantId, syndicateId, ...row })
    .onConflict((on) => on.columns(['tenantId', 'syndicateId']).doUpdateSet(row))
    .execute();
}

/** The columns of a basis, which the whole book and its parts have in common. */
export const storedBasis = (
  bookVersion: string,
  { dealCount, costs, payouts, balances }: StoredReturnsBasis,
) => ({
  bookVersion,
  madeAt: sql<Date>`now()`,
  dealCount,
  costDates: costs.map(({ date }) => date),
  costCents: costs.map(({ amount }) => amount),
  payDates: payouts.map(({ date }) => date),
  netPayCents: payouts.map(({ amount }) => amount),
  balanceStatuses: balances.map(({ status }) => status),
  balanceDealCounts: balances.map((balance) => balance.dealCount),
  netBalanceCents: balances.map(({ netBalance }) => netBalance),
});
