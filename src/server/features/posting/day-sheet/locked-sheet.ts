import type { DaySheetState } from '../../../../shared/domain/day-sheet.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/errors.ts';
import type { SheetId } from './read-lines.ts';

/** Locks a spreadsheet of the tenant until the transaction ends. Another tenant's is not found. */
export async function lockSheet(tx: Tx, { tenantId, fileId }: SheetId) {
  const sheet = await tx
    .selectFrom('daySheets')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('fileId', '=', fileId)
    .forUpdate()
    .executeTakeFirst();
  if (!sheet) throw new Refusal('not_found');
  return sheet;
}

/** Only what is not posted can be changed, and not while a job is at work on it. */
export function requireOpen(state: DaySheetState, open: readonly DaySheetState[]): void {
  if (open.includes(state)) return;
  throw new Refusal(state === 'posting' || state === 'posted' ? 'sheet_posted' : 'sheet_busy');
}
