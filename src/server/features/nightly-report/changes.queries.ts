import { sql } from 'kysely';
import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { DEAL_STATUSES, type DealStatus } from '../../../shared/domain/deal-status.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { rate } from '../../../shared/domain/rate.ts';
import type { Tx } from '../../platform/db/database.ts';
import { dayOf, startOf } from '../../platform/db/today.ts';
import type { Period, ReportKey } from './report-day.ts';

/** Selects by the day on which something was entered, whatever date it has, so that late entries are not left out. */
export async function readChanges(tx: Tx, key: ReportKey, period: Period) {
  return {
    newDeals: await readNewDeals(tx, key, period),
    returnedPayments: await readReturnedPayments(tx, key, period),
    correctedPayments: await readCorrectedPayments(tx, key, period),
    statusChanges: await readStatusChanges(tx, key, period),
  };
}

export type Changes = Awaited<ReturnType<typeof readChanges>>;

const within = ({ from, to }: Period, moment: string) =>
  sql`${sql.ref(moment)} >= ${startOf(sql`${from}::date`)} and ${sql.ref(moment)} < ${startOf(sql`(${to}::date + 1)`)}`;

interface NewDeal {
  agreementDate: string;
  mid: string;
  merchantName: string;
  sharePercent: string;
  investmentCost: Cents;
  anticipatedReturn: Cents;
}

/** An older agreement that is entered today was imported, so it is not reported as new. */
async function readNewDeals(tx: Tx, { tenantId, syndicateId }: ReportKey, period: Period) {
  const { rows } = await sql<NewDeal>`
    select p.agreement_date, deal.mid, deal.name as merchant_name, p.share_percent::text,
      p.investment_cost_cents as investment_cost, p.anticipated_return_cents as anticipated_return
    from participations p
    join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    where p.tenant_id = ${tenantId}::uuid and p.syndicate_id = ${syndicateId}
      and p.agreement_date >= ${period.from}::date - 31 and ${within(period, 'p.created_at')}
    order by p.agreement_date, deal.mid`.execute(tx);
  return rows.map((row) => ({
    ...row,
    agreementDate: calendarDate(row.agreementDate),
    sharePercent: rate(row.sharePercent),
  }));
}

interface ReturnedPayment {
  returnedDate: string;
  mid: string;
  merchantName: string;
  returnCode: string;
  amount: Cents;
  takenBack: Cents | null;
}

/** Banks return a debit within sixty days. The return of a cleared payment reverses its payout. */
async function readReturnedPayments(tx: Tx, { tenantId, syndicateId }: ReportKey, period: Period) {
  const { rows } = await sql<ReturnedPayment>`
    with returned as (
      select payment.*, deal.mid, deal.name as merchant_name, line.net_pay_cents,
        case payment.status when 'reversed' then line.posted_at else payment.recorded_at end as entered_at
      from payments payment
      join participations p on p.tenant_id = payment.tenant_id and p.deal_id = payment.deal_id
        and p.syndicate_id = ${syndicateId}
      join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
      left join payout_lines line on line.tenant_id = payment.tenant_id and line.payment_id = payment.id
        and line.participation_id = p.id and line.is_reversal
      where payment.tenant_id = ${tenantId}::uuid and payment.returned_date >= ${period.from}::date - 60
        and not payment.is_void
    )
    select returned_date, mid, merchant_name, return_code, amount_cents as amount, net_pay_cents as taken_back
    from returned where ${within(period, 'entered_at')}
    order by returned_date, mid, id`.execute(tx);
  return rows.map((row) => ({ ...row, returnedDate: calendarDate(row.returnedDate) }));
}

interface CorrectedPayment {
  correctedOn: string;
  mid: string;
  merchantName: string;
  amount: Cents;
  /** Null when the payment was voided. */
  correctedAmount: Cents | null;
  netPayChange: Cents;
}

/** Payments that the funder had posted by mistake. No bank returned them. */
async function readCorrectedPayments(tx: Tx, { tenantId, syndicateId }: ReportKey, period: Period) {
  const { rows } = await sql<CorrectedPayment>`
    select ${dayOf(sql`made.corrected_at`)} as corrected_on, deal.mid, deal.name as merchant_name,
      payment.amount_cents as amount, replacement.amount_cents as corrected_amount,
      (line.net_pay_cents + coalesce(new_line.net_pay_cents, 0))::bigint as net_pay_change
    from payment_corrections made
    join payments payment on payment.tenant_id = made.tenant_id and payment.id = made.payment_id
    join deals deal on deal.tenant_id = payment.tenant_id and deal.id = payment.deal_id
    join payout_lines line on line.tenant_id = payment.tenant_id and line.payment_id = payment.id
      and line.syndicate_id = ${syndicateId} and line.is_reversal
    left join payments replacement on replacement.tenant_id = made.tenant_id and replacement.id = made.replaced_by
    left join payout_lines new_line on new_line.tenant_id = made.tenant_id and new_line.payment_id = made.replaced_by
      and new_line.participation_id = line.participation_id and not new_line.is_reversal
    where made.tenant_id = ${tenantId}::uuid and ${within(period, 'made.corrected_at')}
    order by made.corrected_at, deal.mid, payment.id`.execute(tx);
  return rows.map((row) => ({ ...row, correctedOn: calendarDate(row.correctedOn) }));
}

interface StatusChange {
  changedOn: string;
  mid: string;
  merchantName: string;
  status: DealStatus;
}

/** Only changes since the syndicate has its share, and only statuses that investors may see. */
async function readStatusChanges(tx: Tx, { tenantId, syndicateId }: ReportKey, period: Period) {
  const { rows } = await sql<StatusChange>`
    select ${dayOf(sql`change.changed_at`)} as changed_on, deal.mid, deal.name as merchant_name, change.status
    from deal_status_changes change
    join participations p on p.tenant_id = change.tenant_id and p.deal_id = change.deal_id
      and p.syndicate_id = ${syndicateId}
    join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    where change.tenant_id = ${tenantId}::uuid and ${within(period, 'change.changed_at')}
      and change.status = any (${DEAL_STATUSES}::text[])
      and (p.created_at is null or change.changed_at > p.created_at)
    order by change.changed_at, change.id`.execute(tx);
  return rows.map((row) => ({ ...row, changedOn: calendarDate(row.changedOn) }));
}
