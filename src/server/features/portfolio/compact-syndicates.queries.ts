import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

export async function readCompactSyndicates(tx: Tx, tenantId: string) {
  return tx
    .selectFrom('syndicates as s')
    .select([
      's.id',
      's.abbreviation',
      's.name',
      sql<bigint | null>`(
        select min(m.user_id) from memberships m
        where m.tenant_id = s.tenant_id and m.syndicate_id = s.id and not m.is_terminated
      )`.as('userId'),
    ])
    .where('s.tenantId', '=', tenantId)
    .orderBy('s.name')
    .orderBy('s.id')
    .execute();
}
