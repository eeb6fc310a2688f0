import { sql } from 'kysely';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import type { Tx } from '../../platform/db/database.ts';
import { errorInOneLine } from '../../platform/jobs/kept-jobs.ts';
import { isStillMissing } from './queue-sql.ts';
import { namesOf, whoOf } from './who.ts';

/** From so many runs it is told when a day's file usually comes. */
const RUNS_TO_TELL = 10;
/** Of more reports that failed, the first ones are told. */
const MOST_FAILURES = 3;

/** The files of the last day on which one was posted, taken together, with who posted the last one and when one usually comes. */
export async function readPostedFile(tx: Tx, tenantId: string) {
  const runs = await tx
    .selectFrom('postingRuns')
    .select([
      'id',
      'postedOn',
      'startedAt',
      sql<number>`extract(hour from started_at at time zone 'America/New_York')::integer * 60
        + extract(minute from started_at at time zone 'America/New_York')::integer`.as('minute'),
    ])
    .where('tenantId', '=', tenantId)
    .orderBy('postedOn', 'desc')
    .orderBy('id', 'desc')
    .limit(RUNS_TO_TELL)
    .execute();
  const [last] = runs;
  if (!last) return { file: null, usualMinute: null };
  const { id, postedOn, startedAt } = last;
  const { completeThrough, finishedAt, ...counts } = await readDay(tx, postedOn);
  const minutes = runs.map(({ minute }) => minute).sort((one, other) => one - other);
  return {
    file: {
      ...counts,
      postedOn: calendarDate(postedOn),
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
      completeThrough: completeThrough === null ? null : calendarDate(completeThrough),
      postedBy: await whoPosted(tx, tenantId, id),
    },
    usualMinute: minutes[Math.floor(minutes.length / 2)] ?? null,
  };
}

interface PostedDay {
  fileCount: number;
  /** Null while one of them is being posted. */
  finishedAt: Date | null;
  /** The latest day through which everything is posted: a late file of an earlier day takes nothing of it back. */
  completeThrough: string | null;
  entryCount: number;
  postedCount: number;
  returnedCount: number;
  reversedCount: number;
  knownCount: number;
  /** Null where a run is from before this was kept. */
  postedAmount: Cents | null;
  takenBackAmount: Cents | null;
  refusedCount: number;
  heldCount: number;
}

/** All files that were posted on a day. Of one that was dropped at the desk, all lines count: its run is given only those to post. */
async function readDay(tx: Tx, postedOn: string): Promise<PostedDay> {
  const { rows } = await sql<PostedDay>`
    select count(*)::integer as "fileCount", case when bool_and(run.finished_at is not null) then max(run.finished_at) end as "finishedAt",
      max(run.complete_through)::text as "completeThrough", sum(coalesce(sheet.lines, run.entry_count))::integer as "entryCount",
      sum(run.posted_count)::integer as "postedCount", sum(run.returned_count)::integer as "returnedCount",
      sum(run.reversed_count)::integer as "reversedCount", sum(coalesce(sheet.known, run.known_count))::integer as "knownCount",
      case when bool_and(run.posted_cents is not null) then sum(run.posted_cents)::bigint end as "postedAmount",
      case when bool_and(run.reversed_cents is not null or run.reversed_count = 0)
        then sum(coalesce(run.reversed_cents, 0))::bigint end as "takenBackAmount",
      sum(waiting.refused)::integer as "refusedCount", sum(waiting.held)::integer as "heldCount"
    from posting_runs run
    cross join lateral (
      select (count(*) filter (where line.code <> 'held'))::integer as refused,
        (count(*) filter (where line.code = 'held'))::integer as held
      from (
        select refusal.tenant_id, refusal.run_id, refusal.line, refusal.reference, refusal.code from posting_refusals refusal
        where refusal.tenant_id = app_tenant() and refusal.run_id = run.id
        union all
        select held.tenant_id, held.run_id, held.line, held.reference, 'held' from posting_held_entries held
        where held.tenant_id = app_tenant() and held.run_id = run.id and held.confirmed_at is null
      ) line where ${isStillMissing('line')}
    ) waiting
    left join lateral (
      select count(*)::integer as lines, (count(*) filter (where line.verdict = 'posted before'))::integer as known
      from day_sheets sheet
      join day_sheet_lines line on line.tenant_id = sheet.tenant_id and line.file_id = sheet.file_id
      where sheet.tenant_id = app_tenant() and sheet.posting_run_id = run.id
      having count(*) > 0
    ) sheet on true
    where run.tenant_id = app_tenant() and run.posted_on = ${postedOn}::date`.execute(tx);
  const [day] = rows;
  if (!day) throw new Error('A day on which a file was posted has one.');
  return day;
}

async function whoPosted(tx: Tx, tenantId: string, runId: bigint): Promise<string | null> {
  const event = await tx
    .selectFrom('auditEvents')
    .select(['actorId', 'details'])
    .where('tenantId', '=', tenantId)
    .where('subject', '=', `posting run ${runId}`)
    .where('action', '=', 'payments posted')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return event ? whoOf(event, await namesOf(tx, tenantId, [event.actorId])) : null;
}

/** The last comparison of the book with itself. */
export async function readLastCheck(tx: Tx, tenantId: string) {
  const last = await tx
    .selectFrom('reconciliations')
    .select([
      'comparedAt',
      'lineCount',
      sql<number>`(select count(*)::integer from open_differences open where open.tenant_id = ${tenantId}::uuid)`.as(
        'differenceCount',
      ),
    ])
    .where('tenantId', '=', tenantId)
    .orderBy('comparedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last
    ? {
        ...last,
        tiesOut: last.differenceCount === 0,
        comparedAt: last.comparedAt.toISOString(),
        lineCount: Number(last.lineCount),
      }
    : null;
}

interface ReportedDay {
  reportDate: string;
  all: number;
  sentOfAll: number;
  failedOfAll: number;
}

/** The reports of the last day that was reported on. */
export async function readReports(tx: Tx, tenantId: string) {
  const { rows } = await sql<ReportedDay>`
    select report.report_date, count(*)::integer as all, (count(*) filter (where report.state = 'sent'))::integer as sent_of_all,
      (count(*) filter (where report.state = 'failed'))::integer as failed_of_all
    from nightly_reports report
    where report.tenant_id = ${tenantId}::uuid and report.report_date = (
      select max(last.report_date) from nightly_reports last where last.tenant_id = ${tenantId}::uuid)
    group by report.report_date`.execute(tx);
  const [day] = rows;
  if (!day) return null;
  const failed = await tx
    .selectFrom('nightlyReports as report')
    .innerJoin('syndicates as syndicate', (join) =>
      join
        .onRef('syndicate.tenantId', '=', 'report.tenantId')
        .onRef('syndicate.id', '=', 'report.syndicateId'),
    )
    .select(['syndicate.name', 'report.failure'])
    .where('report.tenantId', '=', tenantId)
    .where('report.reportDate', '=', day.reportDate)
    .where('report.state', '=', 'failed')
    .orderBy('syndicate.name')
    .limit(MOST_FAILURES)
    .execute();
  return {
    day: calendarDate(day.reportDate),
    reportCount: day.all,
    sentCount: day.sentOfAll,
    failedCount: day.failedOfAll,
    failed: failed.map(({ name, failure }) => ({ syndicate: name, why: errorInOneLine(failure) })),
  };
}

interface WaitingRun {
  runId: bigint;
  day: string;
  state: 'approved' | 'draft';
  amount: Cents;
  preparedByName: string;
  isOwn: boolean;
}

/** The payout run of the first pay date that waits for its approval or its bank file; null where none does. */
export async function readWaitingRun(tx: Tx, tenantId: string, userId: bigint) {
  const { rows } = await sql<WaitingRun>`
    select run.id as "runId", run.pay_date as day, run.state, coalesce(preparer.name, '') as "preparedByName",
      run.prepared_by = ${userId} as "isOwn", (
        select coalesce(sum(paid.net_pay_cents), 0)::bigint from syndicate_pay_dates paid
        where paid.tenant_id = run.tenant_id and paid.pay_date = run.pay_date) as amount
    from payout_runs run
    left join memberships preparer on preparer.tenant_id = run.tenant_id and preparer.user_id = run.prepared_by
    where run.tenant_id = ${tenantId}::uuid and run.state in ('draft', 'approved')
    order by run.pay_date limit 1`.execute(tx);
  const [run] = rows;
  if (!run) return null;
  const { day, ...rest } = run;
  return { ...rest, payDate: calendarDate(day) };
}
