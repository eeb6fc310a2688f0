import { sql } from 'kysely';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import type { Cents } from '../../shared/domain/money.ts';
import { postedCash } from '../ledger/cash/posted-cash.ts';
import { isUnpaid } from '../ledger/unpaid-dates.ts';
import type { Tx } from '../platform/db/database.ts';
import { today } from '../platform/db/today.ts';

interface DayToPay {
  payDate: string;
  netPay: Cents;
  syndicateCount: number;
}

interface AllTotals {
  syndicateCount: number;
  fees: Cents;
  balance: Cents;
  cash: Cents;
}

/** What is paid today and later, by pay date, of all syndicates, without the dates whose file is at the bank. */
async function readDaysToPay(tx: Tx, tenantId: string): Promise<DayToPay[]> {
  const { rows } = await sql<DayToPay>`
    select pay_date, sum(net_pay_cents)::bigint as net_pay,
      (count(*) filter (where net_pay_cents <> 0))::integer as syndicate_count
    from syndicate_pay_dates
    where tenant_id = ${tenantId}::uuid and pay_date >= ${today}
      and not exists (
        select from payout_runs run
        where run.tenant_id = ${tenantId}::uuid and run.pay_date = syndicate_pay_dates.pay_date
          and run.state in ('file made', 'settled'))
    group by pay_date order by pay_date`.execute(tx);
  return rows;
}

/** Of all syndicates, what no strip counts as paid. */
async function readOnItsWay(tx: Tx, tenantId: string): Promise<Cents> {
  const { rows } = await sql<{ onItsWay: Cents }>`
    select coalesce(sum(day.net_pay_cents), 0)::bigint as "onItsWay" from syndicate_pay_dates day
    where day.tenant_id = ${tenantId}::uuid and ${isUnpaid(tenantId, 'day')}`.execute(tx);
  return rows[0]?.onItsWay ?? 0n;
}

async function readAllTotals(tx: Tx, tenantId: string): Promise<AllTotals | undefined> {
  const { rows } = await sql<AllTotals>`
    select (count(*) filter (where total.participation_count > 0))::integer as syndicate_count,
      coalesce(sum(total.management_fee_cents), 0)::bigint as fees,
      coalesce(sum(total.portfolio_balance_cents), 0)::bigint as balance,
      coalesce(sum(${postedCash}) filter (where syndicate.uses_cash_balance), 0)::bigint as cash
    from syndicate_totals total
    join syndicates syndicate on syndicate.tenant_id = total.tenant_id and syndicate.id = total.syndicate_id
    where total.tenant_id = ${tenantId}::uuid`.execute(tx);
  return rows[0];
}

/** The book of the funder, added up from what is kept of each syndicate. */
export async function readOwnBook(tx: Tx, tenantId: string) {
  const days = await readDaysToPay(tx, tenantId);
  const totals = await readAllTotals(tx, tenantId);
  const { syndicateCount = 0, fees = 0n, balance = 0n, cash = 0n } = totals ?? {};
  const onItsWay = await readOnItsWay(tx, tenantId);
  const [next] = days;
  return {
    nextPayout: next
      ? { payDate: calendarDate(next.payDate), amount: next.netPay, syndicateCount: next.syndicateCount }
      : null,
    book: {
      owed: onItsWay + cash,
      inCashAccounts: cash,
      onItsWay,
      feesEarned: fees,
      balance,
      syndicateCount,
    },
  };
}
