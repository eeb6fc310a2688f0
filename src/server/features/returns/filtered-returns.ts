import { sql } from 'kysely';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { type Recovery, recoveryFrom } from '../../../shared/domain/recovery.ts';
import { MOST_FILTERED_DEALS } from '../../../shared/domain/returned-deals.ts';
import type { ReturnsBasis } from '../../../shared/domain/returns.ts';
import { findParticipations } from '../../book/found-participations.ts';
import type { ParticipationChoice } from '../../book/participation-choice.ts';
import { countParticipations, readParticipationIds } from '../../book/participations.queries.ts';
import { workOutChosen } from '../../ledger/returns/work-out-chosen.ts';
import type { Tx } from '../../platform/db/database.ts';
import { today } from '../../platform/db/today.ts';

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
  const { day, recovery } = await readAssumptions(tx, tenantId);
  return {
    isTooMany: false,
    dealCount,
    basis: { today: calendarDate(day), ...parts },
    recovery: recoveryFrom(recovery),
  };
}

async function readAssumptions(tx: Tx, tenantId: string): Promise<{ day: string; recovery: string }> {
  const { rows } = await sql<{ day: string; recovery: string }>`
    select ${today}::text as day, recovery from tenants where id = ${tenantId}::uuid`.execute(tx);
  return rows[0] ?? { day: '', recovery: '' };
}
