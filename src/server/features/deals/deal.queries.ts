import { sql } from 'kysely';
import type { WatchedFor } from '../../../shared/domain/deal-standing.ts';
import type { DealStatus, SubmissionStatus } from '../../../shared/domain/deal-status.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { OFFER_STATUS } from '../../../shared/domain/offer-status.ts';
import type { PaymentFrequency } from '../../../shared/domain/offer-terms.ts';
import { rate } from '../../../shared/domain/rate.ts';
import type { SubmissionState } from '../../../shared/domain/submissions.ts';
import { notFoundInTenant } from '../../book/not-found-in-tenant.ts';
import { linksOfOffer, stateOfOffer } from '../../book/offer-state.ts';
import { correctedCountOf } from '../../ledger/corrected-count.ts';
import type { Tx } from '../../platform/db/database.ts';

export interface StoredDeal {
  dealId: bigint;
  publicId: string;
  dealName: string;
  mid: string;
  platform: string;
  dealStatus: DealStatus | SubmissionStatus;
  companyId: bigint;
  companyName: string;
  brokerName: string | null;
  brokerCompany: string | null;
  positionNumber: number | null;
  formerDealId: bigint | null;
  formerName: string | null;
  formerMid: string | null;
  laterDealId: bigint | null;
  laterName: string | null;
  laterMid: string | null;
  fundedDate: string | null;
  fundedAmount: Cents;
  factorRate: string;
  paybackAmount: Cents;
  payment: Cents;
  frequency: PaymentFrequency;
  termDays: number;
  collectedCents: Cents | null;
  clearedCount: number | null;
  returnedCount: number | null;
  correctedCount: number;
  asOf: string | null;
  expectedCents: Cents | null;
  arrearsCents: Cents;
  missedCount: number;
  paceClearedCents: Cents | null;
  paceAskedCents: Cents | null;
  contractPayoff: string | null;
  expectedPayoff: string | null;
  pacePayoff: string | null;
  reasons: WatchedFor[] | null;
}

export async function readDeal(tx: Tx, tenantId: string, dealId: bigint): Promise<StoredDeal> {
  const { rows } = await sql<StoredDeal>`
    select deal.id as "dealId", deal.public_id, deal.name as "dealName", deal.mid, deal.platform, deal.status as "dealStatus",
      deal.company_id, company.name as "companyName", broker.name as "brokerName", broker.company_name as "brokerCompany",
      offer.position_number, former.id as "formerDealId", former.name as "formerName", former.mid as "formerMid",
      later.id as "laterDealId", later.name as "laterName", later.mid as "laterMid",
      deal.funded_date, deal.funded_amount_cents as "fundedAmount", deal.factor_rate::text as "factorRate",
      deal.payback_amount_cents as "paybackAmount", deal.payment_cents as payment, deal.payment_frequency as frequency,
      deal.term_days, total.collected_cents, total.cleared_count,
      total.returned_count - corrected.count as "returnedCount", corrected.count as "correctedCount",
      standing.as_of, standing.expected_cents, standing.arrears_cents, standing.missed_count, standing.pace_cleared_cents,
      standing.pace_asked_cents, standing.contract_payoff, standing.expected_payoff, standing.pace_payoff, standing.reasons
    from deals deal
    join companies company on company.tenant_id = deal.tenant_id and company.id = deal.company_id
    left join brokers broker on broker.tenant_id = deal.tenant_id and broker.id = deal.broker_id
    left join deals former on former.tenant_id = deal.tenant_id and former.id = deal.renewal_of_deal_id
    left join lateral (
      select next.id, next.name, next.mid from deals next
      where next.tenant_id = deal.tenant_id and next.company_id = deal.company_id and next.renewal_of_deal_id = deal.id
      order by next.id desc limit 1
    ) later on true
    left join deal_totals total on total.tenant_id = deal.tenant_id and total.deal_id = deal.id
    cross join lateral ${correctedCountOf(tenantId, sql`deal.id`)} corrected
    left join deal_standings standing on standing.tenant_id = deal.tenant_id and standing.deal_id = deal.id
    left join lateral (
      select position_number from offers
      where tenant_id = ${tenantId}::uuid and deal_id = deal.id
      order by status = ${OFFER_STATUS.accepted} desc, id desc limit 1
    ) offer on true
    where deal.tenant_id = ${tenantId}::uuid and deal.id = ${dealId}`.execute(tx);
  const [deal] = rows;
  if (!deal) throw notFoundInTenant(`deal ${dealId}`);
  return deal;
}

interface ShareRow {
  syndicateId: bigint;
  syndicateName: string;
  sharePercent: string;
  participationAmount: Cents;
  investmentCost: Cents;
  managementFeePercent: string;
  isManagementFeeUpfront: boolean;
  hasScheduleA: boolean;
  grossCents: Cents;
  feeCents: Cents;
  netCents: Cents;
  remainingBalance: Cents;
}

/** The largest first. */
export async function readShares(tx: Tx, tenantId: string, dealId: bigint) {
  const { rows } = await sql<ShareRow>`
    select p.syndicate_id, syndicate.name as "syndicateName", p.share_percent::text as "sharePercent",
      p.participation_amount_cents as "participationAmount", p.investment_cost_cents as "investmentCost",
      p.management_fee_percent::text as "managementFeePercent", p.management_fee_upfront <> 0 as "isManagementFeeUpfront",
      total.gross_cents, total.management_fee_cents as "feeCents", total.net_pay_cents as "netCents",
      total.remaining_balance_cents as "remainingBalance", file.made_at is not null as "hasScheduleA"
    from participations p
    left join share_exhibits file on file.tenant_id = p.tenant_id and file.participation_id = p.id
    join participation_totals total on total.tenant_id = p.tenant_id and total.participation_id = p.id
    join syndicates syndicate on syndicate.tenant_id = p.tenant_id and syndicate.id = p.syndicate_id
    where p.tenant_id = ${tenantId}::uuid and p.deal_id = ${dealId}
    order by p.share_percent desc, p.syndicate_id`.execute(tx);
  return rows.map(({ sharePercent, managementFeePercent, grossCents, feeCents, netCents, ...share }) => ({
    ...share,
    sharePercent: rate(sharePercent),
    managementFeePercent: rate(managementFeePercent),
    gross: grossCents,
    managementFee: feeCents,
    netPay: netCents,
  }));
}

/** More than a deal has. */
const MOST_CHANGES = 200;

interface ChangeRow {
  newStatus: DealStatus | SubmissionStatus;
  formerStatus: string | null;
  said: string | null;
  isAutomatic: boolean;
  personName: string | null;
  changedAt: Date;
}

/** The newest first. */
export async function readStatusChanges(tx: Tx, tenantId: string, dealId: bigint) {
  const { rows } = await sql<ChangeRow>`
    select change.status as "newStatus", change.former_status, change.reason as said, change.is_automatic, change.changed_at,
      person.name as "personName"
    from deal_status_changes change
    left join memberships person on person.tenant_id = change.tenant_id and person.user_id = change.changed_by
    where change.tenant_id = ${tenantId}::uuid and change.deal_id = ${dealId}
    order by change.changed_at desc, change.id desc limit ${sql.lit(MOST_CHANGES)}`.execute(tx);
  return rows.map(({ newStatus, said, personName, changedAt, ...change }) => ({
    ...change,
    status: newStatus,
    reason: said,
    changedBy: personName,
    changedAt: changedAt.toISOString(),
  }));
}

interface OfferRow {
  offerId: bigint;
  lenderName: string;
  offered: Cents;
  factor: string;
  termDays: number;
  became: SubmissionState;
  createdAt: Date;
  linkCount: number;
}

/** The newest first, with how many links to each were issued. */
export async function readOffersOfDeal(tx: Tx, tenantId: string, dealId: bigint) {
  const { rows } = await sql<OfferRow>`
    select offer.id as "offerId", offer.lender_name, offer.amount_cents as offered, offer.factor_rate::text as factor,
      offer.term_days, ${stateOfOffer} as became, offer.created_at,
      (select count(*)::integer from capability_links link
        where link.tenant_id = offer.tenant_id and link.kind = 'offer' and link.subject_id = offer.id) as "linkCount"
    from offers offer ${linksOfOffer}
    where offer.tenant_id = ${tenantId}::uuid and offer.deal_id = ${dealId}
    order by offer.created_at desc, offer.id desc`.execute(tx);
  return rows.map(({ offered, factor, became, createdAt, ...row }) => ({
    ...row,
    amount: offered,
    factorRate: rate(factor),
    state: became,
    madeAt: createdAt.toISOString(),
  }));
}
