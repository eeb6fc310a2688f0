import { sql } from 'kysely';
import type { DayFileEntry } from '../../../ledger/day-file/day-file.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { SheetId } from './read-lines.ts';

/**
 * Which of the made references of these debits other files have posted. Each file numbers its own rows that are alike, so the same
 * reference in another file can be the same debit again, or the second one of that day.
 */
export async function readPostedElsewhere(
  tx: Tx,
  { tenantId, fileId }: SheetId,
  entries: readonly DayFileEntry[],
): Promise<ReadonlySet<string>> {
  const references = entries.flatMap(({ result, reference }) => (result === 'cleared' ? [reference] : []));
  const { rows } = await sql<{ reference: string }>`
    select payment.reference
    from payments payment
    join sheet_files own on own.tenant_id = payment.tenant_id and own.id = ${fileId}::uuid
    left join payment_sources source on source.tenant_id = payment.tenant_id and source.id = payment.source_id
    left join day_sheets sheet on sheet.tenant_id = source.tenant_id and sheet.posting_run_id = source.posting_run_id
    left join sheet_files posted on posted.tenant_id = sheet.tenant_id and posted.id = sheet.file_id
    where payment.tenant_id = ${tenantId}::uuid and payment.reference = any(${references}::text[])
      and posted.sha256 is distinct from own.sha256`.execute(tx);
  return new Set(rows.map(({ reference }) => reference));
}

/** More debits of one deal, day and amount than this nobody has. */
const MOST = 100;

/** For each made reference the one with the next free number, which none of those that are taken has. */
export async function nextFreeReferences(
  tx: Tx,
  tenantId: string,
  { references, taken }: { references: readonly string[]; taken: Iterable<string> },
): Promise<ReadonlyMap<string, string>> {
  const numbered = (reference: string) => {
    const same = reference.replace(/\/(?:line )?\d+$/, '');
    return Array.from({ length: MOST }, (_, index) => `${same}/${index + 1}`);
  };
  const posted = await tx
    .selectFrom('payments')
    .select('reference')
    .where('tenantId', '=', tenantId)
    .where('reference', '=', sql<string>`any(${references.flatMap(numbered)}::text[])`)
    .execute();
  const used = new Set([...taken, ...posted.map(({ reference }) => reference)]);
  return new Map(
    references.flatMap((reference) => {
      const free = numbered(reference).find((each) => !used.has(each));
      if (free === undefined) return [];
      used.add(free);
      return [[reference, free]];
    }),
  );
}
