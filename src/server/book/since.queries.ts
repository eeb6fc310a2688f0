import { type RawBuilder, sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import type { WatchReason } from '../../shared/domain/deal-standing.ts';
import { DEAL_STATUSES, type DealStatus, isDealStatus } from '../../shared/domain/deal-status.ts';
import type { Cents } from '../../shared/domain/money.ts';
import { isUnpaid } from '../ledger/unpaid-dates.ts';
import type { Tx } from '../platform/db/database.ts';
import { dayOf } from '../platform/db/today.ts';

/** The answer lists only the first of each part; the tables have the others. */
export const MOST_LISTED = 20;

/** A syndicate, and from which moment to which. */
interface SyndicatePeriod {
  tenantId: string;
  syndicateId: bigint;
  /** Entered at or after this moment and before the other one, whatever date it has, so that late entries are not left out. */
  from: RawBuilder<Date>;
  to: RawBuilder<Date>;
}

export interface SincePeriod extends SyndicatePeriod {
  /** The first and last pay date that are counted. */
  payDates: { from: CalendarDate; to: CalendarDate };
}

/** What happened in a syndicate's book in a period, in five parts: what each comes to, and its first deals. */
export async function readSince(tx: Tx, period: SincePeriod) {
  return {
    paidOut: await readPaidOut(tx, period),
    newDeals: await readNewDeals(tx, period),
    returned: await readReturned(tx, period),
    statusChanges: await readStatusChanges(tx, period),
    alerts: await readAlerts(tx, period),
  };
}

export type Since = Awaited<ReturnType<typeof readSince>>;

export const isNothing = ({ paidOut, newDeals, returned, statusChanges, alerts }: Since): boolean =>
  [
    paidOut.payDateCount,
    newDeals.count,
    returned.count,
    statusChanges.dealCount,
    alerts.newCount,
    alerts.resolvedCount,
  ].every((count) => count === 0);

const within = ({ from, to }: SyndicatePeriod, moment: string) =>
  sql`${sql.ref(moment)} >= ${from} and ${sql.ref(moment)} < ${to}`;

/**
 * The syndicate's share of the deal that a row is about. Looked up row by row, so that the work grows with what happened in the period and
 * not with the book: a plan that is made before the period is known reads all shares of the book instead.
 */
const shareIn = ({ tenantId, syndicateId }: SyndicatePeriod, table: string) => sql`(
  select created_at, share_percent from participations
  where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId} and deal_id = ${sql.ref(`${table}.deal_id`)} limit 1)`;

interface Totals {
  count: bigint;
  total: Cents;
}

const totalsOf = ([first]: readonly Totals[]) => ({
  count: Number(first?.count ?? 0n),
  total: first?.total ?? 0n,
});

interface PaidOut extends Totals {
  payDate: string;
  gross: Cents;
  managementFee: Cents;
  netPay: Cents;
  paymentCount: number;
  allPayments: bigint;
  firstPayDate: string;
}

/** What was paid late is told on the day on which the file was made, if it is not later than this. */
const MOST_DAYS_LATE = 60;

/** By pay date, from the sums that posting keeps: a large book has thousands of deals on each. */
async function readPaidOut(tx: Tx, { tenantId, syndicateId, payDates }: SincePeriod) {
  const { rows } = await sql<PaidOut>`
    select day.pay_date, day.gross_cents as gross, day.management_fee_cents as management_fee, day.net_pay_cents as net_pay,
      day.transaction_count as payment_count, count(*) over () as count, (sum(day.net_pay_cents) over ())::bigint as total,
      (sum(day.transaction_count) over ())::bigint as all_payments, min(day.pay_date) over () as first_pay_date
    from syndicate_pay_dates day
    left join payout_run_items item on item.tenant_id = day.tenant_id and item.id = day.payout_item_id
    left join payout_runs run on run.tenant_id = item.tenant_id and run.id = item.run_id
    where day.tenant_id = ${tenantId}::uuid and day.syndicate_id = ${syndicateId}
      and day.pay_date between ${payDates.from}::date - ${MOST_DAYS_LATE}::integer and ${payDates.to}::date
      and greatest(day.pay_date, ${dayOf(sql`run.made_at`)}) between ${payDates.from}::date and ${payDates.to}::date
      and not ${isUnpaid(tenantId, 'day')}
    order by day.pay_date desc limit ${MOST_LISTED}`.execute(tx);
  const { count: payDateCount, total: netPay } = totalsOf(rows);
  const [last] = rows;
  return {
    netPay,
    payDateCount,
    paymentCount: Number(last?.allPayments ?? 0n),
    firstPayDate: last ? calendarDate(last.firstPayDate) : null,
    payDates: rows.map(({ payDate, gross, managementFee, netPay, paymentCount }) => ({
      payDate: calendarDate(payDate),
      gross,
      managementFee,
      netPay,
      paymentCount,
    })),
  };
}

/** How each row names its deal. */
interface Deal {
  mid: string;
  merchantName: string;
  dealPublicId: string;
  status: string;
}

const dealColumns = sql`deal.mid, deal.name as merchant_name, deal.public_id as deal_public_id, deal.status`;

const toDeal = ({ mid, merchantName, dealPublicId, status }: Deal) => ({
  mid,
  merchantName,
  dealPublicId,
  status: shownStatus(status),
});

function shownStatus(status: string): DealStatus {
  if (!isDealStatus(status)) throw new Error(`A share was sold of a deal with the status ${status}.`);
  return status;
}

interface NewDeal extends Deal, Totals {
  agreementDate: string;
  investmentCost: Cents;
  anticipatedReturn: Cents;
}

/** An older agreement that is entered now was imported, so it is not new. */
async function readNewDeals(tx: Tx, period: SincePeriod) {
  const { rows } = await sql<NewDeal>`
    select ${dealColumns}, p.agreement_date, p.investment_cost_cents as investment_cost,
      p.anticipated_return_cents as anticipated_return, listed.count, listed.total
    from (
      select tenant_id, id, count(*) over () as count, (sum(investment_cost_cents) over ())::bigint as total
      from participations
      where tenant_id = ${period.tenantId}::uuid and syndicate_id = ${period.syndicateId}
        and agreement_date >= ${dayOf(period.from)} - 31 and ${within(period, 'created_at')}
      order by agreement_date desc, id desc limit ${MOST_LISTED}
    ) listed
    join participations p on p.tenant_id = listed.tenant_id and p.id = listed.id
    join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    order by p.agreement_date desc, p.id desc`.execute(tx);
  const { count, total: investmentCost } = totalsOf(rows);
  return {
    count,
    investmentCost,
    deals: rows.map((row) => ({
      ...toDeal(row),
      agreementDate: calendarDate(row.agreementDate),
      investmentCost: row.investmentCost,
      anticipatedReturn: row.anticipatedReturn,
    })),
  };
}

interface Returned extends Deal, Totals {
  returnedDate: string;
  returnCode: string;
  share: Cents;
  takenBackOn: string | null;
  takenBackCount: bigint;
}

/**
 * The syndicate's share of each payment that came back, before fees: a return is charged none. The return of a payment that had
 * cleared takes its payout back, with the payout of a later day; any other was never paid out.
 */
export async function readReturned(tx: Tx, period: SyndicatePeriod) {
  const { tenantId, syndicateId } = period;
  const { rows } = await sql<Returned>`
    with returned as (
      select payment.deal_id, payment.id, payment.returned_date, payment.return_code,
        round(payment.amount_cents * p.share_percent / 100) as share, null::date as taken_back_on
      from payments payment
      cross join lateral ${shareIn(period, 'payment')} p
      where payment.tenant_id = ${tenantId}::uuid and payment.status = 'returned'
        and ${within(period, 'payment.recorded_at')}
      union all
      select payment.deal_id, payment.id, payment.returned_date, payment.return_code, -line.gross_cents, line.pay_date
      from payout_lines line
      join payments payment on payment.tenant_id = line.tenant_id and payment.id = line.payment_id and not payment.is_void
      where line.tenant_id = ${tenantId}::uuid and line.syndicate_id = ${syndicateId} and line.is_reversal
        and ${within(period, 'line.posted_at')}
    ), listed as (
      select *, count(*) over () as count, (sum(share) over ())::bigint as total, count(taken_back_on) over () as taken_back_count
      from returned order by returned_date desc, id desc limit ${MOST_LISTED}
    )
    select ${dealColumns}, listed.returned_date, listed.return_code, listed.share::bigint as share, listed.taken_back_on,
      listed.count, listed.total, listed.taken_back_count
    from listed join deals deal on deal.tenant_id = ${tenantId}::uuid and deal.id = listed.deal_id
    order by listed.returned_date desc, listed.id desc`.execute(tx);
  const { count, total: share } = totalsOf(rows);
  return {
    count,
    share,
    takenBackCount: Number(rows[0]?.takenBackCount ?? 0n),
    payments: rows.map((row) => ({
      ...toDeal(row),
      returnedDate: calendarDate(row.returnedDate),
      returnCode: row.returnCode,
      share: row.share,
      takenBackOn: row.takenBackOn === null ? null : calendarDate(row.takenBackOn),
    })),
  };
}

interface StatusChange extends Deal {
  changedOn: string;
  newStatus: string;
  formerStatus: string | null;
  count: bigint;
  counts: Record<string, number>;
}

/** The last change of each deal, only since the syndicate has its share, and only statuses that investors may see. */
async function readStatusChanges(tx: Tx, period: SincePeriod) {
  const { rows } = await sql<StatusChange>`
    with changed as materialized (
      select distinct on (change.deal_id) change.deal_id, change.changed_at, change.status, change.former_status
      from deal_status_changes change
      cross join lateral ${shareIn(period, 'change')} p
      where change.tenant_id = ${period.tenantId}::uuid and ${within(period, 'change.changed_at')}
        and change.status = any (${DEAL_STATUSES}::text[])
        and (p.created_at is null or change.changed_at > p.created_at)
      order by change.deal_id, change.changed_at desc, change.id desc
    ), counted as (
      select json_object_agg(status, number) as counts, sum(number)::bigint as count
      from (select status, count(*) as number from changed group by status) by_status
    )
    select ${dealColumns}, ${dayOf(sql`changed.changed_at`)} as changed_on, changed.status as new_status,
      changed.former_status, counted.count, counted.counts
    from (select * from changed order by changed_at desc, deal_id limit ${MOST_LISTED}) changed
    join deals deal on deal.tenant_id = ${period.tenantId}::uuid and deal.id = changed.deal_id
    cross join counted
    order by changed.changed_at desc, changed.deal_id`.execute(tx);
  const counts = rows[0]?.counts ?? {};
  return {
    dealCount: Number(rows[0]?.count ?? 0n),
    statuses: DEAL_STATUSES.flatMap((status) =>
      counts[status] === undefined ? [] : [{ status, count: counts[status] }],
    ),
    deals: rows.map((row) => ({
      ...toDeal({ ...row, status: row.newStatus }),
      changedOn: calendarDate(row.changedOn),
      formerStatus: row.formerStatus !== null && isDealStatus(row.formerStatus) ? row.formerStatus : null,
    })),
  };
}

interface Alert extends Deal {
  reason: WatchReason;
  onDay: string;
  isNew: boolean;
  newCount: bigint;
  resolvedCount: bigint;
}

/** A reason that came and went within the period is neither new nor resolved. */
async function readAlerts(tx: Tx, period: SincePeriod) {
  const { tenantId, from, to } = period;
  const { rows } = await sql<Alert>`
    with listed as (
      select alert.deal_id, alert.id, alert.reason, alert.opened_at >= ${from} as is_new,
        case when alert.opened_at >= ${from} then alert.opened_on else alert.closed_on end as on_day,
        count(*) filter (where alert.opened_at >= ${from}) over () as new_count,
        count(*) filter (where alert.opened_at < ${from}) over () as resolved_count
      from deal_alerts alert
      cross join lateral ${shareIn(period, 'alert')} p
      where alert.tenant_id = ${tenantId}::uuid and (
        (${within(period, 'alert.opened_at')} and (alert.closed_at is null or alert.closed_at >= ${to}))
        or (${within(period, 'alert.closed_at')} and alert.opened_at < ${from}))
      order by is_new desc, on_day desc, alert.id desc limit ${MOST_LISTED}
    )
    select ${dealColumns}, listed.reason, listed.on_day, listed.is_new, listed.new_count, listed.resolved_count
    from listed join deals deal on deal.tenant_id = ${tenantId}::uuid and deal.id = listed.deal_id
    order by listed.is_new desc, listed.on_day desc, listed.id desc`.execute(tx);
  return {
    newCount: Number(rows[0]?.newCount ?? 0n),
    resolvedCount: Number(rows[0]?.resolvedCount ?? 0n),
    alerts: rows.map((row) => ({
      ...toDeal(row),
      reason: row.reason,
      onDay: calendarDate(row.onDay),
      isNew: row.isNew,
    })),
  };
}
