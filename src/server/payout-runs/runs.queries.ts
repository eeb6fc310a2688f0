import { sql } from 'kysely';
import { bankDayBefore } from '../../shared/domain/bank-holidays.ts';
import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import type { Cents } from '../../shared/domain/money.ts';
import type { RunState } from '../../shared/domain/payout-runs.ts';
import { readFirstRunDate } from '../ledger/closed-pay-dates.ts';
import type { Tx } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { readExpectedDates } from './expected-dates.ts';

/** Of more runs, the newest are listed. */
const MOST_RUNS = 60;
/** So many pay dates to come are told. */
const MOST_DUE = 8;

export interface ListedRun {
  id: bigint;
  payDate: CalendarDate;
  state: RunState;
  /** Of a draft, what the ledger says of its pay date now. */
  ledger: Cents;
  inFile: Cents;
  syndicateCount: number;
  returnedCount: number;
  isRefused: boolean;
  preparedBy: string;
  approvedBy: string | null;
}

/** The runs that were not discarded, the newest pay date first. */
export async function listRuns(tx: Tx, tenantId: string): Promise<ListedRun[]> {
  const { rows } = await sql<Omit<ListedRun, 'payDate'> & { day: string }>`
    select run.id, run.pay_date as day, run.state, run.in_file_cents + run.withdrawn_cents as "inFile",
      coalesce(sums.net, 0)::bigint as ledger, coalesce(sums.syndicates, 0)::integer as "syndicateCount",
      (select count(*)::integer from payout_run_items item
        where item.tenant_id = run.tenant_id and item.run_id = run.id and item.returned_at is not null) as "returnedCount",
      run.refused_at is not null as "isRefused", coalesce(preparer.name, '') as "preparedBy", approver.name as "approvedBy"
    from payout_runs run
    left join lateral (
      select sum(paid.net_pay_cents) as net, count(*) as syndicates from syndicate_pay_dates paid
      where paid.tenant_id = run.tenant_id and paid.pay_date = run.pay_date
    ) sums on true
    left join memberships preparer on preparer.tenant_id = run.tenant_id and preparer.user_id = run.prepared_by
    left join memberships approver on approver.tenant_id = run.tenant_id and approver.user_id = run.approved_by
    where run.tenant_id = ${tenantId}::uuid and run.state <> 'discarded'
    order by run.pay_date desc limit ${MOST_RUNS}`.execute(tx);
  return rows.map(({ day, ...run }) => ({ ...run, payDate: calendarDate(day) }));
}

export interface DuePayDate {
  payDate: CalendarDate;
  netPay: Cents;
  syndicateCount: number;
  /** The bank day before it. */
  preparedFrom: CalendarDate;
  isPreparable: boolean;
  /** When its money moves if its run is prepared and sent now: after the pay date where it was not prepared in time. */
  movesOn: CalendarDate;
}

/** The pay dates without a run that can still get one, the first of them first: late ones, and those to come. */
export async function listDue(tx: Tx, tenantId: string): Promise<DuePayDate[]> {
  const today = await readToday(tx);
  const from = (await readFirstRunDate(tx, tenantId)) ?? today;
  const { rows } = await sql<{ day: string; netPay: Cents; syndicateCount: number }>`
    select paid.pay_date as day, sum(paid.net_pay_cents)::bigint as "netPay", count(*)::integer as "syndicateCount"
    from syndicate_pay_dates paid
    where paid.tenant_id = ${tenantId}::uuid and paid.pay_date >= ${from}::date and not exists (
      select from payout_runs run where run.tenant_id = paid.tenant_id and run.pay_date = paid.pay_date
        and run.state <> 'discarded')
    group by paid.pay_date order by paid.pay_date limit ${MOST_DUE}`.execute(tx);
  const movesOn = await readExpectedDates(tx, tenantId);
  return rows.map(({ day, ...due }) => {
    const payDate = calendarDate(day);
    const preparedFrom = bankDayBefore(payDate);
    return { ...due, payDate, preparedFrom, isPreparable: preparedFrom <= today, movesOn: movesOn(payDate) };
  });
}

/** When the money of a pay date moves that has no run; null where it has one, or where payouts are sent outside the portal. */
export async function readLateDate(
  tx: Tx,
  tenantId: string,
  payDate: CalendarDate,
): Promise<CalendarDate | null> {
  const first = await readFirstRunDate(tx, tenantId);
  if (first === null || payDate < first) return null;
  const run = await tx
    .selectFrom('payoutRuns')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('payDate', '=', payDate)
    .where('state', '<>', 'discarded')
    .executeTakeFirst();
  return run ? null : (await readExpectedDates(tx, tenantId))(payDate);
}

export interface ShownRun {
  id: bigint;
  payDate: CalendarDate;
  state: RunState;
  preparedBy: bigint;
  preparedByName: string;
  preparedAt: Date;
  /** When whoever can approve it was last told by mail. */
  toldAt: Date | null;
  approvedByName: string | null;
  approvedAt: Date | null;
  approvedBy: bigint | null;
  madeBy: bigint | null;
  madeByName: string | null;
  madeAt: Date | null;
  effectiveDate: string | null;
  settledByName: string | null;
  settledAt: Date | null;
  refusedByName: string | null;
  refusedAt: Date | null;
}

export async function readShownRun(
  tx: Tx,
  { tenantId, runId }: { tenantId: string; runId: bigint },
): Promise<ShownRun | undefined> {
  const name = (who: string) =>
    sql.raw(`(select m.name from memberships m
    where m.tenant_id = run.tenant_id and m.user_id = run.${who})`);
  const { rows } = await sql<Omit<ShownRun, 'payDate'> & { day: string }>`
    select run.id, run.pay_date as day, run.state, run.prepared_by as "preparedBy",
      coalesce(${name('prepared_by')}, '') as "preparedByName", run.prepared_at as "preparedAt", run.told_at as "toldAt",
      run.approved_by as "approvedBy", ${name('approved_by')} as "approvedByName", run.approved_at as "approvedAt",
      run.made_by as "madeBy", ${name('made_by')} as "madeByName", run.made_at as "madeAt",
      run.effective_date::text as "effectiveDate", ${name('settled_by')} as "settledByName", run.settled_at as "settledAt",
      ${name('refused_by')} as "refusedByName", run.refused_at as "refusedAt"
    from payout_runs run where run.tenant_id = ${tenantId}::uuid and run.id = ${runId}`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { day, ...run } = row;
  return { ...run, payDate: calendarDate(day) };
}
