import { type RawBuilder, sql } from 'kysely';
import { calendarDate } from '../../shared/domain/calendar-date.ts';
import type { Cents } from '../../shared/domain/money.ts';
import type { Tx } from '../platform/db/database.ts';
import { mapBatches, streamRows } from '../platform/db/stream-rows.ts';
import type { Row, Sheet } from '../platform/spreadsheet/sheet.ts';
import { type Found, isFound } from './found-participations.ts';
import { conditions, type ParticipationChoice } from './participation-choice.ts';

/** Estimated from the number of payouts of the whole book within the dates, and the selected share of its deals. */
export async function estimatePayouts(tx: Tx, choice: ParticipationChoice, deals: number): Promise<number> {
  const { tenantId, syndicateId, payoutsFrom, payoutsTo } = choice;
  const { rows } = await sql<{ payouts: number; deals: number }>`
    select coalesce(sum(transaction_count), 0)::float8 as payouts, (
      select participation_count from syndicate_totals where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId}
    ) as deals
    from syndicate_pay_dates
    where tenant_id = ${tenantId}::uuid and syndicate_id = ${syndicateId}
      and pay_date between coalesce(${payoutsFrom}::date, '-infinity') and coalesce(${payoutsTo}::date, 'infinity')
  `.execute(tx);
  const [book] = rows;
  return book ? Math.round(book.payouts * Math.min(1, deals / Math.max(1, book.deals))) : 0;
}

interface StoredLine {
  payDate: string;
  mid: string;
  merchantName: string;
  clearedDate: string;
  grossCents: Cents;
  managementFeeCents: Cents;
  netPayCents: Cents;
  isReversal: boolean;
  isVoid: boolean;
}

/** The payouts of the selected deals whose pay date is within the dates. */
function linesOf(choice: ParticipationChoice, found: Found | null, columns: RawBuilder<unknown>) {
  const { tenantId, payoutsFrom, payoutsTo } = choice;
  const from = payoutsFrom ? sql`and line.pay_date >= ${payoutsFrom}::date` : sql``;
  const to = payoutsTo ? sql`and line.pay_date <= ${payoutsTo}::date` : sql``;
  const table = found?.condition === 'by dates' ? 'participation_totals' : 'listed_participations';
  return sql`
    with entry as materialized (
      select entry.participation_id from ${sql.table(table)} entry where ${conditions(choice, found && isFound(found, choice))}
    )
    select ${columns}
    from entry
    join participations p on p.tenant_id = ${tenantId}::uuid and p.id = entry.participation_id
    join deals deal on deal.tenant_id = ${tenantId}::uuid and deal.id = p.deal_id
    join payments payment on payment.tenant_id = ${tenantId}::uuid and payment.deal_id = p.deal_id
    join payout_lines line on line.tenant_id = ${tenantId}::uuid and line.payment_id = payment.id
      and line.participation_id = p.id
    where true ${from} ${to}`;
}

export interface PayoutSums {
  gross: Cents;
  managementFee: Cents;
  netPay: Cents;
}

/** What the rows of the sheet add up to, without sending them. */
export async function sumPayoutLines(tx: Tx, choice: ParticipationChoice): Promise<PayoutSums> {
  const columns = sql`coalesce(sum(line.gross_cents), 0)::bigint as gross,
    coalesce(sum(line.management_fee_cents), 0)::bigint as management_fee,
    coalesce(sum(line.net_pay_cents), 0)::bigint as net_pay`;
  const { rows } = await sql<PayoutSums>`${linesOf(choice, null, columns)}`.execute(tx);
  return rows[0] ?? { gross: 0n, managementFee: 0n, netPay: 0n };
}

/** The sheet with each payout of the selected deals whose pay date is within the dates, newest first. */
export function payoutLinesSheet(tx: Tx, choice: ParticipationChoice, found: Found | null): Sheet {
  const columns = sql`line.pay_date, deal.mid, deal.name as merchant_name, payment.cleared_date, line.gross_cents,
      line.management_fee_cents, line.net_pay_cents, line.is_reversal, payment.is_void`;
  const query = sql<StoredLine>`${linesOf(choice, found, columns)}
    order by line.pay_date desc, deal.mid, payment.id, line.is_reversal`;
  const sums = { gross: 0n, managementFee: 0n, netPay: 0n };
  const toRow = (line: StoredLine): Row => {
    sums.gross += line.grossCents;
    sums.managementFee += line.managementFeeCents;
    sums.netPay += line.netPayCents;
    return {
      cells: [
        calendarDate(line.payDate),
        line.mid,
        line.merchantName,
        calendarDate(line.clearedDate),
        line.grossCents,
        line.managementFeeCents,
        line.netPayCents,
        remarkOf(line),
      ],
    };
  };
  return {
    name: 'Payouts',
    columns: [
      { header: 'Pay Date', kind: 'date', width: 13 },
      { header: 'MID', kind: 'text', width: 14 },
      { header: 'Merchant', kind: 'text', width: 36 },
      { header: 'Cleared', kind: 'date', width: 13 },
      { header: 'Gross amount', kind: 'money', width: 16 },
      { header: 'Mgt Fee', kind: 'money', width: 14 },
      { header: 'Net Pay', kind: 'money', width: 16 },
      { header: 'Remark', kind: 'text', width: 18 },
    ],
    rows: mapBatches(streamRows(tx, query), toRow),
    total: () => [null, null, null, null, sums.gross, sums.managementFee, sums.netPay, null],
  };
}

/** Why something was taken back: by the merchant's bank, or by the funder who had posted it by mistake. */
function remarkOf({ isReversal, isVoid }: StoredLine): string | null {
  if (!isReversal) return null;
  return isVoid ? 'Payment corrected' : 'Payment returned';
}
