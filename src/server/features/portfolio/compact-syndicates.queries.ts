import { firstUserOfSyndicate } from '../../identity/first-user.ts';
import type { Tx } from '../../platform/db/database.ts';

export async function readCompactSyndicates(tx: Tx, tenantId: string) {
  return tx
    .selectFrom('syndicates as s')
    .select(['s.id', 's.abbreviation', 's.name', firstUserOfSyndicate.as('userId')])
    .where('s.tenantId', '=', tenantId)
    .orderBy('s.name')
    .orderBy('s.id')
    .execute();
}
