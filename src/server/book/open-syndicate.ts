import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';

/** Refuses a syndicate that was closed. It is locked, so that nobody closes it while it is given something new. */
export async function requireOpenSyndicate(tx: Tx, tenantId: string, syndicateId: bigint): Promise<void> {
  const syndicate = await tx
    .selectFrom('syndicates')
    .select('closedAt')
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .forShare()
    .executeTakeFirst();
  if (syndicate && syndicate.closedAt !== null) throw new Refusal('syndicate_closed');
}
