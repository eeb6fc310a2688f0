import type { CalendarDate } from '../../../../shared/domain/calendar-date.ts';
import { moneyOfCell } from '../../../../shared/domain/cell-values.ts';
import { DAY_SHEET_FIELDS } from '../../../../shared/domain/day-sheet.ts';
import { type Cents, toDecimalString } from '../../../../shared/domain/money.ts';
import type { SheetMapping } from '../../../../shared/domain/sheet-mapping.ts';
import type { Json } from '../../../platform/db/schema.ts';
import { Refusal } from '../../../platform/errors.ts';
import { RowMapper } from '../../../sheets/map-row.ts';
import { lineOf, type SheetLine } from './sheet-line.ts';

/** What a person says in place of cells of a line. */
export interface SaidOfLine {
  mid?: string | undefined;
  date?: CalendarDate | undefined;
  /** Only in place of one that cannot be read: what the bank says of an amount is not for a person to change. */
  amount?: Cents | undefined;
}

interface LineWithCells {
  line: number;
  cells: Json;
  saidMid: string | null;
  saidDate: string | null;
  saidAmountCents: bigint | null;
}

export const isSaid = ({ mid, date, amount }: SaidOfLine): boolean =>
  mid !== undefined || date !== undefined || amount !== undefined;

/** For the audit trail. */
export const wordsOfSaid = ({ mid, date, amount }: SaidOfLine) => ({
  ...(mid !== undefined && { mid }),
  ...(date !== undefined && { date }),
  ...(amount !== undefined && { amount: toDecimalString(amount) }),
});

/** Reads a line once more with what a person has said in place of its cells. A reference that is made then names the line. */
export function readAgain(
  mapping: SheetMapping,
  { line, ...kept }: LineWithCells,
  said: SaidOfLine,
): SheetLine & Omit<LineWithCells, 'line' | 'cells'> {
  const cells = kept.cells as Readonly<Record<string, string>>;
  if (said.amount !== undefined && 'value' in moneyOfCell(cells['amount'] ?? ''))
    throw new Refusal('line_amount_readable');
  const saidMid = said.mid ?? kept.saidMid;
  const saidDate = said.date ?? kept.saidDate;
  const saidAmountCents = said.amount ?? kept.saidAmountCents;
  const byField: SheetMapping = Object.fromEntries(
    Object.entries(mapping).map(([field, source]) => [
      field,
      source.from === 'column' ? { ...source, column: field } : source,
    ]),
  );
  const mapped = new RowMapper(byField, DAY_SHEET_FIELDS).read({
    ...cells,
    ...(saidMid !== null && { mid: saidMid }),
    ...(saidDate !== null && { date: saidDate }),
    ...(saidAmountCents !== null && { amount: toDecimalString(saidAmountCents) }),
  });
  const read = { ...lineOf(mapped), saidMid, saidDate, saidAmountCents };
  return mapping['reference']?.from === 'made' && read.reference !== null
    ? { ...read, reference: `${read.reference.replace(/\/1$/, '')}/line ${line}` }
    : read;
}
