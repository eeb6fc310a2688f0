import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { lockDeals } from './locked-deals.ts';

/** Changes a deal's name or MID. This is part of the ledger because the tables search each share of the deal by both. */
export async function renameDeal(
  tx: Tx,
  tenantId: string,
  { dealId, name, mid }: { dealId: bigint; name: string; mid: string },
): Promise<void> {
  await lockDeals(tx, tenantId, [dealId]);
  await tx
    .updateTable('deals')
    .set({ name, mid })
    .where('tenantId', '=', tenantId)
    .where('id', '=', dealId)
    .execute();
  await sql`
    update listed_participations set merchant_key = lower(${name}), mid = ${mid}
    where tenant_id = ${tenantId} and participation_id in (
      select id from participations where tenant_id = ${tenantId} and deal_id = ${dealId}
    )`.execute(tx);
}
