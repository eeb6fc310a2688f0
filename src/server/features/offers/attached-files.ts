import type { Tx } from '../../platform/db/database.ts';

/** What went along with the acceptance of an offer: what the deal had besides, or gets later, is not among it. */
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
