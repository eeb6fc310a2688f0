import type { CalendarDate } from '../../../../shared/domain/calendar-date.ts';
import { DAY_SHEET_FIELDS, type LineDecision } from '../../../../shared/domain/day-sheet.ts';
import type { SheetMapping } from '../../../../shared/domain/sheet-mapping.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/errors.ts';
import { RowMapper } from '../../../sheets/map-row.ts';
import { askForCheck } from './day-sheet.jobs.ts';
import { lockSheet, requireOpen } from './locked-sheet.ts';
import type { SheetId } from './read-lines.ts';
import { lineOf } from './sheet-line.ts';

interface Said {
  decision: LineDecision | null;
  mid?: string | undefined;
  date?: CalendarDate | undefined;
}

/** Keeps what a person says about a line, and has all lines checked again: what one line posts matters to the next. */
export async function decideLine(
  tx: Tx,
  id: SheetId,
  line: number,
  { decision, mid, date }: Said,
): Promise<void> {
  const { tenantId, fileId } = id;
  const sheet = await lockSheet(tx, id);
  requireOpen(sheet.state, ['checked']);
  const kept = await tx
    .selectFrom('daySheetLines')
    .select(['cells', 'saidMid', 'saidDate'])
    .where('tenantId', '=', tenantId)
    .where('fileId', '=', fileId)
    .where('line', '=', line)
    .executeTakeFirst();
  if (!kept) throw new Refusal('not_found');
  const [saidMid, saidDate] = [mid ?? kept.saidMid, date ?? kept.saidDate];
  await tx
    .updateTable('daySheetLines')
    .set({
      decision,
      ...((mid !== undefined || date !== undefined) && {
        ...{ saidMid, saidDate },
        ...readAgain(sheet.mapping as unknown as SheetMapping, kept.cells as Record<string, string>, {
          ...{ line, mid: saidMid, date: saidDate },
        }),
      }),
    })
    .where('tenantId', '=', tenantId)
    .where('fileId', '=', fileId)
    .where('line', '=', line)
    .execute();
  await askForCheck(tx, id);
}

/** Reads the line once more with what a person has said in place of its cells. A reference that is made then names the line. */
function readAgain(
  mapping: SheetMapping,
  cells: Readonly<Record<string, string>>,
  { line, mid, date }: { line: number; mid: string | null; date: string | null },
) {
  const byField: SheetMapping = Object.fromEntries(
    Object.entries(mapping).map(([field, source]) => [
      field,
      source.from === 'column' ? { ...source, column: field } : source,
    ]),
  );
  const mapped = new RowMapper(byField, DAY_SHEET_FIELDS).read({
    ...cells,
    ...(mid !== null && { mid }),
    ...(date !== null && { date }),
  });
  const read = lineOf(mapped);
  return mapping['reference']?.from === 'made' && read.reference !== null
    ? { ...read, reference: `${read.reference.replace(/\/1$/, '')}/line ${line}` }
    : read;
}
