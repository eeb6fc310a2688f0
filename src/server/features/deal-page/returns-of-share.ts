import { sql } from 'kysely';
import { readAssumptions } from '../../ledger/returns/assumptions.ts';
import { shownReturns } from '../../ledger/returns/shown-returns.ts';
import { workOutChosen } from '../../ledger/returns/work-out-chosen.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { StoredDeal } from './deal-page.queries.ts';

/** What the share has returned on its cost, by the rules of a whole book, and the days on which money went in and came out. */
export async function readReturnsOfShare(
  tx: Tx,
  tenantId: string,
  { participationId }: Pick<StoredDeal, 'participationId'>,
) {
  const chosen = sql`select ${participationId}::bigint as participation_id`;
  const { costs, payouts, balances } = await workOutChosen(tx, tenantId, chosen);
  const { today, recovery } = await readAssumptions(tx, tenantId);
  return {
    returns: shownReturns({ basis: { today, costs, payouts, balances }, recovery }),
    flows: [
      ...costs.map(({ date, amount }) => ({ date, amount: -amount })),
      ...payouts.filter(({ date }) => date <= today),
    ],
  };
}
