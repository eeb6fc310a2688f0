import { CASH_KIND_NAMES, movementInWords } from '../../../shared/domain/cash-words.ts';
import type { Tx } from '../../platform/db/database.ts';
import { mapBatches, streamRows } from '../../platform/db/stream-rows.ts';
import type { SpreadsheetDownload } from '../../platform/http/streams.ts';
import type { Row } from '../../platform/spreadsheet/sheet.ts';
import { workbookStream } from '../../platform/spreadsheet/workbook.ts';
import { type MovementChoice, movementsInOrder, sumMovements, toMovement } from './movements.queries.ts';

const BYTES_PER_ROW = 70;

/** The chosen entries, the oldest first, with what the account held after each. */
export async function exportCash(tx: Tx, choice: MovementChoice): Promise<SpreadsheetDownload> {
  const { count, carriedOver, closing, moneyIn, moneyOut } = await sumMovements(tx, choice);
  const before: Row = {
    cells: [choice.month ?? null, 'Balance carried over', null, null, null, carriedOver, null],
  };
  return {
    fileName: choice.month ? `cash_${choice.month.slice(0, 7)}.xlsx` : 'cash.xlsx',
    rowCount: count,
    estimatedBytes: count * BYTES_PER_ROW,
    open: () =>
      workbookStream([
        {
          name: 'Movements',
          columns: [
            { header: 'Date', kind: 'date', width: 13 },
            { header: 'Kind', kind: 'text', width: 20 },
            { header: 'What For', kind: 'text', width: 46 },
            { header: 'In', kind: 'money', width: 16 },
            { header: 'Out', kind: 'money', width: 16 },
            { header: 'Balance', kind: 'money', width: 16 },
            { header: 'Reference', kind: 'text', width: 24 },
          ],
          rows: withFirst(
            choice.month ? before : null,
            mapBatches(streamRows(tx, movementsInOrder(choice)), toRow),
          ),
          total: () => [null, 'Total', null, moneyIn, moneyOut, closing, null],
        },
      ]),
  };
}

function toRow(row: Parameters<typeof toMovement>[0]): Row {
  const movement = toMovement(row);
  const { effectiveDate, kind, amount, balance, reference } = movement;
  return {
    cells: [
      effectiveDate,
      CASH_KIND_NAMES[kind],
      movementInWords(movement),
      amount > 0n ? amount : null,
      amount < 0n ? amount : null,
      balance,
      reference,
    ],
  };
}

async function* withFirst(first: Row | null, batches: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  if (first) yield [first];
  yield* batches;
}
