import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { withTenant } from '../../../platform/db/transactions.ts';
import type { CheckedLine } from './check-lines.ts';
import type { Effect } from './effect-sum.ts';
import type { SheetId } from './read-lines.ts';

const BATCH_SIZE = 2000;

/** Keeps what the check found, in batches. The last one says that the check is done, if it is still the one that was asked for. */
export async function saveVerdicts(
  db: Database,
  { tenantId, fileId }: SheetId,
  {
    lines,
    effects,
    checkNumber,
  }: { lines: readonly CheckedLine[]; effects: readonly Effect[]; checkNumber: number },
): Promise<void> {
  for (let index = 0; index < lines.length; index += BATCH_SIZE) {
    const batch = lines
      .slice(index, index + BATCH_SIZE)
      .map((line) => ({ ...line, dealId: line.dealId === null ? null : String(line.dealId) }));
    await withTenant(db, tenantId, async (tx) => {
      await sql`
        update day_sheet_lines line set verdict = found.verdict, code = found.code, problem = found.problem, resembles = found.resembles,
          deal_id = found."dealId", posted_reference = found.reference, completes_deal = found."completesDeal",
          concerns = (select array_agg(concern) from jsonb_array_elements_text(nullif(found.concerns, 'null')) concern)
        from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as found (line integer, verdict text, code text, problem text,
          resembles text, "dealId" bigint, reference text, concerns jsonb, "completesDeal" boolean)
        where line.tenant_id = ${tenantId}::uuid and line.file_id = ${fileId}::uuid and line.line = found.line`.execute(
        tx,
      );
      await tx
        .updateTable('daySheets')
        .set({ doneCount: index + batch.length })
        .where('tenantId', '=', tenantId)
        .where('fileId', '=', fileId)
        .execute();
    });
  }
  await withTenant(db, tenantId, (tx) =>
    tx
      .updateTable('daySheets')
      .set({ state: 'checked', effects: JSON.stringify(effects), checkedAt: sql<Date>`now()` })
      .where('tenantId', '=', tenantId)
      .where('fileId', '=', fileId)
      .where('state', '=', 'checking')
      .where('checkNumber', '=', checkNumber)
      .execute(),
  );
}
