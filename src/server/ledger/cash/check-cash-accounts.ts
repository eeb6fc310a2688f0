import type { Tx } from '../../platform/db/database.ts';
import type { CheckScope } from '../check-scope.ts';
import type { Difference } from '../difference.ts';
import { findDuePayDates, findDueShares } from './due-entries.ts';

/** Every share and every pay date whose entries in a cash account are not what the share costs or what was paid out. */
export async function findCashDifferences(
  tx: Tx,
  { tenantId, syndicateIds }: CheckScope,
): Promise<Difference[]> {
  const shares = await findDueShares(tx, { tenantId, syndicateIds });
  const payDates = await findDuePayDates(tx, { tenantId, syndicateIds });
  return [
    ...shares.map(({ syndicateId, participationId, due, entered }) => ({
      where: 'cash_entries',
      key: { syndicate_id: syndicateId, participation_id: participationId },
      expected: { amount_cents: due },
      actual: { amount_cents: entered },
    })),
    ...payDates.map(({ syndicateId, payDate, due, entered }) => ({
      where: 'cash_entries',
      key: { syndicate_id: syndicateId, pay_date: payDate },
      expected: { amount_cents: due },
      actual: { amount_cents: entered },
    })),
  ];
}
