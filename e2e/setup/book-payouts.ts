import { sql } from 'kysely';
import type { Tx } from '../../src/server/platform/db/database.ts';
import { type CalendarDate, calendarDate } from '../../src/shared/domain/calendar-date.ts';
import type { Cents } from '../../src/shared/domain/money.ts';

export interface PayingDeal {
  mid: string;
  participationId: bigint;
}

export async function readPayingDeals(tx: Tx, syndicateId: bigint): Promise<PayingDeal[]> {
  const deals = await sql<PayingDeal>`
    select d.mid, p.id as participation_id
    from participations p
    join deals d on d.tenant_id = p.tenant_id and d.id = p.deal_id
    left join payout_lines l on l.participation_id = p.id
    where p.syndicate_id = ${syndicateId}
    group by d.mid, p.id
    order by count(distinct l.pay_date) desc, d.mid`.execute(tx);
  return deals.rows;
}

export async function readPayouts(tx: Tx, { participationId }: PayingDeal) {
  const payouts = await sql<{
    payDate: string;
    gross: bigint;
    fee: bigint;
    net: bigint;
    lines: bigint;
    hasReturn: boolean;
  }>`
    select pay_date, sum(gross_cents)::bigint as gross, sum(management_fee_cents)::bigint as fee,
      sum(net_pay_cents)::bigint as net, count(*) as lines, bool_or(is_reversal) as has_return
    from payout_lines where participation_id = ${participationId}
    group by pay_date order by pay_date desc`.execute(tx);
  return payouts.rows;
}

export interface BookPayDate {
  payDate: CalendarDate;
  gross: Cents;
  fee: Cents;
  net: Cents;
  lines: bigint;
  note: string | null;
  isUpcoming: boolean;
}

/** In order, the newest first. */
export async function readPayDates(tx: Tx, syndicateId: bigint): Promise<BookPayDate[]> {
  const days = await sql<Omit<BookPayDate, 'payDate'> & { payDate: string }>`
    select l.pay_date, sum(l.gross_cents)::bigint as gross, sum(l.management_fee_cents)::bigint as fee,
      sum(l.net_pay_cents)::bigint as net, count(*) as lines, max(n.note) as note,
      l.pay_date > (now() at time zone 'America/New_York')::date as is_upcoming
    from payout_lines l
    left join pay_date_notes n
      on n.tenant_id = l.tenant_id and n.syndicate_id = l.syndicate_id and n.pay_date = l.pay_date
    where l.syndicate_id = ${syndicateId}
    group by l.pay_date order by l.pay_date desc`.execute(tx);
  return days.rows.map((day) => ({ ...day, payDate: calendarDate(day.payDate) }));
}

export interface BookDealPayout {
  mid: string;
  merchantName: string;
  gross: Cents;
  fee: Cents;
  net: Cents;
  lines: bigint;
}

export async function readDealsOfPayDate(
  tx: Tx,
  syndicateId: bigint,
  payDate: CalendarDate,
): Promise<BookDealPayout[]> {
  const deals = await sql<BookDealPayout>`
    select d.mid, d.name as merchant_name, sum(l.gross_cents)::bigint as gross,
      sum(l.management_fee_cents)::bigint as fee, sum(l.net_pay_cents)::bigint as net, count(*) as lines
    from payout_lines l
    join participations p on p.tenant_id = l.tenant_id and p.id = l.participation_id
    join deals d on d.tenant_id = p.tenant_id and d.id = p.deal_id
    where l.syndicate_id = ${syndicateId} and l.pay_date = ${payDate}
    group by p.id, d.mid, d.name order by p.id`.execute(tx);
  return deals.rows;
}
