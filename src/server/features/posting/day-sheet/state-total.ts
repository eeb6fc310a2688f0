import type { Cents } from '../../../../shared/domain/money.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { lockSheet, requireOpen } from './locked-sheet.ts';
import type { SheetId } from './read-lines.ts';

/** Keeps the total of the processor's statement, and the reason for posting although it differs. */
export async function stateTotal(
  tx: Tx,
  id: SheetId,
  { statedTotal, differenceReason }: { statedTotal: Cents | null; differenceReason: string | null },
): Promise<void> {
  const { state } = await lockSheet(tx, id);
  requireOpen(state, ['columns', 'checking', 'checked']);
  await tx
    .updateTable('daySheets')
    .set({ statedTotalCents: statedTotal, differenceReason })
    .where('tenantId', '=', id.tenantId)
    .where('fileId', '=', id.fileId)
    .execute();
}
