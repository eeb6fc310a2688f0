import type { Deps } from '../deps.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { FileToSend } from '../platform/http/stored-files.ts';
import { scheduleAKey } from '../stored-files/storage-keys.ts';

interface OfShare {
  tenantId: string;
  syndicateId: bigint;
  deal: { dealId: bigint } | { dealPublicId: string };
}

/** The Schedule A of a syndicate's share of a deal. One that is not made yet is not found. */
export async function findScheduleA(
  tx: Tx,
  { fileStorage }: Pick<Deps, 'fileStorage'>,
  { tenantId, syndicateId, deal }: OfShare,
): Promise<{ participationId: bigint; file: FileToSend }> {
  const files = tx
    .selectFrom('shareExhibits as file')
    .innerJoin('participations as p', (join) =>
      join.onRef('p.tenantId', '=', 'file.tenantId').onRef('p.id', '=', 'file.participationId'),
    )
    .innerJoin('deals as deal', (join) =>
      join.onRef('deal.tenantId', '=', 'p.tenantId').onRef('deal.id', '=', 'p.dealId'),
    )
    .select(['file.participationId', 'file.name', 'file.sha256'])
    .where('file.tenantId', '=', tenantId)
    .where('p.syndicateId', '=', syndicateId);
  const row = await ('dealId' in deal
    ? files.where('deal.id', '=', deal.dealId)
    : files.where('deal.publicId', '=', deal.dealPublicId)
  ).executeTakeFirst();
  if (!row || row.name === null || row.sha256 === null) throw new Refusal('not_found');
  const { participationId, name } = row;
  const key = scheduleAKey(tenantId, participationId, row.sha256);
  const file = {
    name,
    contentType: 'application/pdf',
    isSaved: true,
    open: () => fileStorage.get(key),
  };
  return { participationId, file };
}
