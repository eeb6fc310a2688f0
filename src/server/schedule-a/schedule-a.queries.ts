import { sql } from 'kysely';
import { type CalendarDate, calendarDate } from '../../shared/domain/calendar-date.ts';
import type { Cents } from '../../shared/domain/money.ts';
import type { PaymentFrequency } from '../../shared/domain/offer-terms.ts';
import { type Rate, rate } from '../../shared/domain/rate.ts';
import type { Tx } from '../platform/db/database.ts';

/** What a Schedule A says: the advance, and one participant's share of it. */
export interface ScheduleA {
  funderName: string;
  syndicateName: string;
  merchantName: string;
  mid: string;
  fundedDate: CalendarDate;
  agreementDate: CalendarDate;
  fundedAmount: Cents;
  paybackAmount: Cents;
  factorRate: Rate;
  termDays: number;
  payment: Cents;
  frequency: PaymentFrequency;
  sharePercent: Rate;
  participationAmount: Cents;
  commissionAmount: Cents;
  syndicationFee: Cents;
  investmentCost: Cents;
  anticipatedReturn: Cents;
  managementFeePercent: Rate;
}

export interface KeyOfShare {
  tenantId: string;
  participationId: bigint;
}

type Row = Omit<
  ScheduleA,
  'fundedDate' | 'agreementDate' | 'factorRate' | 'sharePercent' | 'managementFeePercent'
> & {
  fundedOn: string;
  agreedOn: string;
  factor: string;
  share: string;
  feePercent: string;
};

/** Of a share whose Schedule A is not made yet; undefined once it is. */
export async function readUnmade(
  tx: Tx,
  { tenantId, participationId }: KeyOfShare,
): Promise<ScheduleA | undefined> {
  const { rows } = await sql<Row>`
    select tenant.name as "funderName", syndicate.name as "syndicateName", deal.name as "merchantName", deal.mid,
      deal.funded_date as "fundedOn", p.agreement_date as "agreedOn", deal.funded_amount_cents as "fundedAmount",
      deal.payback_amount_cents as "paybackAmount", deal.factor_rate::text as factor, deal.term_days,
      deal.payment_cents as payment, deal.payment_frequency as frequency, p.share_percent::text as share,
      p.participation_amount_cents as "participationAmount", p.commission_amount_cents as "commissionAmount",
      p.upfront_fee_cents as "syndicationFee", p.investment_cost_cents as "investmentCost",
      p.anticipated_return_cents as "anticipatedReturn", p.management_fee_percent::text as "feePercent"
    from share_exhibits file
    join participations p on p.tenant_id = file.tenant_id and p.id = file.participation_id
    join deals deal on deal.tenant_id = p.tenant_id and deal.id = p.deal_id
    join syndicates syndicate on syndicate.tenant_id = p.tenant_id and syndicate.id = p.syndicate_id
    join tenants tenant on tenant.id = file.tenant_id
    where file.tenant_id = ${tenantId}::uuid and file.participation_id = ${participationId} and file.made_at is null`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) return undefined;
  const { fundedOn, agreedOn, factor, share, feePercent, ...rest } = row;
  return {
    ...rest,
    fundedDate: calendarDate(fundedOn),
    agreementDate: calendarDate(agreedOn),
    factorRate: rate(factor),
    sharePercent: rate(share),
    managementFeePercent: rate(feePercent),
  };
}
