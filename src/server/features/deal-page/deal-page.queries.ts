import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../../shared/domain/calendar-date.ts';
import type { DebitsOfDay } from '../../../shared/domain/deal-calendar.ts';
import type { WatchedFor } from '../../../shared/domain/deal-standing.ts';
import type { DealStatus } from '../../../shared/domain/deal-status.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { OFFER_STATUS } from '../../../shared/domain/offer-status.ts';
import type { PaymentFrequency } from '../../../shared/domain/offer-terms.ts';
import { debitDate } from '../../ledger/standings/standing-facts.ts';
import { isUnpaid } from '../../ledger/unpaid-dates.ts';
import type { Tx } from '../../platform/db/database.ts';

export interface AskedDeal {
  tenantId: string;
  syndicateId: bigint;
  dealPublicId: string;
}

export interface StoredDeal {
  dealId: bigint;
  participationId: bigint;
  /** Whether the Schedule A of the share is made. */
  hasScheduleA: boolean;
  name: string;
  mid: string;
  platform: string;
  industry: string | null;
  state: string | null;
  status: DealStatus;
  agreementDate: string;
  fundedDate: string;
  fundedAmountCents: Cents;
  factorRate: string | null;
  paybackAmountCents: Cents;
  paymentCents: Cents;
  paymentFrequency: PaymentFrequency;
  positionNumber: number | null;
  sharePercent: string;
  managementFeePercent: string;
  isManagementFeeUpfront: boolean;
  participationAmountCents: Cents;
  commissionAmountCents: Cents;
  upfrontFeeCents: Cents;
  investmentCostCents: Cents;
  anticipatedReturnCents: Cents;
  grossCents: Cents;
  managementFeeCents: Cents;
  netPayCents: Cents;
  remainingBalanceCents: Cents;
  dealCollectedCents: Cents;
  onItsWayCents: Cents;
  nextPayDate: string | null;
  asOf: string | null;
  clearingBankDays: number;
  expectedCents: Cents | null;
  arrearsCents: Cents;
  missedCount: number;
  paceClearedCents: Cents | null;
  paceAskedCents: Cents | null;
  contractPayoff: string | null;
  expectedPayoff: string | null;
  pacePayoff: string | null;
  reasons: WatchedFor[];
}

/** A funded deal with the syndicate's share of it; undefined when it has none. */
export async function findDealOfSyndicate(
  tx: Tx,
  { tenantId, syndicateId, dealPublicId }: AskedDeal,
): Promise<StoredDeal | undefined> {
  const { rows } = await sql<StoredDeal>`
    select deal.id as deal_id, p.id as participation_id, exists (
        select from share_exhibits file
        where file.tenant_id = ${tenantId}::uuid and file.participation_id = p.id and file.made_at is not null
      ) as "hasScheduleA",
      deal.name, deal.mid, deal.platform, deal.status, deal.funded_date,
      nullif(company.industry, '') as industry, address.state, p.agreement_date,
      deal.funded_amount_cents, deal.factor_rate::text, deal.payback_amount_cents, deal.payment_cents,
      deal.payment_frequency, offer.position_number,
      p.share_percent::text, p.management_fee_percent::text, p.management_fee_upfront <> 0 as is_management_fee_upfront,
      p.participation_amount_cents, p.commission_amount_cents, p.upfront_fee_cents,
      p.investment_cost_cents, p.anticipated_return_cents,
      total.gross_cents, total.management_fee_cents, total.net_pay_cents, total.remaining_balance_cents,
      collected.collected_cents as deal_collected_cents,
      coming.on_its_way_cents, coming.next_pay_date,
      standing.as_of, tenant.clearing_bank_days, standing.expected_cents, standing.arrears_cents, standing.missed_count,
      standing.pace_cleared_cents, standing.pace_asked_cents, standing.contract_payoff, standing.expected_payoff,
      standing.pace_payoff, standing.reasons
    from deals deal
    join participations p on p.tenant_id = ${tenantId}::uuid and p.deal_id = deal.id and p.syndicate_id = ${syndicateId}
    join participation_totals total on total.tenant_id = ${tenantId}::uuid and total.participation_id = p.id
    join deal_totals collected on collected.tenant_id = ${tenantId}::uuid and collected.deal_id = deal.id
    join deal_standings standing on standing.tenant_id = ${tenantId}::uuid and standing.deal_id = deal.id
    join tenants tenant on tenant.id = ${tenantId}::uuid
    join companies company on company.tenant_id = ${tenantId}::uuid and company.id = deal.company_id
    left join lateral (
      select state from company_addresses
      where tenant_id = ${tenantId}::uuid and company_id = deal.company_id and kind = 'Main' order by id limit 1
    ) address on true
    left join lateral (
      select position_number from offers
      where tenant_id = ${tenantId}::uuid and deal_id = deal.id and status = ${OFFER_STATUS.accepted} order by id desc limit 1
    ) offer on true
    left join lateral (
      select coalesce(sum(paid.net_pay_cents), 0)::bigint as on_its_way_cents, min(paid.pay_date) as next_pay_date
      from participation_pay_dates paid
      join syndicate_pay_dates day on day.tenant_id = ${tenantId}::uuid and day.syndicate_id = ${syndicateId}
        and day.pay_date = paid.pay_date and ${isUnpaid(tenantId, 'day')}
      where paid.tenant_id = ${tenantId}::uuid and paid.participation_id = p.id
    ) coming on true
    where deal.tenant_id = ${tenantId}::uuid and deal.public_id = ${dealPublicId} and deal.funded_date is not null`.execute(
    tx,
  );
  return rows[0];
}

/** What became of the deal's debits by their day. What the funder corrected away never was a debit. */
export async function readDebits(
  tx: Tx,
  tenantId: string,
  { dealId, participationId }: Pick<StoredDeal, 'dealId' | 'participationId'>,
): Promise<DebitsOfDay[]> {
  const { rows } = await sql<Omit<DebitsOfDay, 'date'> & { date: string }>`
    select ${debitDate} as date,
      coalesce(sum(payment.amount_cents) filter (where payment.status = 'cleared'), 0)::bigint as cleared,
      coalesce(sum(line.gross_cents), 0)::bigint as cleared_of_share,
      max(payment.return_code) filter (where payment.status <> 'cleared') as return_code
    from payments payment
    left join lateral (
      select sum(gross_cents) as gross_cents from payout_lines
      where tenant_id = ${tenantId}::uuid and payment_id = payment.id and participation_id = ${participationId}
    ) line on true
    where payment.tenant_id = ${tenantId}::uuid and payment.deal_id = ${dealId} and not payment.is_void
    group by 1 order by 1`.execute(tx);
  return rows.map((row) => ({ ...row, date: calendarDate(row.date) }));
}

/** The days of the debits that a payout shares out. */
export interface DebitsOfPayDate {
  payDate: CalendarDate;
  firstDebitDate: CalendarDate;
  lastDebitDate: CalendarDate;
}

/** For each pay date of the share, which debits it is for: the newest first. What was taken back counts on the day of its debit. */
export async function readDebitsOfPayDates(
  tx: Tx,
  tenantId: string,
  { dealId, participationId }: Pick<StoredDeal, 'dealId' | 'participationId'>,
): Promise<DebitsOfPayDate[]> {
  const { rows } = await sql<{ paid: string; firstDebit: string; lastDebit: string }>`
    select line.pay_date as paid, min(${debitDate}) as first_debit, max(${debitDate}) as last_debit
    from payments payment
    join payout_lines line on line.tenant_id = ${tenantId}::uuid and line.payment_id = payment.id
      and line.participation_id = ${participationId}
    where payment.tenant_id = ${tenantId}::uuid and payment.deal_id = ${dealId}
    group by 1 order by 1 desc`.execute(tx);
  return rows.map(({ paid, firstDebit, lastDebit }) => ({
    payDate: calendarDate(paid),
    firstDebitDate: calendarDate(firstDebit),
    lastDebitDate: calendarDate(lastDebit),
  }));
}
