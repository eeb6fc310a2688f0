import { sql } from 'kysely';
import type { DaySheetState } from '../../../../shared/domain/day-sheet.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { SheetId } from './read-lines.ts';

/**
 * One after the other, spreadsheets of a tenant are confirmed and their postings ended, until the transaction ends: each sees which others
 * are being posted.
 */
export async function lockConfirming(tx: Tx, tenantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`day sheets ${tenantId}`}, 0))`.execute(tx);
}

/**
 * The other spreadsheets in these states that would post a line under a reference of one that this one posts. While the lines of one are
 * being checked, it counts as such: what it holds is not known yet.
 */
export async function sheetsWithSameLines(
  tx: Tx,
  { tenantId, fileId }: SheetId,
  states: readonly DaySheetState[],
): Promise<string[]> {
  const { rows } = await sql<{ fileId: string }>`
    select other.file_id as "fileId" from day_sheets other
    where other.tenant_id = ${tenantId}::uuid and other.file_id <> ${fileId}::uuid and other.state = any(${states}::text[])
      and (other.state = 'checking' or exists (
        select from day_sheet_lines theirs
        join day_sheet_lines ours on ours.tenant_id = theirs.tenant_id and ours.file_id = ${fileId}::uuid
          and ours.posted_reference = theirs.posted_reference and ours.result = theirs.result
        where theirs.tenant_id = other.tenant_id and theirs.file_id = other.file_id and theirs.verdict = 'will post'))
    order by other.file_id
    for update of other`.execute(tx);
  return rows.map(({ fileId: found }) => found);
}
