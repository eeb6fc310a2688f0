import { sql } from 'kysely';
import { type CalendarDate, calendarDate, lastOfMonth } from '../../shared/domain/calendar-date.ts';
import {
  type DealStatus,
  EXCLUDED_FROM_BALANCE,
  isDealStatus,
  SUBMISSION_STATUSES,
} from '../../shared/domain/deal-status.ts';
import type { Cents } from '../../shared/domain/money.ts';
import { type Rate, rate } from '../../shared/domain/rate.ts';
import type { Tx } from '../platform/db/database.ts';
import { dayOf, startOf } from '../platform/db/today.ts';
import type { ShareHistory } from './add-up.ts';
import type { Paid } from './month-sums.ts';
import { listMonths, type Months } from './periods.ts';

/** So many shares are in memory at a time. */
const SHARES_PER_PAGE = 4_000;

interface Row {
  syndicateId: bigint;
  shareId: bigint;
  /** Of a share that is not, nothing below is read. */
  isNeeded: boolean;
  mid: string;
  merchantName: string;
  agreementDate: string;
  cost: Cents;
  partRtr: Cents;
  syndicationFee: Cents;
  feePercent: string;
  feeUpfront: number;
  status: string;
  gross: Cents;
  managementFee: Cents;
  netPay: Cents;
  /** Month, gross and fee, from the first month on, also after the last one. */
  paid: [month: string, gross: string, managementFee: string][] | null;
  /** Day, status and former status, from the first month on, also after the last one. */
  changes: [day: string, status: string, former: string | null][] | null;
}

/**
 * The shares of the syndicates that say anything about the months, in the order of the syndicates. What a share had paid before is what it has
 * paid by now, less what came since: the end of a month is read from the days after it, and not from the whole history. A share that had ended
 * by then, and to which nothing has happened since, is left out.
 */
export async function* readShares(
  tx: Tx,
  tenantId: string,
  syndicateIds: readonly bigint[],
  months: Months,
): AsyncGenerator<{ syndicateId: bigint; share: ShareHistory }> {
  const ends = listMonths(months).map(lastOfMonth);
  const percents = new Map<string, Rate>();
  const inOrder = syndicateIds.toSorted((one, other) => (one < other ? -1 : 1));
  let after = { syndicateId: inOrder[0] ?? 0n, shareId: 0n };
  while (true) {
    const { rows } = await readPage(tx, tenantId, inOrder, months, after);
    for (const row of rows)
      if (row.isNeeded) yield { syndicateId: row.syndicateId, share: historyOf(row, ends, percents) };
    const last = rows.at(-1);
    if (!last || rows.length < SHARES_PER_PAGE) return;
    after = last;
  }
}

/**
 * A page has every share in its order, so that it ends where the next one begins. Each table is read by key for each share (`offset 0` keeps
 * the planner from joining it as a whole): a month of 300 syndicates in turn would otherwise read a million totals 300 times.
 */
const readPage = (
  tx: Tx,
  tenantId: string,
  syndicateIds: readonly bigint[],
  { first, last }: Months,
  after: { syndicateId: bigint; shareId: bigint },
) =>
  sql<Row>`
    select p.syndicate_id, p.id as share_id, needed.is_needed, deal.mid, deal.name as "merchantName",
      p.agreement_date::text as agreement_date, p.investment_cost_cents as cost, p.anticipated_return_cents as "partRtr",
      p.upfront_fee_cents as "syndicationFee", p.management_fee_percent::text as "feePercent",
      p.management_fee_upfront as "feeUpfront", total.deal_status as status, total.gross_cents as gross,
      total.management_fee_cents as "managementFee", total.net_pay_cents as "netPay", paid.months as paid, told.changes
    from (
      select p.* from participations p
      where p.tenant_id = ${tenantId}::uuid and p.syndicate_id = any(${syndicateIds}::bigint[])
        and (p.syndicate_id, p.id) > (${after.syndicateId}::bigint, ${after.shareId}::bigint)
        and p.syndicate_id <= ${syndicateIds.at(-1) ?? 0n}::bigint
      order by p.syndicate_id, p.id
      limit ${SHARES_PER_PAGE}
    ) p
    cross join lateral (
      select * from participation_totals total
      where total.tenant_id = p.tenant_id and total.participation_id = p.id offset 0
    ) total
    cross join lateral (
      select json_agg(json_build_array(${dayOf(sql`change.changed_at`)}, change.status, change.former_status)
        order by change.changed_at, change.id) as changes
      from deal_status_changes change
      where change.tenant_id = p.tenant_id and change.deal_id = p.deal_id
        and change.changed_at >= ${startOf(sql`${first}::date`)} and change.status <> all(${SUBMISSION_STATUSES}::text[])
      offset 0
    ) told
    cross join lateral (
      select least(p.agreement_date, total.first_pay_date) <= ${lastOfMonth(last)}::date and (
        p.agreement_date >= ${first}::date or total.last_pay_date >= ${first}::date
        or (total.remaining_balance_cents <> 0 and total.deal_status <> all(${EXCLUDED_FROM_BALANCE}::text[]))
        or told.changes is not null
      ) as is_needed
    ) needed
    left join lateral (
      select json_agg(json_build_array(month, gross::text, fee::text) order by month) as months from (
        select date_trunc('month', day.pay_date)::date as month, sum(day.gross_cents) as gross, sum(day.management_fee_cents) as fee
        from participation_pay_dates day
        where day.tenant_id = p.tenant_id and day.participation_id = p.id and day.pay_date >= ${first}::date
        group by 1 offset 0
      ) paid
    ) paid on needed.is_needed and total.last_pay_date >= ${first}::date
    left join lateral (
      select deal.mid, deal.name from deals deal where deal.tenant_id = p.tenant_id and deal.id = p.deal_id offset 0
    ) deal on needed.is_needed
    order by p.syndicate_id, p.id`.execute(tx);

function historyOf(row: Row, ends: readonly CalendarDate[], percents: Map<string, Rate>): ShareHistory {
  const managementFeePercent = percents.get(row.feePercent) ?? rate(row.feePercent);
  percents.set(row.feePercent, managementFeePercent);
  const paid = new Map<CalendarDate, Paid>();
  let paidBefore: Paid = { gross: row.gross, managementFee: row.managementFee, netPay: row.netPay };
  for (const [month, gross, managementFee] of row.paid ?? []) {
    const ofMonth = paidOf(BigInt(gross), BigInt(managementFee));
    paid.set(calendarDate(month), ofMonth);
    paidBefore = paidOf(paidBefore.gross - ofMonth.gross, paidBefore.managementFee - ofMonth.managementFee);
  }
  const { mid, merchantName, cost, partRtr, syndicationFee } = row;
  return {
    mid,
    merchantName,
    agreementDate: calendarDate(row.agreementDate),
    cost,
    partRtr,
    syndicationFee,
    managementFeePercent,
    isManagementFeeUpfront: row.feeUpfront !== 0,
    paidBefore,
    paid,
    ...statusesOf(row, ends),
  };
}

const paidOf = (gross: Cents, managementFee: Cents): Paid => ({
  gross,
  managementFee,
  netPay: gross - managementFee,
});

/** The deal's own status is the last one, whatever its history says. Before its first change a deal had the status that it then left. */
function statusesOf(
  { status, changes }: Row,
  ends: readonly CalendarDate[],
): Pick<ShareHistory, 'statusBefore' | 'statuses'> {
  const known = changes ?? [];
  const [firstChange] = known;
  const statusBefore = shownStatus(firstChange ? (firstChange[2] ?? '') : status);
  // The same throughout.
  if (!firstChange) return { statusBefore, statuses: [] };
  let place = 0;
  let current = statusBefore;
  const statuses = ends.map((end) => {
    for (let change = known[place]; change && change[0] <= end; change = known[place]) {
      place += 1;
      current = shownStatus(place === known.length ? status : change[1]);
    }
    return current;
  });
  return { statusBefore, statuses };
}

/** A deal that was funded from a submission was active from then on. */
const shownStatus = (status: string): DealStatus => (isDealStatus(status) ? status : 'Active Advance');
