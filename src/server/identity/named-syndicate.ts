import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';

/** Finds a syndicate by its abbreviation or its id. */
export async function findSyndicate(tx: Tx, tenantId: string, named: string): Promise<bigint> {
  const syndicates = tx.selectFrom('syndicates').select('id').where('tenantId', '=', tenantId);
  const found =
    (await syndicates.where('abbreviation', '=', named).executeTakeFirst()) ??
    (/^\d{1,15}$/.test(named)
      ? await syndicates.where('id', '=', BigInt(named)).executeTakeFirst()
      : undefined);
  if (!found) throw new Refusal('syndicate_unknown');
  return found.id;
}
