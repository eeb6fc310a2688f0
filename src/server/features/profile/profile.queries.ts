import type { Tx } from '../../db/database.ts';

export async function readPortalUser(tx: Tx, userId: bigint) {
  return tx
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

export async function readSyndicate(tx: Tx, tenantId: string, syndicateId: bigint) {
  return tx
    .selectFrom('syndicates')
    .select([
      'id',
      'name',
      'abbreviation',
      'showsSimpleView',
      'showsDetailedView',
      'showsDealsTab',
      'usesCashBalance',
      'showsCashBalance',
    ])
    .where('tenantId', '=', tenantId)
    .where('id', '=', syndicateId)
    .executeTakeFirstOrThrow();
}
