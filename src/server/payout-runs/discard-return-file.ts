import { sql } from 'kysely';
import { recordAudit } from '../platform/audit/audit.ts';
import type { DeskUser } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { readReturnFile, type WhichReturnFile } from './return-files.queries.ts';

/** Gives a file up that was only read. What was sealed of it is deleted. */
export async function discardReturnFile(tx: Tx, which: WhichReturnFile, by: DeskUser): Promise<void> {
  const { tenantId, fileId } = which;
  await sql`select from return_files where tenant_id = ${tenantId}::uuid and id = ${fileId} for update`.execute(
    tx,
  );
  const { state, name } = await readReturnFile(tx, which);
  if (state === 'discarded') return;
  if (state === 'entered') throw new Refusal('return_file_settled');
  await tx
    .updateTable('returnFileEntries')
    .set({ correctedCipher: null, keyId: null })
    .where('tenantId', '=', tenantId)
    .where('fileId', '=', fileId)
    .where('keyId', 'is not', null)
    .execute();
  await tx
    .updateTable('returnFiles')
    .set({ state: 'discarded', discardedBy: by.userId, discardedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', fileId)
    .execute();
  await recordAudit(tx, {
    actorId: by.userId,
    operator: by,
    action: 'return file discarded',
    subject: `return file ${fileId}`,
    details: { name },
  });
}
