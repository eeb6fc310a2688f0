import { sql } from 'kysely';
import { calendarDate } from '../../../../shared/domain/calendar-date.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { today } from '../../../platform/db/today.ts';
import { messageOf } from '../refusal-message.ts';
import { UNSETTLED } from './runs.queries.ts';

/** As on the board: what nobody posted by then will not be. */
const DAYS_OF_LINES = 14;
const MOST = 200;
const NEEDS_REASON = 'line_needs_reason';

interface FoundLine {
  runId: bigint;
  line: number;
  fileName: string;
  reference: string;
  mid: string | null;
  date: string | null;
  amount: bigint | null;
  code: string;
  problem: string | null;
  dateText: string;
  amountText: string;
  merchant: string;
  dealName: string | null;
  concerns: string[] | null;
  since: Date;
  canPost: boolean;
  canChange: boolean;
}

/** Lines that were refused, held or left out and that nobody has settled, oldest first. */
export async function listWaitingLines(tx: Tx, tenantId: string) {
  const { rows } = await sql<FoundLine>`
    select run.id as "runId", line.line, run.file_name as "fileName", coalesce(kept.posted_reference, line.reference) as reference,
      coalesce(kept.mid, line.mid) as mid, coalesce(kept.entry_date, line.day)::text as date, coalesce(kept.amount_cents, line.cents) as amount,
      coalesce(kept.cells ->> 'date', '') as "dateText", coalesce(kept.cells ->> 'amount', '') as "amountText",
      coalesce(kept.cells ->> 'merchant', '') as merchant, deal.name as "dealName", kept.concerns, kept.file_id is not null as "canChange",
      line.code, kept.problem, coalesce(run.finished_at, run.started_at) as since,
      (kept.file_id is not null and kept.unreadable is null and kept.posted_reference is not null
        and kept.problem is null) as "canPost"
    from posting_runs run
    cross join lateral (
      select refusal.tenant_id, refusal.run_id, refusal.line, refusal.reference, refusal.code, null::text as mid, null::date as day,
        null::bigint as cents
      from posting_refusals refusal where refusal.tenant_id = run.tenant_id and refusal.run_id = run.id
      union all
      select held.tenant_id, held.run_id, held.line, held.reference, 'held', held.mid, held.cleared_date, held.amount_cents
      from posting_held_entries held
      where held.tenant_id = run.tenant_id and held.run_id = run.id and held.confirmed_at is null
    ) line
    left join day_sheets sheet on sheet.tenant_id = run.tenant_id and sheet.posting_run_id = run.id
    left join day_sheet_lines kept on kept.tenant_id = sheet.tenant_id and kept.file_id = sheet.file_id and kept.line = line.line
    left join deals deal on deal.tenant_id = kept.tenant_id and deal.id = kept.deal_id
    where run.tenant_id = ${tenantId}::uuid and run.posted_on > ${today} - ${sql.lit(DAYS_OF_LINES)}::integer and ${UNSETTLED}
    order by since, run.id, line.line limit ${sql.lit(MOST)}`.execute(tx);
  return {
    lines: rows.map(({ code, problem, concerns, since, date, ...line }) => ({
      ...line,
      needsReason: code === NEEDS_REASON,
      date: date === null ? null : calendarDate(date),
      since: since.toISOString(),
      why:
        problem ??
        (code === 'held'
          ? 'Looks like another payment of the same deal, day and amount.'
          : code === NEEDS_REASON && concerns
            ? concerns.join(' ')
            : messageOf(code)),
    })),
  };
}
