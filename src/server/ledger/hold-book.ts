import type { Tx } from '../platform/db/database.ts';

/**
 * Keeps a syndicate's sums from being removed until the transaction ends, while what is made of them is worked out and written. Posting
 * goes on. False if they are gone: an import that brought the syndicate was undone in the meantime.
 */
export async function holdBook(tx: Tx, tenantId: string, syndicateId: bigint): Promise<boolean> {
  const held = await tx
    .selectFrom('syndicateTotals')
    .select('syndicateId')
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .forKeyShare()
    .executeTakeFirst();
  return held !== undefined;
}
