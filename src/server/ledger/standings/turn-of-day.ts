import { sql } from 'kysely';
import { ENDED_STATUSES } from '../../../shared/domain/deal-status.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { withTenant } from '../../platform/db/transactions.ts';
import { lockLedgerShared } from '../ledger-lock.ts';
import { readAsOf } from './as-of.ts';
import { keepStandings } from './keep-standings.ts';
import { addUpWatchedDeals } from './watched-deals.ts';

/** Larger batches save little and hold their locks longer. */
const BATCH_SIZE = 500;

/**
 * Brings the standings of all open deals to the day through which the book is posted, a batch in each transaction. What was already
 * brought there is passed over, so that it goes on where it was stopped. Returns the number of deals.
 */
export async function turnDay(db: Database, tenantId: string): Promise<number> {
  let count = 0;
  for (let last: bigint | null = 0n; last !== null; ) {
    const after: bigint = last;
    const turned: bigint[] = await withTenant(db, tenantId, (tx) => turnBatch(tx, tenantId, after));
    count += turned.length;
    last = turned.at(-1) ?? null;
  }
  // Each batch adds a change of the number at most; read as one row again, they stay few.
  await withTenant(db, tenantId, (tx) => addUpWatchedDeals(tx, tenantId));
  return count;
}

async function turnBatch(tx: Tx, tenantId: string, after: bigint): Promise<bigint[]> {
  // An import has this one alone, and the deals in the order of its files.
  await lockLedgerShared(tx, tenantId);
  const asOf = await readAsOf(tx, tenantId);
  // The locks that posting takes, in the same order, so that no payment comes between the reading and the writing. Nothing that
  // the reconciliation compares is changed, so the number of the change stays.
  const { rows } = await sql<{ dealId: bigint }>`
    with behind as (
      select standing.deal_id from deal_standings standing
      join deals deal on deal.tenant_id = standing.tenant_id and deal.id = standing.deal_id
      where standing.tenant_id = ${tenantId}::uuid and standing.deal_id > ${after}
        and (standing.expected_cents is null
          or (standing.as_of is distinct from ${asOf.date}::date and deal.status <> all(${ENDED_STATUSES}::text[])))
      order by standing.deal_id limit ${BATCH_SIZE}
    )
    select total.deal_id from deal_totals total join behind using (deal_id)
    where total.tenant_id = ${tenantId}::uuid
    order by total.deal_id for update of total`.execute(tx);
  const dealIds = rows.map(({ dealId }) => dealId);
  await keepStandings(tx, tenantId, dealIds, asOf);
  return dealIds;
}
