import { plainFileName } from '../../../shared/domain/offer-files.ts';
import { idOf, type Named } from '../../book/named-subject.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import type { Tx } from '../../platform/db/database.ts';

/** Only files that belong to a deal and were found clean. Others are treated as if they did not exist. */
const cleanFiles = (tx: Tx, tenantId: string) =>
  tx
    .selectFrom('files as file')
    .leftJoin('fileCategories as category', (join) =>
      join.onRef('category.tenantId', '=', 'file.tenantId').onRef('category.id', '=', 'file.categoryId'),
    )
    .select([
      'file.id',
      'file.dealId',
      'file.name',
      'category.name as category',
      'file.byteSize',
      'file.contentType',
      'file.sha256',
      'file.storageKey',
      'file.createdAt as attachedAt',
    ])
    .where('file.tenantId', '=', tenantId)
    .where('file.dealId', 'is not', null)
    .where('file.scanStatus', '=', 'clean');

export type DealFile = Awaited<ReturnType<typeof findDealFile>>;

export async function listDealFiles(tx: Tx, tenantId: string, deal: Named): Promise<DealFile[]> {
  const dealId = await idOf(tx, { tenantId }, 'deal', deal);
  await requireDeal(tx, tenantId, dealId);
  const rows = await cleanFiles(tx, tenantId).where('file.dealId', '=', dealId).orderBy('file.id').execute();
  return rows.map(shown);
}

/** The deal's MID, by which the audit trail names it. */
export async function requireDeal(tx: Tx, tenantId: string, dealId: bigint): Promise<string> {
  const known = await tx
    .selectFrom('deals')
    .select('mid')
    .where('tenantId', '=', tenantId)
    .where('id', '=', dealId)
    .executeTakeFirst();
  if (!known) throw notFoundInTenant(`deal ${dealId}`);
  return known.mid;
}

export async function findDealFile(tx: Tx, tenantId: string, fileId: bigint) {
  const row = await cleanFiles(tx, tenantId).where('file.id', '=', fileId).executeTakeFirst();
  if (!row) throw notFoundInTenant(`file ${fileId} of a deal`);
  return shown(row);
}

/** Old rows may contain names from before names were cleaned when stored. */
const shown = <R extends { name: string; byteSize: bigint }>({ byteSize, ...row }: R) => ({
  ...row,
  name: plainFileName(row.name),
  size: Number(byteSize),
});
