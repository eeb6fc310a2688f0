import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { calendarDate } from '../../../../shared/domain/calendar-date.ts';
import { nameOfMember } from '../../../identity/members.queries.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { withTenant } from '../../../platform/db/transactions.ts';
import { makeTemporaryFolder } from '../../../platform/http/temporary-folders.ts';
import { postAndRecord } from '../post-and-record.ts';
import { writeDayFile } from './day-file-of-sheet.ts';
import type { SheetId } from './read-lines.ts';

/**
 * Posts the lines of a spreadsheet as a day file. What is posted was fixed when a person confirmed it, so a second attempt writes the same
 * file, whose run goes on where it was.
 */
export async function postSheet(db: Database, { tenantId, fileId }: SheetId): Promise<void> {
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
    await withTenant(db, tenantId, (tx) => finish(tx, { tenantId, fileId }, run.id));
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

/** What was not posted waits in the queue of the board. */
async function finish(tx: Tx, { tenantId, fileId }: SheetId, runId: bigint): Promise<void> {
  await sql`
    insert into posting_refusals (tenant_id, run_id, line, reference, code)
    select line.tenant_id, ${runId}::bigint, line.line,
      coalesce(line.posted_reference, 'line ' || line.line || ' of ' || line.file_id)
        || case when line.result = 'returned' then ' returned' else '' end,
      case line.verdict when 'suspected' then 'held' when 'left out' then 'line_left_out' else coalesce(line.code, 'line_unreadable') end
    from day_sheet_lines line
    where line.tenant_id = ${tenantId}::uuid and line.file_id = ${fileId}::uuid
      and line.verdict in ('refused', 'suspected', 'left out')
    on conflict do nothing`.execute(tx);
  await tx
    .updateTable('daySheets')
    .set({ state: 'posted', postingRunId: runId, postedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('fileId', '=', fileId)
    .where('state', '=', 'posting')
    .execute();
}
