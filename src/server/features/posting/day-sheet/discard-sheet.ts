import { recordAudit } from '../../../platform/audit/audit.ts';
import type { DeskUser } from '../../../platform/audit/operator.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { discardSheetFile } from '../../../sheets/sheet-files.jobs.ts';
import { lockSheet, requireOpen } from './locked-sheet.ts';
import type { SheetId } from './read-lines.ts';

/** Discards a payment file of which nothing was posted, with what was read from it. */
export async function discardSheet(tx: Tx, id: SheetId, by: DeskUser): Promise<void> {
  const { tenantId, fileId } = id;
  const { state } = await lockSheet(tx, id);
  requireOpen(state, ['columns', 'checked', 'unreadable']);
  const { name } = await tx
    .selectFrom('sheetFiles')
    .select('name')
    .where('tenantId', '=', tenantId)
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('daySheets').where('tenantId', '=', tenantId).where('fileId', '=', fileId).execute();
  await addJob(tx, discardSheetFile, { tenantId, fileId });
  await recordAudit(tx, {
    ...{ actorId: by.userId, operator: by, action: 'day sheet discarded' },
    ...{ subject: `day sheet ${fileId}`, details: { file: name } },
  });
}
