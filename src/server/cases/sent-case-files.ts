import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { FileToSend } from '../platform/http/stored-files.ts';
import { keptFile } from '../stored-files/kept-file.ts';
import type { Sender } from './case-files.ts';

type WrittenWith = { requestId: bigint } | { entryId: bigint };

/**
 * Makes clean files part of what was just written. If one of them is not clean, not the sender's, or was sent before, nothing is
 * written.
 */
export async function attachCaseFiles(
  tx: Tx,
  { tenantId, userId, inviteId, side }: Sender,
  fileIds: readonly string[],
  written: WrittenWith,
): Promise<void> {
  if (fileIds.length === 0) return;
  const files = await tx
    .selectFrom('caseFiles')
    .select(['id', 'state'])
    .where('tenantId', '=', tenantId)
    .where('inviteId', '=', inviteId)
    .where('stagedBy', '=', userId)
    .where('side', '=', side)
    .where('requestId', 'is', null)
    .where('entryId', 'is', null)
    .where('id', '=', sql<string>`any(${fileIds}::uuid[])`)
    .forUpdate()
    .execute();
  if (files.length !== new Set(fileIds).size) throw new Refusal('not_found');
  if (files.some(({ state }) => state === 'refused')) throw new Refusal('file_refused');
  if (files.some(({ state }) => state !== 'clean')) throw new Refusal('file_not_ready');
  await tx
    .updateTable('caseFiles')
    .set(written)
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<string>`any(${fileIds}::uuid[])`)
    .execute();
}

/** Whether one of these files is not part of anything yet, so that the same words with it are another message. */
export async function hasUnsentFile(tx: Tx, tenantId: string, fileIds: readonly string[]): Promise<boolean> {
  if (fileIds.length === 0) return false;
  const unsent = await tx
    .selectFrom('caseFiles')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('requestId', 'is', null)
    .where('entryId', 'is', null)
    .where('id', '=', sql<string>`any(${fileIds}::uuid[])`)
    .limit(1)
    .execute();
  return unsent.length > 0;
}

/** A file of the thread of an invite. What was not sent, is not checked or was refused does not exist for anybody. */
export async function findSentFile(
  tx: Tx,
  deps: Pick<Deps, 'fileStorage'>,
  { tenantId, inviteId, fileId }: { tenantId: string; inviteId: bigint; fileId: string },
): Promise<FileToSend> {
  const file = await tx
    .selectFrom('caseFiles')
    .select(['name', 'contentType'])
    .where('tenantId', '=', tenantId)
    .where('inviteId', '=', inviteId)
    .where('id', '=', fileId)
    .where('state', '=', 'clean')
    .where((eb) => eb.or([eb('requestId', 'is not', null), eb('entryId', 'is not', null)]))
    .executeTakeFirst();
  return keptFile(deps, { tenantId, fileId }, file);
}
