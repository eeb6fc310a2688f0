import type { Tx } from '../../platform/db/database.ts';

/** Lists the files that were sent with the acceptance of an offer, without other files of the deal. */
export const readAttachedFiles = (tx: Tx, { tenantId, offerId }: { tenantId: string; offerId: bigint }) =>
  tx
    .selectFrom('stagedFiles as file')
    .innerJoin('capabilityLinks as link', (join) =>
      join.onRef('link.tenantId', '=', 'file.tenantId').onRef('link.tokenHash', '=', 'file.linkHash'),
    )
    .innerJoin('fileCategories as category', (join) =>
      join.onRef('category.tenantId', '=', 'file.tenantId').onRef('category.id', '=', 'file.categoryId'),
    )
    .select(['file.name', 'category.name as category', 'file.keptByteSize as size'])
    .where('file.tenantId', '=', tenantId)
    .where('file.state', '=', 'attached')
    .where('link.kind', '=', 'offer')
    .where('link.subjectId', '=', offerId)
    .orderBy('file.stagedAt')
    .orderBy('file.id')
    .execute();
