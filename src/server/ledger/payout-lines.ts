import { sql } from 'kysely';
import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import { EXCLUDED_FROM_BALANCE } from '../../shared/domain/deal-status.ts';
import type { Cents } from '../../shared/domain/money.ts';
import type { Tx } from '../platform/db/database.ts';

export interface NewPayoutLine {
  paymentId: bigint;
  participationId: bigint;
  syndicateId: bigint;
  gross: Cents;
  managementFee: Cents;
  payDate: CalendarDate;
  isReversal: boolean;
  /** The date of the deal's newest cleared payment, this one included; null when all were returned. */
  lastClearedDate: CalendarDate | null;
}

/**
 * Writes payout lines and every rollup of them. This is the only place that writes either, so lines and rollups always
 * change together. Callers hold the locks of each deal concerned and of its syndicates (see lockAccounts).
 */
export async function writePayoutLines(
  tx: Tx,
  tenantId: string,
  lines: readonly NewPayoutLine[],
): Promise<void> {
  if (lines.length === 0) return;
  const column = <K extends keyof NewPayoutLine>(name: K) => lines.map((line) => line[name]);
  await sql`
    with line as (
      select * from unnest(${column('paymentId')}::bigint[], ${column('participationId')}::bigint[],
        ${column('syndicateId')}::bigint[], ${column('gross')}::bigint[], ${column('managementFee')}::bigint[],
        ${column('payDate')}::date[], ${column('isReversal')}::boolean[], ${column('lastClearedDate')}::date[])
        as line (payment_id, participation_id, syndicate_id, gross, fee, pay_date, is_reversal, last_cleared_date)
    ), written as (
      insert into payout_lines (tenant_id, payment_id, participation_id, syndicate_id, gross_cents,
        management_fee_cents, net_pay_cents, pay_date, is_reversal)
      select ${tenantId}::uuid, payment_id, participation_id, syndicate_id, gross, fee, gross - fee, pay_date, is_reversal
      from line
      returning tenant_id, participation_id, syndicate_id, gross_cents, management_fee_cents, net_pay_cents, pay_date
    ), by_participation as (
      select tenant_id, participation_id, syndicate_id, sum(gross_cents)::bigint as gross_cents,
        sum(management_fee_cents)::bigint as management_fee_cents, sum(net_pay_cents)::bigint as net_pay_cents,
        count(*)::integer as transactions, min(pay_date) as first_pay_date, max(pay_date) as last_pay_date
      from written group by tenant_id, participation_id, syndicate_id
    ), cleared as (
      select participation_id, max(last_cleared_date) as last_cleared_date from line group by participation_id
    ), participation_totals_kept as (
      update participation_totals total set
        gross_cents = total.gross_cents + part.gross_cents,
        management_fee_cents = total.management_fee_cents + part.management_fee_cents,
        net_pay_cents = total.net_pay_cents + part.net_pay_cents,
        remaining_balance_cents = total.remaining_balance_cents - part.gross_cents,
        net_profit_cents = total.net_profit_cents + part.net_pay_cents,
        transaction_count = total.transaction_count + part.transactions,
        last_cleared_date = cleared.last_cleared_date,
        first_pay_date = least(total.first_pay_date, part.first_pay_date),
        last_pay_date = greatest(total.last_pay_date, part.last_pay_date)
      from by_participation part join cleared using (participation_id)
      where total.tenant_id = part.tenant_id and total.participation_id = part.participation_id
    ), participation_pay_dates_kept as (
      insert into participation_pay_dates as kept (tenant_id, participation_id, syndicate_id, pay_date, gross_cents,
        management_fee_cents, net_pay_cents, transaction_count)
      select tenant_id, participation_id, syndicate_id, pay_date, sum(gross_cents), sum(management_fee_cents),
        sum(net_pay_cents), count(*)
      from written group by tenant_id, participation_id, syndicate_id, pay_date
      on conflict (tenant_id, participation_id, pay_date) do update set
        gross_cents = kept.gross_cents + excluded.gross_cents,
        management_fee_cents = kept.management_fee_cents + excluded.management_fee_cents,
        net_pay_cents = kept.net_pay_cents + excluded.net_pay_cents,
        transaction_count = kept.transaction_count + excluded.transaction_count
    ), syndicate_pay_dates_kept as (
      insert into syndicate_pay_dates as kept (tenant_id, syndicate_id, pay_date, gross_cents, management_fee_cents,
        net_pay_cents, transaction_count)
      select tenant_id, syndicate_id, pay_date, sum(gross_cents), sum(management_fee_cents), sum(net_pay_cents),
        count(*)
      from written group by tenant_id, syndicate_id, pay_date
      on conflict (tenant_id, syndicate_id, pay_date) do update set
        gross_cents = kept.gross_cents + excluded.gross_cents,
        management_fee_cents = kept.management_fee_cents + excluded.management_fee_cents,
        net_pay_cents = kept.net_pay_cents + excluded.net_pay_cents,
        transaction_count = kept.transaction_count + excluded.transaction_count
    ), by_syndicate as (
      select part.tenant_id, part.syndicate_id, sum(part.gross_cents) as gross_cents,
        sum(part.management_fee_cents) as management_fee_cents, sum(part.net_pay_cents) as net_pay_cents,
        coalesce(sum(part.gross_cents) filter (where deal.status <> all (${EXCLUDED_FROM_BALANCE})), 0) as counted_cents
      from by_participation part
      join participations p on p.tenant_id = part.tenant_id and p.id = part.participation_id
      join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
      group by part.tenant_id, part.syndicate_id
    )
    update syndicate_totals total set
      gross_cents = total.gross_cents + part.gross_cents,
      management_fee_cents = total.management_fee_cents + part.management_fee_cents,
      net_pay_cents = total.net_pay_cents + part.net_pay_cents,
      portfolio_balance_cents = total.portfolio_balance_cents - part.counted_cents
    from by_syndicate part
    where total.tenant_id = part.tenant_id and total.syndicate_id = part.syndicate_id
  `.execute(tx);
}
