import { sql } from 'kysely';
import type { PresentedLink } from '../../identity/capabilities.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { keptKey } from '../../stored-files/storage-keys.ts';

/** Lists the clean files that were staged under the link. Refuses while one of them is still being checked. */
export async function cleanFilesOf(tx: Tx, { tenantId, tokenHash }: PresentedLink): Promise<string[]> {
  const staged = await tx
    .selectFrom('stagedFiles')
    .select(['id', 'state'])
    .where('tenantId', '=', tenantId)
    .where('linkHash', '=', tokenHash)
    .where('state', 'in', ['checking', 'clean'])
    .execute();
  if (staged.some(({ state }) => state === 'checking')) throw new Refusal('file_not_ready');
  return staged.map(({ id }) => id);
}

/** Turns clean staged files of the link into files of the deal. If one of them is not clean, all are refused. */
export async function attachFiles(
  tx: Tx,
  { tenantId, tokenHash }: PresentedLink,
  { dealId, fileIds }: { dealId: bigint; fileIds: readonly string[] },
): Promise<void> {
  if (fileIds.length === 0) return;
  const staged = await tx
    .selectFrom('stagedFiles')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('linkHash', '=', tokenHash)
    .where('id', '=', sql<string>`any(${fileIds}::uuid[])`)
    .orderBy('stagedAt')
    .forUpdate()
    .execute();
  if (staged.length !== new Set(fileIds).size) throw new Refusal('not_found');
  for (const file of staged) {
    if (file.state === 'refused') throw new Refusal('file_refused');
    const { contentType, keptByteSize: byteSize, sha256 } = file;
    if (file.state !== 'clean' || contentType === null || byteSize === null || sha256 === null)
      throw new Refusal('file_not_ready');
    const storageKey = keptKey(tenantId, file.id);
    const { categoryId, name } = file;
    await tx
      .insertInto('files')
      .values({
        tenantId,
        dealId,
        categoryId,
        name,
        contentType,
        byteSize,
        sha256,
        storageKey,
        scanStatus: 'clean',
      })
      .execute();
  }
  await tx
    .updateTable('stagedFiles')
    .set({ state: 'attached' })
    .where('tenantId', '=', tenantId)
    .where('linkHash', '=', tokenHash)
    .where('id', '=', sql<string>`any(${fileIds}::uuid[])`)
    .execute();
}
