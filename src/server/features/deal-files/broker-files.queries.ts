import { FILE_REFUSALS, plainFileName } from '../../../shared/domain/offer-files.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import type { Tx } from '../../platform/db/database.ts';
import { listDealFiles } from './deal-files.queries.ts';

/** The files of an offer's deal, then those that wait under the links to the offer, with how far their check has come. */
export async function listBrokerFiles(tx: Tx, tenantId: string, offerId: bigint) {
  const offer = await tx
    .selectFrom('offers')
    .select('dealId')
    .where('tenantId', '=', tenantId)
    .where('id', '=', offerId)
    .executeTakeFirst();
  if (!offer) throw notFoundInTenant(`offer ${offerId}`);
  return [
    ...(await listAttachedFiles(tx, tenantId, offer.dealId)),
    ...(await listStagedFiles(tx, tenantId, offerId)),
  ];
}

/** The files that belong to a deal. */
export async function listAttachedFiles(tx: Tx, tenantId: string, dealId: bigint) {
  const attached = await listDealFiles(tx, tenantId, { id: dealId });
  return attached.map(({ id, name, category, size, attachedAt }) => ({
    id,
    name,
    category,
    size,
    state: 'attached' as const,
    refusal: null,
    sentAt: attachedAt.toISOString(),
  }));
}

async function listStagedFiles(tx: Tx, tenantId: string, offerId: bigint) {
  const rows = await tx
    .selectFrom('stagedFiles as file')
    .innerJoin('capabilityLinks as link', (join) =>
      join.onRef('link.tenantId', '=', 'file.tenantId').onRef('link.tokenHash', '=', 'file.linkHash'),
    )
    .innerJoin('fileCategories as category', (join) =>
      join.onRef('category.tenantId', '=', 'file.tenantId').onRef('category.id', '=', 'file.categoryId'),
    )
    .select([
      'file.name',
      'category.name as category',
      'file.byteSize',
      'file.state',
      'file.refusal',
      'file.stagedAt',
    ])
    .where('file.tenantId', '=', tenantId)
    .where('file.state', '<>', 'attached')
    .where('link.kind', '=', 'offer')
    .where('link.subjectId', '=', offerId)
    .orderBy('file.stagedAt')
    .orderBy('file.id')
    .execute();
  return rows.map(({ name, category, byteSize, state, refusal, stagedAt }) => ({
    id: null,
    name: plainFileName(name),
    category,
    size: Number(byteSize),
    state,
    refusal: refusal === null ? null : inWords(refusal),
    sentAt: stagedAt.toISOString(),
  }));
}

const inWords = (refusal: string): string =>
  Object.entries(FILE_REFUSALS).find(([code]) => code === refusal)?.[1] ?? refusal;
