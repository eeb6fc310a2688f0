import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';

/** Finds a syndicate by its abbreviation or its id. What is the one of a syndicate and the other of another names neither. */
export async function findSyndicate(tx: Tx, tenantId: string, named: string): Promise<bigint> {
  const syndicates = tx.selectFrom('syndicates').select('id').where('tenantId', '=', tenantId);
  const byName = await syndicates.where('abbreviation', '=', named).executeTakeFirst();
  const byId = /^\d{1,15}$/.test(named)
    ? await syndicates.where('id', '=', BigInt(named)).executeTakeFirst()
    : undefined;
  if (byName && byId && byName.id !== byId.id)
    throw new Refusal('syndicate_unknown', {
      message: `“${named}” is the short name of one syndicate and the id of another. Please name it by the other of the two.`,
    });
  const found = byName ?? byId;
  if (!found) throw new Refusal('syndicate_unknown');
  return found.id;
}
