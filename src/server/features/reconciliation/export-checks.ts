import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Round } from './round.ts';

/** What is exported and added up at a time: a small syndicate's book, or the deals of one month of a large one's. */
export interface ExportPart {
  syndicateId: bigint;
  /** Null stands for all months. */
  agreementMonth: CalendarDate | null;
  /** Whether what the exports should add up to is read from the lines themselves, or from the rollups of the shares. */
  isFromLines: boolean;
  /** Whether its payouts are added up by the query of the export, or read as they are downloaded. */
  isSummed: boolean;
}

/** Of more payouts, reading every line a second time would take as long as the exports. */
const MAX_READ_TWICE = 20_000;

/** The strip of a small syndicate is compared with its lines, beside the exports. */
export const hasStrip = ({ agreementMonth, isFromLines }: ExportPart): boolean =>
  agreementMonth === null && isFromLines;

interface ExportsToCheck {
  parts: ExportPart[];
  /** When that part of the others was last compared whose turn comes next; null when there are no others. */
  oldestLeft: Date | null;
}

/** The parts whose turn it is. */
export async function exportsToCheck(
  tx: Tx,
  tenantId: string,
  { nights, atLeastLines, maxExportedLines, sumsLargeExports }: Round,
): Promise<ExportsToCheck> {
  const { rows } = await sql<{
    syndicateId: bigint;
    agreementMonth: string | null;
    isFromLines: boolean;
    oldestLeft: Date | null;
  }>`
    with month as (
      select s.id as syndicate_id, date_trunc('month', total.agreement_date)::date as agreement_month,
        coalesce(sum(transaction_count), 0) as lines
      from syndicates s
      left join participation_totals total on total.tenant_id = s.tenant_id and total.syndicate_id = s.id
      where s.tenant_id = ${tenantId}::uuid group by 1, 2
    ), part as (
      select syndicate_id, case when of_syndicate > ${maxExportedLines}::bigint then agreement_month end as agreement_month,
        of_syndicate <= ${MAX_READ_TWICE} as is_from_lines, sum(lines) as lines
      from (
        select syndicate_id, agreement_month, lines, sum(lines) over (partition by syndicate_id) as of_syndicate from month
      ) of_month
      group by 1, 2, 3
    ), placed as (
      select part.syndicate_id, part.agreement_month, is_from_lines, checked_at,
        sum(lines) over (order by checked_at nulls first, part.syndicate_id, part.agreement_month) - lines as lines_before,
        sum(lines) over () as of
      from part left join export_checks on export_checks.tenant_id = ${tenantId}::uuid
        and export_checks.syndicate_id = part.syndicate_id
        and export_checks.agreement_month is not distinct from part.agreement_month
    ), chosen as (
      select syndicate_id, agreement_month, is_from_lines, checked_at,
        lines_before < greatest(${atLeastLines}::bigint, ceil(of / ${nights}::numeric))
          or coalesce(checked_at, '-infinity') < now() - make_interval(days => ${nights}::integer - 1) as is_chosen
      from placed
    ), left_out as (
      select min(checked_at) as oldest_left from chosen where not is_chosen
    )
    select syndicate_id, agreement_month, is_from_lines, oldest_left from chosen cross join left_out
    where is_chosen order by syndicate_id, agreement_month`.execute(tx);
  const parts = rows.map(({ syndicateId, agreementMonth, isFromLines }) => ({
    syndicateId,
    isFromLines,
    isSummed: sumsLargeExports && !isFromLines,
    agreementMonth: agreementMonth === null ? null : calendarDate(agreementMonth),
  }));
  return { parts, oldestLeft: rows[0]?.oldestLeft ?? null };
}

/** Of a part whose payouts were only added up, the turn to be read as it is downloaded stays what it was. */
export async function markExport(
  tx: Tx,
  tenantId: string,
  at: Date,
  { syndicateId, agreementMonth, isSummed }: ExportPart,
): Promise<void> {
  await sql`
    insert into export_checks as known (tenant_id, syndicate_id, agreement_month, checked_at)
    values (${tenantId}::uuid, ${syndicateId}, ${agreementMonth}::date, ${at}::timestamptz)
    on conflict (tenant_id, syndicate_id, agreement_month) do update set checked_at = excluded.checked_at
    where known.checked_at < excluded.checked_at and not ${isSummed}::boolean`.execute(tx);
}
