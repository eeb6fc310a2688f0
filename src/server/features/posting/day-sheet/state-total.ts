import { type Cents, toDecimalString } from '../../../../shared/domain/money.ts';
import { recordAudit } from '../../../platform/audit/audit.ts';
import type { DeskUser } from '../../../platform/audit/operator.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { lockSheet, requireOpen } from './locked-sheet.ts';
import type { SheetId } from './read-lines.ts';

/** Keeps the total of the processor's statement, and the reason for posting although it differs. */
export async function stateTotal(
  tx: Tx,
  id: SheetId,
  { statedTotal, differenceReason }: { statedTotal: Cents | null; differenceReason: string | null },
  by: DeskUser,
): Promise<void> {
  const { state } = await lockSheet(tx, id);
  requireOpen(state, ['columns', 'checking', 'checked']);
  await tx
    .updateTable('daySheets')
    .set({ statedTotalCents: statedTotal, differenceReason })
    .where('tenantId', '=', id.tenantId)
    .where('fileId', '=', id.fileId)
    .execute();
  await recordAudit(tx, {
    ...{
      actorId: by.userId,
      operator: by,
      action: 'day sheet total stated',
      subject: `day sheet ${id.fileId}`,
    },
    details: {
      ...(statedTotal !== null && { total: toDecimalString(statedTotal) }),
      ...(differenceReason !== null && { reason: differenceReason }),
    },
  });
}
