import { FILE_REFUSALS, plainFileName } from '../../../shared/domain/offer-files.ts';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { FileToSend } from '../../platform/http/stored-files.ts';
import { keptFile } from '../../stored-files/kept-file.ts';

/** The files that staff have added to a deal, the oldest first. One whose bytes have not arrived is not there yet. */
export async function listDeskFiles(tx: Tx, tenantId: string, dealId: bigint) {
  const rows = await tx
    .selectFrom('deskFiles as file')
    .leftJoin('memberships as person', (join) =>
      join.onRef('person.tenantId', '=', 'file.tenantId').onRef('person.userId', '=', 'file.stagedBy'),
    )
    .select([
      'file.id',
      'file.name',
      'file.byteSize',
      'file.keptByteSize',
      'file.state',
      'file.refusal',
      'file.stagedAt',
      'person.name as addedBy',
    ])
    .where('file.tenantId', '=', tenantId)
    .where('file.dealId', '=', dealId)
    .where('file.state', '<>', 'awaiting upload')
    .orderBy('file.stagedAt')
    .orderBy('file.id')
    .execute();
  return rows.map(({ name, byteSize, keptByteSize, refusal, stagedAt, ...file }) => ({
    ...file,
    name: plainFileName(name),
    size: Number(keptByteSize ?? byteSize),
    refusal: refusal === null ? null : FILE_REFUSALS[refusal],
    addedAt: stagedAt.toISOString(),
  }));
}

/** What is not checked or was refused does not exist for anybody. */
export async function findDeskFile(
  tx: Tx,
  deps: Pick<Deps, 'fileStorage'>,
  { tenantId, dealId, fileId }: { tenantId: string; dealId: bigint; fileId: string },
): Promise<FileToSend> {
  const file = await tx
    .selectFrom('deskFiles')
    .select(['name', 'contentType'])
    .where('tenantId', '=', tenantId)
    .where('dealId', '=', dealId)
    .where('id', '=', fileId)
    .where('state', '=', 'clean')
    .executeTakeFirst();
  return keptFile(deps, { tenantId, fileId }, file);
}
