import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import { readDueDay } from '../features/nightly-report/due-day.ts';
import type { Database, Tx } from '../platform/db/database.ts';
import { withClaims } from '../platform/db/transactions.ts';
import { dueMonth } from '../statements/due-months.ts';

/** How a tenant's last night went. */
export interface TenantNight {
  slug: string;
  createdAt: Date;
  /** When the book was last compared; null when it never was. So are the two that follow. */
  comparedAt: Date | null;
  differenceCount: number | null;
  /** Everything in the book has been compared since then; null when something differs. */
  checkedSince: Date | null;
  /** When personal data past its retention was last removed. */
  disposedAt: Date | null;
  disposalFailedCount: number | null;
  /** The reports of the last bank day were never queued, although the tenant existed that night and has a book to report on. */
  isReportMissing: boolean;
  unsentCount: number;
  /** Nothing was posted on the last bank day or since, although the tenant posts its days by file and has a book. */
  isDayUnposted: boolean;
  /** The statements of the last month that is due are not all made. */
  areStatementsMissing: boolean;
}

/** The last bank day and the last month whose work should be done. */
interface DueDates {
  dueDay: CalendarDate;
  dueStatements: CalendarDate;
}

/** Statements that were due on that bank day have had a night and more. */
async function readDueDates(tx: Tx): Promise<DueDates> {
  const dueDay = await readDueDay(tx);
  return { dueDay, dueStatements: dueMonth(dueDay) };
}

const hasBook = sql`exists (
  select from syndicate_totals total
  where total.tenant_id = tenants.id and participation_count > 0 and portfolio_balance_cents <> 0)`;

/** Of each tenant that is open here a few rows by key, so that it takes as long whatever their books and however many nights there were. */
const nights = ({ dueDay, dueStatements }: DueDates): RawBuilder<unknown> => sql`
  select tenants.slug, tenants.created_at, last.compared_at, last.difference_count, last.checked_since,
    disposal.finished_at as disposed_at, disposal.failed_count as disposal_failed_count,
    tenants.created_at < (${dueDay}::date + 1 + time '06:40') at time zone 'UTC'
      and not exists (
        select from nightly_reports report where report.tenant_id = tenants.id and report.report_date = ${dueDay}::date)
      and ${hasBook} as is_report_missing,
    posting.posted_on < ${dueDay}::date and ${hasBook} as is_day_unposted,
    statements_from <= ${dueStatements}::date and coalesce(statements_through < ${dueStatements}::date, true) as are_statements_missing,
    (select count(*)::integer from nightly_reports report
      where report.tenant_id = tenants.id and report.report_date = ${dueDay}::date and state <> 'sent') as unsent_count
  from tenants
  left join lateral (
    select compared_at, jsonb_array_length(differences) as difference_count,
      case when ties_out then coalesce(checked_since, compared_at) end as checked_since
    from reconciliations where tenant_id = tenants.id order by compared_at desc limit 1
  ) last on true
  left join lateral (
    select posted_on from posting_runs where tenant_id = tenants.id order by posted_on desc limit 1
  ) posting on true
  left join lateral (
    select finished_at, failed_count from disposal_runs
    where tenant_id = tenants.id and finished_at is not null order by id desc limit 1
  ) disposal on true`;

export const readTenantNights = (db: Database): Promise<DueDates & { nights: TenantNight[] }> =>
  withClaims(
    db,
    { listsNights: true },
    async (tx) => {
      const due = await readDueDates(tx);
      const { rows } = await sql<TenantNight>`${nights(due)} order by slug`.execute(tx);
      return { ...due, nights: rows };
    },
    { readOnly: true },
  );

/** The same of all tenants together, for metrics: their number does not depend on that of the tenants. */
export interface AllNights {
  tenantCount: number;
  /** The earliest of the tenants' last reconciliations. A tenant that had none yet counts from when it was added. */
  oldestReconciliation: number;
  oldestCheck: number;
  oldestDisposal: number;
  differenceCount: number;
  differingCount: number;
  disposalFailedCount: number;
  missingCount: number;
  unsentCount: number;
  unpostedCount: number;
  withoutStatementsCount: number;
}

export const readAllNights = (db: Database): Promise<AllNights[]> =>
  withClaims(
    db,
    { listsNights: true },
    async (tx) => {
      const seconds = (column: string) =>
        sql`extract(epoch from min(coalesce(${sql.raw(column)}, created_at)))::float8`;
      const { rows } = await sql<AllNights>`
        select count(*)::integer as tenant_count, ${seconds('compared_at')} as oldest_reconciliation,
          ${seconds('checked_since')} as oldest_check, ${seconds('disposed_at')} as oldest_disposal,
          coalesce(sum(difference_count), 0)::float8 as difference_count,
          (count(*) filter (where difference_count > 0))::integer as differing_count,
          coalesce(sum(disposal_failed_count), 0)::float8 as disposal_failed_count,
          (count(*) filter (where is_report_missing))::integer as missing_count,
          coalesce(sum(unsent_count), 0)::float8 as unsent_count,
          (count(*) filter (where is_day_unposted))::integer as unposted_count,
          (count(*) filter (where are_statements_missing))::integer as without_statements_count
        from (${nights(await readDueDates(tx))}) night having count(*) > 0`.execute(tx);
      return rows;
    },
    { readOnly: true },
  );
