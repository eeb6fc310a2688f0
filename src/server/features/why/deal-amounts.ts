import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '../../../shared/domain/calendar-date.ts';
import { ENDED_STATUSES } from '../../../shared/domain/deal-status.ts';
import type { DealFigure } from '../../../shared/domain/why-figures.ts';
import { netBalance } from '../../ledger/standings/watched-shares.ts';
import { isUnpaid } from '../../ledger/unpaid-dates.ts';

export interface Book {
  tenantId: string;
  syndicateId: bigint;
  /** Of figures of a pay date; null where there is none. */
  payDate: CalendarDate | null;
}

type Amounts = (book: Book) => RawBuilder<unknown>;

const ofBook = (alias: string, { tenantId, syndicateId }: Book) =>
  sql`${sql.ref(`${alias}.tenant_id`)} = ${tenantId}::uuid and ${sql.ref(`${alias}.syndicate_id`)} = ${syndicateId}`;

/** A column that the tables of the investor are sorted by, so it has an index in this order. */
const kept =
  (table: 'listed_participations' | 'participation_totals', column: string): Amounts =>
  (book) =>
    sql`
    select entry.participation_id, ${sql.ref(`entry.${column}`)} as amount from ${sql.table(table)} entry
    where ${ofBook('entry', book)}`;

const contract =
  (column: string): Amounts =>
  (book) =>
    sql`
    select p.id as participation_id, ${sql.ref(`p.${column}`)} as amount from participations p where ${ofBook('p', book)}`;

const onPayDate =
  (column: string): Amounts =>
  (book) =>
    sql`
    select paid.participation_id, ${sql.ref(`paid.${column}`)} as amount from participation_pay_dates paid
    where ${ofBook('paid', book)} and paid.pay_date = ${book.payDate}::date`;

/** Cancelled deals that never paid anything are in no return. */
const isInReturns = sql`(total.deal_status <> 'Cancelled' or total.transaction_count > 0)`;

const shares = (book: Book) => sql`
  from participation_totals total
  join participations p on p.tenant_id = total.tenant_id and p.id = total.participation_id
  where ${ofBook('total', book)} and ${isInReturns}`;

/** The amount of each share of a book by figure: `participation_id` and `amount`. Whatever is summed, listed or compared is read from here. */
export const DEAL_AMOUNTS: Readonly<Record<DealFigure, Amounts>> = {
  'investment-cost': kept('listed_participations', 'investment_cost_cents'),
  'participation-amount': contract('participation_amount_cents'),
  'anticipated-return': kept('listed_participations', 'anticipated_return_cents'),
  'portfolio-balance': kept('participation_totals', 'counted_balance_cents'),
  'posted-payouts': kept('participation_totals', 'net_pay_cents'),
  'upcoming-payouts': (book) => sql`
    select coming.participation_id, sum(coming.net_pay_cents)::bigint as amount from participation_pay_dates coming
    join syndicate_pay_dates day on day.tenant_id = coming.tenant_id and day.syndicate_id = coming.syndicate_id
      and day.pay_date = coming.pay_date
    where ${ofBook('coming', book)} and ${ofBook('day', book)} and ${isUnpaid(book.tenantId, 'day')}
    group by coming.participation_id`,
  commission: contract('commission_amount_cents'),
  repayments: kept('participation_totals', 'gross_cents'),
  'management-fees': kept('participation_totals', 'management_fee_cents'),
  'remaining-balance': kept('participation_totals', 'remaining_balance_cents'),
  'net-profit': kept('participation_totals', 'net_profit_cents'),
  'pay-date-gross': onPayDate('gross_cents'),
  'pay-date-fee': onPayDate('management_fee_cents'),
  'pay-date-net': onPayDate('net_pay_cents'),
  'returns-cost': (book) =>
    sql`select p.id as participation_id, p.investment_cost_cents as amount ${shares(book)}`,
  'net-balance': (book) => sql`
    select p.id as participation_id, ${netBalance} as amount ${shares(book)}
      and total.deal_status <> all(${ENDED_STATUSES}::deal_status[])`,
};
