import { sql } from 'kysely';
import { recordAudit } from '../../../platform/audit/audit.ts';
import type { DeskUser } from '../../../platform/audit/operator.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/errors.ts';
import { askForCheck } from './day-sheet.jobs.ts';
import { lockSheet, requireOpen } from './locked-sheet.ts';
import type { SheetId } from './read-lines.ts';

interface Accepted {
  /** The check that the caller has seen. */
  checkNumber: number;
  /** Null for all that need a look. */
  lines: readonly number[] | null;
  reason: string;
}

/** An event names the first ones; the lines themselves keep what was accepted. */
const MAX_LISTED = 100;

/** Has lines posted although something is odd about them. They keep what exactly was accepted, by whom and why. */
export async function acceptLines(
  tx: Tx,
  id: SheetId,
  { checkNumber, lines, reason }: Accepted,
  by: DeskUser,
): Promise<void> {
  const sheet = await lockSheet(tx, id);
  requireOpen(sheet.state, ['checked']);
  if (sheet.checkNumber !== checkNumber) throw new Refusal('sheet_changed');
  const accepted = await tx
    .updateTable('daySheetLines')
    .set((eb) => ({
      ...{ acceptedConcerns: eb.ref('concerns'), acceptedReason: reason, acceptedBy: by.userId },
      acceptedAt: sql<Date>`now()`,
    }))
    .where('tenantId', '=', id.tenantId)
    .where('fileId', '=', id.fileId)
    .where('verdict', '=', 'look at this')
    .$if(lines !== null, (query) => query.where('line', '=', sql<number>`any(${lines}::integer[])`))
    .returning('line')
    .execute();
  if (accepted.length === 0 || (lines !== null && accepted.length < new Set(lines).size))
    throw new Refusal('sheet_changed');
  await askForCheck(tx, id);
  const named = accepted.map(({ line }) => line).toSorted((one, other) => one - other);
  await recordAudit(tx, {
    ...{ actorId: by.userId, operator: by, action: 'day sheet lines accepted' },
    subject: `day sheet ${id.fileId}`,
    details: {
      lineCount: named.length,
      lines: [...named.slice(0, MAX_LISTED), ...(named.length > MAX_LISTED ? ['…'] : [])].join(', '),
      reason,
    },
  });
}
