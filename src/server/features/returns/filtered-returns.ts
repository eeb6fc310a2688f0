import { sql } from 'kysely';
import type { Recovery } from '../../../shared/domain/recovery.ts';
import { MOST_FILTERED_DEALS } from '../../../shared/domain/returned-deals.ts';
import type { ReturnsBasis } from '../../../shared/domain/returns.ts';
import { findParticipations } from '../../book/found-participations.ts';
import type { ParticipationChoice } from '../../book/participation-choice.ts';
import { countParticipations, readParticipationIds } from '../../book/participations.queries.ts';
import { readAssumptions } from '../../ledger/returns/assumptions.ts';
import { workOutChosen } from '../../ledger/returns/work-out-chosen.ts';
import type { Tx } from '../../platform/db/database.ts';

type FilteredReturns =
  | { isTooMany: true; dealCount: number }
  | { isTooMany: false; dealCount: number; basis: ReturnsBasis; recovery: Recovery };

/** Adds up the payouts of the deals that a table shows, unless they are too many for an answer. */
export async function readFilteredReturns(tx: Tx, choice: ParticipationChoice): Promise<FilteredReturns> {
  const { tenantId } = choice;
  const found = await findParticipations(tx, choice);
  const total = await countParticipations(tx, choice, found);
  if (total > MOST_FILTERED_DEALS) return { isTooMany: true, dealCount: total };
  const ids = await readParticipationIds(tx, choice, found);
  const chosen = sql`select unnest(${ids}::bigint[]) as participation_id`;
  const { dealCount, ...parts } = await workOutChosen(tx, tenantId, chosen);
  const { today, recovery } = await readAssumptions(tx, tenantId);
  return { isTooMany: false, dealCount, basis: { today, ...parts }, recovery };
}
