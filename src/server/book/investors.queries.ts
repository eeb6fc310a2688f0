import { sql } from 'kysely';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import type { Cents } from '../../shared/domain/money.ts';
import { paidPayouts } from '../../shared/domain/portfolio-totals.ts';
import { isUnpaid } from '../ledger/unpaid-dates.ts';
import type { Tx } from '../platform/db/database.ts';

interface InvestorRow {
  id: bigint;
  name: string;
  abbreviation: string;
  usesCashBalance: boolean;
  dealCount: number;
  investmentCost: Cents;
  portfolioBalance: Cents;
  netPay: Cents;
  upcoming: Cents;
  nextPayDate: string | null;
  peopleCount: bigint;
  hasBankChange: boolean;
  closedAt: Date | null;
}

/** A page of the syndicates by name with the figures of their dashboards, which the ledger keeps up to date, and how many there are. */
export async function listInvestors(
  tx: Tx,
  tenantId: string,
  search: string | undefined,
  { page, length }: { page: number; length: number },
) {
  const found = search
    ? sql`(s.name ilike ${containing(search)} or s.abbreviation ilike ${containing(search)})`
    : sql`true`;
  const { rows } = await sql<InvestorRow & { count: bigint }>`
    select ${figures}, s.count
    from (
      select id, tenant_id, name, abbreviation, uses_cash_balance, closed_at, count(*) over () as count
      from syndicates s
      where s.tenant_id = ${tenantId}::uuid and ${found}
      order by lower(s.name), s.id
      limit ${length} offset ${(page - 1) * length}
    ) s ${totals(tenantId)}
    order by lower(s.name), s.id`.execute(tx);
  return { investors: rows.map(toInvestor), count: Number(rows[0]?.count ?? 0n) };
}

export async function readInvestor(tx: Tx, tenantId: string, syndicateId: bigint) {
  const { rows } = await sql<InvestorRow>`
    select ${figures} from syndicates s ${totals(tenantId)}
    where s.tenant_id = ${tenantId}::uuid and s.id = ${syndicateId}`.execute(tx);
  return rows[0] && toInvestor(rows[0]);
}

const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const figures = sql`s.id, s.name, s.abbreviation, s.uses_cash_balance, s.closed_at as "closedAt",
  coalesce(total.participation_count, 0) as "dealCount",
  coalesce(total.investment_cost_cents, 0) as "investmentCost",
  coalesce(total.portfolio_balance_cents, 0) as "portfolioBalance",
  coalesce(total.net_pay_cents, 0) as "netPay",
  coming.upcoming, coming."nextPayDate",
  (select count(*) from memberships m
    where m.tenant_id = s.tenant_id and m.syndicate_id = s.id and not m.is_terminated) as "peopleCount",
  exists (select from bank_account_changes change
    where change.tenant_id = s.tenant_id and change.syndicate_id = s.id and change.state = 'pending') as "hasBankChange"`;

const totals = (tenantId: string) => sql`
  left join syndicate_totals total on total.tenant_id = s.tenant_id and total.syndicate_id = s.id
  left join lateral (
    select coalesce(sum(d.net_pay_cents), 0)::bigint as upcoming, min(d.pay_date) as "nextPayDate"
    from syndicate_pay_dates d
    where d.tenant_id = s.tenant_id and d.syndicate_id = s.id and ${isUnpaid(tenantId, 'd')}
  ) coming on true`;

const toInvestor = ({ netPay, upcoming, nextPayDate, peopleCount, closedAt, ...row }: InvestorRow) => ({
  ...row,
  closedAt: closedAt?.toISOString() ?? null,
  paidOut: paidPayouts({ totalPayouts: netPay, upcomingPayouts: upcoming }),
  upcoming,
  nextPayDate: nextPayDate === null ? null : calendarDate(nextPayDate),
  peopleCount: Number(peopleCount),
});
