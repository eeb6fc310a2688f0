import type { CalendarDate } from '../../../../shared/domain/calendar-date.ts';
import { toDecimalString } from '../../../../shared/domain/money.ts';
import { requireDayHasCome } from '../../../ledger/standings/complete-day.ts';
import { recordAudit } from '../../../platform/audit/audit.ts';
import type { DeskUser } from '../../../platform/audit/operator.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/errors.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { longWorkOf } from '../../../platform/jobs/long-work.ts';
import { postDaySheet } from './day-sheet.jobs.ts';
import { sumLines } from './day-sheet.queries.ts';
import { lockSheet } from './locked-sheet.ts';
import type { SheetId } from './read-lines.ts';
import { lockConfirming, sheetsWithSameLines } from './same-lines.ts';

interface Confirmed {
  /** The check that the caller has seen. */
  checkNumber: number;
  completeThrough: CalendarDate;
}

/** Has the lines posted that the check has found to post, as they stand now. Confirmed once more, it changes nothing. */
export async function confirmSheet(
  tx: Tx,
  { tenantId, fileId }: SheetId,
  { checkNumber, completeThrough }: Confirmed,
  by: DeskUser,
): Promise<void> {
  await lockConfirming(tx, tenantId);
  const sheet = await lockSheet(tx, { tenantId, fileId });
  if (sheet.state === 'posting' || sheet.state === 'posted') return;
  if (sheet.state !== 'checked') throw new Refusal('sheet_busy');
  if (sheet.checkNumber !== checkNumber) throw new Refusal('sheet_changed');
  await requireDayHasCome(tx, completeThrough);
  // Once the other one is posted, the lines of this one are checked again.
  const others = await sheetsWithSameLines(tx, { tenantId, fileId }, ['posting']);
  if (others.length > 0) throw new Refusal('sheet_waits');
  const { total, counts, postingTotal } = await sumLines(tx, { tenantId, fileId });
  const stated = sheet.statedTotalCents ?? sheet.fileTotalCents;
  if (stated !== null && stated !== total && sheet.differenceReason === null)
    throw new Refusal('totals_differ');
  const posting = counts.find(({ verdict }) => verdict === 'will post')?.lineCount ?? 0;
  if (posting === 0) throw new Refusal('nothing_to_post');
  await tx
    .updateTable('daySheets')
    .set({ state: 'posting', postedBy: by.userId, completeThrough, doneCount: 0 })
    .where('tenantId', '=', tenantId)
    .where('fileId', '=', fileId)
    .execute();
  await tx
    .updateTable('sheetFiles')
    .set({ isKept: true })
    .where('tenantId', '=', tenantId)
    .where('id', '=', fileId)
    .execute();
  await addJob(tx, postDaySheet, { tenantId, fileId }, { queue: longWorkOf(tenantId) });
  await recordAudit(tx, {
    ...{ actorId: by.userId, operator: by, action: 'day sheet confirmed', subject: `day sheet ${fileId}` },
    details: {
      lines: posting,
      amount: toDecimalString(postingTotal),
      completeThrough,
      ...(stated !== null &&
        stated !== total && {
          statedTotal: toDecimalString(stated),
          fileTotal: toDecimalString(total),
          reason: sheet.differenceReason ?? '',
        }),
    },
  });
}
