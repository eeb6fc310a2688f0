import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { calendarDate } from '../../../../shared/domain/calendar-date.ts';
import { nameOfMember } from '../../../identity/members.queries.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { withTenant } from '../../../platform/db/transactions.ts';
import { makeTemporaryFolder } from '../../../platform/http/temporary-folders.ts';
import { postAndRecord } from '../post-and-record.ts';
import { writeDayFile } from './day-file-of-sheet.ts';
import { finishSheet } from './finish-sheet.ts';
import type { SheetId } from './read-lines.ts';

/**
 * Posts the lines of a spreadsheet as a day file. What is posted was fixed when a person confirmed it, so a second attempt writes the same
 * file, whose run goes on where it was.
 */
export async function postSheet(
  db: Database,
  { tenantId, fileId }: SheetId,
  /** Has the lines of another spreadsheet checked again. */
  checkAgain: (tx: Tx, id: SheetId) => Promise<void>,
): Promise<void> {
  const sheet = await withTenant(db, tenantId, (tx) => readPosting(tx, { tenantId, fileId }), {
    readOnly: true,
  });
  if (!sheet) return;
  const folder = await makeTemporaryFolder('portal-sheet-');
  try {
    const path = join(folder, sheet.fileName);
    const { confirmed } = await withTenant(db, tenantId, async (tx) => {
      const written = await writeDayFile(tx, { tenantId, fileId }, path);
      await tx
        .updateTable('daySheets')
        .set({ postedHash: written.hash })
        .where('tenantId', '=', tenantId)
        .where('fileId', '=', fileId)
        .execute();
      return written;
    });
    const { run } = await postAndRecord(db, tenantId, path, {
      operator: { via: 'desk', userId: sheet.userId, name: sheet.userName },
      file: sheet.fileName,
      confirm: confirmed.size > 0 ? confirmed : undefined,
      completeThrough: sheet.completeThrough === null ? undefined : calendarDate(sheet.completeThrough),
    });
    await withTenant(db, tenantId, async (tx) => {
      const others = await finishSheet(tx, { tenantId, fileId }, run.id);
      for (const other of others) await checkAgain(tx, { tenantId, fileId: other });
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readPosting(tx: Tx, { tenantId, fileId }: SheetId) {
  const sheet = await tx
    .selectFrom('daySheets as sheet')
    .innerJoin('sheetFiles as file', (join) =>
      join.onRef('file.tenantId', '=', 'sheet.tenantId').onRef('file.id', '=', 'sheet.fileId'),
    )
    .select(['file.name as fileName', 'sheet.postedBy as userId', 'sheet.completeThrough'])
    .where('sheet.tenantId', '=', tenantId)
    .where('sheet.fileId', '=', fileId)
    .where('sheet.state', '=', 'posting')
    .executeTakeFirst();
  if (!sheet || sheet.userId === null) return null;
  const { userId } = sheet;
  return { ...sheet, userId, userName: await nameOfMember(tx, tenantId, userId) };
}
