import { sql } from 'kysely';
import { beginningOf } from '../../../../shared/domain/beginning-of.ts';
import { moneyOfCell } from '../../../../shared/domain/cell-values.ts';
import { DAY_SHEET_FIELDS } from '../../../../shared/domain/day-sheet.ts';
import type { SheetMapping } from '../../../../shared/domain/sheet-mapping.ts';
import type { Database, Tx } from '../../../platform/db/database.ts';
import { withTenant } from '../../../platform/db/transactions.ts';
import { RowMapper } from '../../../sheets/map-row.ts';
import type { SheetRow } from '../../../sheets/read-sheet.ts';
import { openSheetApart } from '../../../sheets/sheet-apart.ts';
import type { SheetFormat } from '../../../sheets/sheet-limits.ts';
import { lineOf } from './sheet-line.ts';

export interface SheetId {
  tenantId: string;
  fileId: string;
}

const BATCH_SIZE = 1000;

/** Reads the lines of a file by its mapping and keeps them, so that a person can look through them. Begun again, it begins anew. */
export async function readLines(
  db: Database,
  { tenantId, fileId }: SheetId,
  { path, format, mapping }: { path: string; format: SheetFormat; mapping: SheetMapping },
): Promise<void> {
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(db, tenantId, work);
  await inTenant((tx) =>
    tx.deleteFrom('daySheetLines').where('tenantId', '=', tenantId).where('fileId', '=', fileId).execute(),
  );
  const mapper = new RowMapper(mapping, DAY_SHEET_FIELDS);
  const columns = Object.values(mapping).flatMap((source) =>
    source.from === 'column' ? [source.column] : [],
  );
  const { rows } = await openSheetApart(path, format, { columns });
  let batch: object[] = [];
  let count = 0;
  let fileTotal: bigint | null = null;
  const write = async () => {
    count += batch.length;
    await inTenant(async (tx) => {
      await insertLines(tx, { tenantId, fileId }, batch);
      await update(tx, { tenantId, fileId }, { doneCount: count });
    });
    batch = [];
  };
  for await (const row of rows) {
    if (row.isTotals) {
      fileTotal = totalOf(row, mapping) ?? fileTotal;
      continue;
    }
    batch.push({ line: row.line, cells: rawCells(row, mapping), ...columnsOf(mapper, row) });
    if (batch.length === BATCH_SIZE) await write();
  }
  if (batch.length > 0) await write();
  await inTenant((tx) =>
    update(tx, { tenantId, fileId }, { hasLines: true, lineCount: count, fileTotalCents: fileTotal }),
  );
}

function columnsOf(mapper: RowMapper, { cells }: SheetRow) {
  const { amountCents, ...line } = lineOf(mapper.read(cells));
  return { ...line, amountCents: amountCents === null ? null : String(amountCents) };
}

/** What stands in the cells that fields are read from, by field. */
const rawCells = ({ cells }: SheetRow, mapping: SheetMapping): Record<string, string> =>
  Object.fromEntries(
    Object.entries(mapping).flatMap(([field, source]) =>
      source.from === 'column' ? [[field, beginningOf(cells[source.column] ?? '', 200)]] : [],
    ),
  );

function totalOf({ cells }: SheetRow, { amount }: SheetMapping): bigint | null {
  const read = moneyOfCell(amount?.from === 'column' ? (cells[amount.column] ?? '') : '');
  return 'value' in read ? read.value : null;
}

async function insertLines(tx: Tx, { tenantId, fileId }: SheetId, lines: readonly object[]): Promise<void> {
  await sql`
    insert into day_sheet_lines (tenant_id, file_id, line, cells, reference, mid, amount_cents, entry_date, result, return_code,
      debit_date, unreadable)
    select ${tenantId}::uuid, ${fileId}::uuid, read.line, read.cells, read.reference, read.mid, read."amountCents", read."entryDate",
      read.result, read."returnCode", read."debitDate", read.unreadable
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as read (line integer, cells jsonb, reference text, mid text,
      "amountCents" bigint, "entryDate" date, result text, "returnCode" text, "debitDate" date, unreadable text)`.execute(
    tx,
  );
}

const update = (
  tx: Tx,
  { tenantId, fileId }: SheetId,
  values: { doneCount?: number; hasLines?: boolean; lineCount?: number; fileTotalCents?: bigint | null },
) =>
  tx
    .updateTable('daySheets')
    .set(values)
    .where('tenantId', '=', tenantId)
    .where('fileId', '=', fileId)
    .execute();
