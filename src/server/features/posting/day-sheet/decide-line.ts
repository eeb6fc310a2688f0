import type { LineDecision } from '../../../../shared/domain/day-sheet.ts';
import type { SheetMapping } from '../../../../shared/domain/sheet-mapping.ts';
import { recordAudit } from '../../../platform/audit/audit.ts';
import type { DeskUser } from '../../../platform/audit/operator.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/errors.ts';
import { askForCheck } from './day-sheet.jobs.ts';
import { lockSheet, requireOpen } from './locked-sheet.ts';
import { isSaid, readAgain, type SaidOfLine, wordsOfSaid } from './read-again.ts';
import type { SheetId } from './read-lines.ts';

const NOT_ACCEPTED = {
  acceptedConcerns: null,
  acceptedReason: null,
  acceptedBy: null,
  acceptedAt: null,
} as const;

/** Keeps what a person says about a line, and has all lines checked again: what one line posts matters to the next. */
export async function decideLine(
  tx: Tx,
  id: SheetId,
  line: number,
  { decision, ...said }: SaidOfLine & { decision: LineDecision | null },
  by: DeskUser,
): Promise<void> {
  const { tenantId, fileId } = id;
  const sheet = await lockSheet(tx, id);
  requireOpen(sheet.state, ['checked']);
  const kept = await tx
    .selectFrom('daySheetLines')
    .select(['cells', 'saidMid', 'saidDate', 'saidAmountCents'])
    .where('tenantId', '=', tenantId)
    .where('fileId', '=', fileId)
    .where('line', '=', line)
    .executeTakeFirst();
  if (!kept) throw new Refusal('not_found');
  const read = readAgain(sheet.mapping as unknown as SheetMapping, { ...kept, line }, said);
  await tx
    .updateTable('daySheetLines')
    .set({
      decision,
      // Whoever confirms that a debit is another one says nothing of what else is odd about it.
      ...(decision !== 'post too' && NOT_ACCEPTED),
      ...(isSaid(said) && { ...NOT_ACCEPTED, ...read }),
    })
    .where('tenantId', '=', tenantId)
    .where('fileId', '=', fileId)
    .where('line', '=', line)
    .execute();
  await askForCheck(tx, id);
  await recordAudit(tx, {
    ...{ actorId: by.userId, operator: by, action: 'day sheet line changed', subject: `day sheet ${fileId}` },
    details: { line, ...(decision !== null && { decision }), ...wordsOfSaid(said) },
  });
}
