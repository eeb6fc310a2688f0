import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import type { SheetId } from './read-lines.ts';

/** Those of the references that the book has a payment under. */
export async function readKnownReferences(
  tx: Tx,
  tenantId: string,
  references: readonly string[],
): Promise<string[]> {
  const rows = await tx
    .selectFrom('payments')
    .select('reference')
    .where('tenantId', '=', tenantId)
    .where('reference', '=', sql<string>`any(${references}::text[])`)
    .execute();
  return rows.map(({ reference }) => reference);
}

/** By the number that a processor gave a return: the debit that it was taken for in a file that was posted. */
export async function readDebitsOfKnownReturns(
  tx: Tx,
  { tenantId, fileId }: SheetId,
  references: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (references.length === 0) return new Map();
  // The conditions are those of the index of such lines.
  const { rows } = await sql<{ reference: string; debit: string }>`
    select line.reference, line.posted_reference as debit from day_sheet_lines line
    join day_sheets sheet on sheet.tenant_id = line.tenant_id and sheet.file_id = line.file_id and sheet.state = 'posted'
    where line.tenant_id = ${tenantId}::uuid and line.reference = any(${references}::text[])
      and line.result = 'returned' and line.posted_reference <> line.reference and line.file_id <> ${fileId}::uuid`.execute(
    tx,
  );
  return new Map(rows.map(({ reference, debit }) => [reference, debit]));
}
