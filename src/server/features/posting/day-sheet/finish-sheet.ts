import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';
import type { SheetId } from './read-lines.ts';
import { lockConfirming, sheetsWithSameLines } from './same-lines.ts';

/**
 * Ends the posting of a spreadsheet. What was not posted waits in the queue of the board. Returns the open spreadsheets that have some of
 * the same lines, which are to be checked again.
 */
export async function finishSheet(tx: Tx, { tenantId, fileId }: SheetId, runId: bigint): Promise<string[]> {
  await lockConfirming(tx, tenantId);
  await noteUnposted(tx, { tenantId, fileId }, runId);
  await sql`
    insert into posting_refusals (tenant_id, run_id, line, reference, code)
    select line.tenant_id, ${runId}::bigint, line.line,
      -- A line waits until a payment has its reference; the one that it resembles may have the same.
      case when line.posted_reference is null or line.posted_reference = line.resembles
        then 'line ' || line.line || ' of ' || line.file_id else line.posted_reference end
        || case when line.result = 'returned' then ' returned' else '' end,
      case line.verdict when 'suspected' then 'held' when 'left out' then 'line_left_out' when 'look at this' then 'line_needs_reason'
        else coalesce(line.code, 'line_unreadable') end
    from day_sheet_lines line
    where line.tenant_id = ${tenantId}::uuid and line.file_id = ${fileId}::uuid
      and line.verdict in ('refused', 'look at this', 'suspected', 'left out')
      and not exists (select from posting_held_entries held
        where held.tenant_id = line.tenant_id and held.run_id = ${runId} and held.line = line.line)
    on conflict do nothing`.execute(tx);
  await tx
    .updateTable('daySheets')
    .set({ state: 'posted', postingRunId: runId, postedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('fileId', '=', fileId)
    .where('state', '=', 'posting')
    .execute();
  return sheetsWithSameLines(tx, { tenantId, fileId }, ['checked', 'checking']);
}

/**
 * Lines that the check had found to post and that the run has not posted, because the book changed in between: refused by then, or known
 * by then. A debit under a made reference that something else has posted may be the same or another one, so that a person is asked.
 */
async function noteUnposted(tx: Tx, { tenantId, fileId }: SheetId, runId: bigint): Promise<void> {
  const unposted = await findUnposted(tx, { tenantId, fileId }, runId);
  if (unposted.length === 0) return;
  await sql`
    update day_sheet_lines line set verdict = found.verdict, code = found.code, resembles = found.resembles
    from (
      select kept.line,
        case when refusal.line is not null then 'refused' when held.line is not null or is_made.yes and not is_twin.yes then 'suspected'
          else 'posted before' end as verdict,
        refusal.code, coalesce(held.resembles, case when is_made.yes and refusal.line is null then kept.posted_reference end) as resembles
      from day_sheet_lines kept
      join day_sheets sheet on sheet.tenant_id = kept.tenant_id and sheet.file_id = kept.file_id
      join sheet_files file on file.tenant_id = kept.tenant_id and file.id = kept.file_id
      left join posting_refusals refusal
        on refusal.tenant_id = kept.tenant_id and refusal.run_id = ${runId} and refusal.line = kept.line
      left join posting_held_entries held
        on held.tenant_id = kept.tenant_id and held.run_id = ${runId} and held.line = kept.line and held.confirmed_at is null
      left join payments payment on payment.tenant_id = kept.tenant_id and payment.reference = kept.posted_reference
      left join payment_sources source on source.tenant_id = payment.tenant_id
        and source.id = case when kept.result = 'returned' and payment.cleared_date is not null
          then payment.reversal_source_id else payment.source_id end
      left join day_sheets twin_sheet on twin_sheet.tenant_id = source.tenant_id and twin_sheet.posting_run_id = source.posting_run_id
      left join sheet_files twin on twin.tenant_id = twin_sheet.tenant_id and twin.id = twin_sheet.file_id
      cross join lateral (select sheet.mapping -> 'reference' ->> 'from' is not distinct from 'made' as yes) is_made
      cross join lateral (select coalesce(twin.sha256 = file.sha256, false) as yes) is_twin
      where kept.tenant_id = ${tenantId}::uuid and kept.file_id = ${fileId}::uuid and kept.line = any(${unposted}::integer[])
    ) found
    where line.tenant_id = ${tenantId}::uuid and line.file_id = ${fileId}::uuid and line.line = found.line`.execute(
    tx,
  );
}

/**
 * The lines that were to be posted and whose payment is not of this run. Looked up by a list of references: just after a book was imported
 * the statistics know nothing of its payments, and a join would be planned for one of them.
 */
async function findUnposted(tx: Tx, { tenantId, fileId }: SheetId, runId: bigint): Promise<number[]> {
  const lines = await tx
    .selectFrom('daySheetLines')
    .select(['line', 'result', 'postedReference'])
    .where('tenantId', '=', tenantId)
    .where('fileId', '=', fileId)
    .where('verdict', '=', 'will post')
    .execute();
  const sources = await tx
    .selectFrom('paymentSources')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('postingRunId', '=', runId)
    .execute();
  const references = lines.flatMap(({ postedReference }) => postedReference ?? []);
  const payments = await tx
    .selectFrom('payments')
    .select(['reference', 'clearedDate', 'sourceId', 'reversalSourceId'])
    .where('tenantId', '=', tenantId)
    .where('reference', '=', sql<string>`any(${references}::text[])`)
    .execute();
  const ofRun = new Set(sources.map(({ id }) => id));
  const byReference = new Map(payments.map((payment) => [payment.reference, payment]));
  return lines.flatMap(({ line, result, postedReference }) => {
    const payment = byReference.get(postedReference ?? '');
    const isTakenBack = result === 'returned' && payment?.clearedDate != null;
    const source = isTakenBack ? payment?.reversalSourceId : payment?.sourceId;
    return source != null && ofRun.has(source) ? [] : [line];
  });
}
