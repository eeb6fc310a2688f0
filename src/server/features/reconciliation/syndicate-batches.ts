import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

const MAX_SHARES = 20_000;

/** All syndicates, so few at a time that summing up their shares takes a few seconds at most. */
export async function syndicateBatches(tx: Tx, tenantId: string): Promise<bigint[][]> {
  const { rows } = await sql<{ id: bigint; shareCount: number }>`
    select s.id, coalesce(total.participation_count, 0) as share_count from syndicates s
    left join syndicate_totals total on total.tenant_id = s.tenant_id and total.syndicate_id = s.id
    where s.tenant_id = ${tenantId}::uuid order by s.id`.execute(tx);
  const batches: bigint[][] = [];
  let shares = Number.POSITIVE_INFINITY;
  for (const { id, shareCount } of rows) {
    shares += shareCount;
    if (shares <= MAX_SHARES) batches.at(-1)?.push(id);
    else {
      batches.push([id]);
      shares = shareCount;
    }
  }
  return batches;
}
