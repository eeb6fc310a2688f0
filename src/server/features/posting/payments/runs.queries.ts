import { sql } from 'kysely';
import { calendarDate } from '../../../../shared/domain/calendar-date.ts';
import type { Tx } from '../../../platform/db/database.ts';

const PAGE = 25;

interface FoundRun {
  id: bigint;
  fileName: string;
  fileId: string | null;
  startedAt: Date;
  isFinished: boolean;
  postedBy: string | null;
  entryCount: number;
  postedCount: number;
  takenBackCount: number;
  knownCount: number;
  waitingCount: number;
  postedAmount: bigint | null;
  takenBackAmount: bigint | null;
  completeThrough: string | null;
}

/** Lines of a run that nobody has settled. */
export const UNSETTLED = sql`
  not exists (
    select from settled_lines settled
    where settled.tenant_id = line.tenant_id and settled.run_id = line.run_id and settled.line = line.line)
  and not exists (
    select from payments payment where payment.tenant_id = line.tenant_id and payment.reference = line.reference)`;

/** The newest runs, or those before one, and the spreadsheets that are still open. */
export async function listRuns(tx: Tx, tenantId: string, before: bigint | undefined) {
  const { rows } = await sql<FoundRun>`
    select run.id, run.file_name as "fileName", sheet.file_id as "fileId", run.started_at as "startedAt",
      run.finished_at is not null as "isFinished", source.posted_by as "postedBy", run.entry_count as "entryCount",
      run.posted_count as "postedCount", run.reversed_count + run.returned_count as "takenBackCount", run.known_count as "knownCount",
      run.posted_cents as "postedAmount",
      coalesce(run.reversed_cents, case when run.reversed_count = 0 then 0 end)::bigint as "takenBackAmount", run.complete_through::text as "completeThrough", waiting.count as "waitingCount"
    from posting_runs run
    left join day_sheets sheet on sheet.tenant_id = run.tenant_id and sheet.posting_run_id = run.id
    left join lateral (
      select source.posted_by from payment_sources source
      where source.tenant_id = run.tenant_id and source.posting_run_id = run.id order by source.id limit 1
    ) source on true
    left join lateral (
      select count(*)::integer as count from (
        select refusal.tenant_id, refusal.run_id, refusal.line, refusal.reference from posting_refusals refusal
        where refusal.tenant_id = run.tenant_id and refusal.run_id = run.id
        union all
        select held.tenant_id, held.run_id, held.line, held.reference from posting_held_entries held
        where held.tenant_id = run.tenant_id and held.run_id = run.id and held.confirmed_at is null
      ) line where ${UNSETTLED}
    ) waiting on true
    where run.tenant_id = ${tenantId}::uuid ${before === undefined ? sql`` : sql`and run.id < ${before}`}
    order by run.id desc limit ${PAGE + 1}`.execute(tx);
  const runs = rows.slice(0, PAGE);
  return {
    runs: runs.map(({ startedAt, completeThrough, postedBy, ...run }) => ({
      ...run,
      startedAt: startedAt.toISOString(),
      postedBy: postedBy?.replace(/^desk: /, '') ?? null,
      completeThrough: completeThrough === null ? null : calendarDate(completeThrough),
    })),
    next: rows.length > PAGE ? (runs.at(-1)?.id ?? null) : null,
    sheets: before === undefined ? await openSheets(tx, tenantId) : [],
  };
}

async function openSheets(tx: Tx, tenantId: string) {
  const sheets = await tx
    .selectFrom('daySheets as sheet')
    .innerJoin('sheetFiles as file', (join) =>
      join.onRef('file.tenantId', '=', 'sheet.tenantId').onRef('file.id', '=', 'sheet.fileId'),
    )
    .leftJoin('memberships as dropper', (join) =>
      join.onRef('dropper.tenantId', '=', 'file.tenantId').onRef('dropper.userId', '=', 'file.stagedBy'),
    )
    .select(['sheet.fileId', 'file.name as fileName', 'sheet.state', 'file.stagedAt', 'sheet.lineCount'])
    .select('dropper.name as droppedBy')
    .where('sheet.tenantId', '=', tenantId)
    .where('sheet.state', '<>', 'posted')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          // What was posted is in the book, whichever copy of the file it came with.
          selectFrom('sheetFiles as copy')
            .innerJoin('daySheets as posted', (join) =>
              join.onRef('posted.tenantId', '=', 'copy.tenantId').onRef('posted.fileId', '=', 'copy.id'),
            )
            .select('copy.id')
            .whereRef('copy.tenantId', '=', 'file.tenantId')
            .whereRef('copy.sha256', '=', 'file.sha256')
            .where('posted.state', '=', 'posted'),
        ),
      ),
    )
    .orderBy('file.stagedAt', 'desc')
    .limit(10)
    .execute();
  return sheets.map(({ stagedAt, droppedBy, ...sheet }) => ({
    ...sheet,
    droppedAt: stagedAt.toISOString(),
    droppedBy: droppedBy ?? '',
  }));
}
