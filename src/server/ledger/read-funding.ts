import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { CalendarDate } from '../../shared/domain/calendar-date.ts';
import { isDealStatus, isEnded } from '../../shared/domain/deal-status.ts';
import type { Cents } from '../../shared/domain/money.ts';
import type { PaymentFrequency } from '../../shared/domain/offer-terms.ts';
import { type ParticipationTerms, participationTerms } from '../../shared/domain/participation.ts';
import { type Rate, rate, ZERO_RATE } from '../../shared/domain/rate.ts';
import { notFoundInTenant } from '../book/not-found-in-tenant.ts';
import { bigintAsText } from '../platform/bigint-as-text.ts';
import type { Tx } from '../platform/db/database.ts';
import { readToday } from '../platform/db/today.ts';
import { type LeftOutShare, readLeftOutShares } from './left-out-shares.ts';
import { lockDeals } from './locked-deals.ts';

export interface Funding {
  dealId: bigint;
  mid: string;
  dealName: string;
  fundedDate: CalendarDate;
  amount: Cents;
  paybackAmount: Cents;
  payment: Cents;
  frequency: PaymentFrequency;
  termDays: number;
  factorRate: Rate;
  /** The deal that is paid off from this one, with what is left of it, which is nothing once it has ended; null when it is no renewal. */
  former: { dealId: bigint; mid: string; status: string; balance: Cents } | null;
  netToMerchant: Cents;
  shares: FundedShare[];
  takenPercent: Rate;
  leftOut: LeftOutShare[];
  /** Equal for equal fundings: whoever funds names what they saw. */
  fingerprint: string;
}

interface FundedShare extends ParticipationTerms {
  syndicateId: bigint;
  syndicateName: string;
  sharePercent: Rate;
  managementFeePercent: Rate;
}

interface LockedOffer {
  offerId: bigint;
  dealId: bigint;
  mid: string;
  dealName: string;
  dealStatus: string;
  offerStatus: string;
  capPercent: string;
  amount: Cents;
  paybackAmount: Cents;
  payment: Cents;
  frequency: PaymentFrequency;
  termDays: number;
  factor: string;
  commissionPercent: string;
  formerId: bigint | null;
  formerMid: string | null;
  formerStatus: string | null;
  formerBalance: Cents | null;
}

/** The deal is locked as by whoever accepts a share, so that nobody takes one while it is funded. */
export async function lockOffer(tx: Tx, tenantId: string, offerId: bigint): Promise<LockedOffer> {
  await sql`
    select from deals where tenant_id = ${tenantId}::uuid
      and id = (select deal_id from offers where tenant_id = ${tenantId}::uuid and id = ${offerId})
    for no key update`.execute(tx);
  const { rows: renewed } = await sql<{ formerId: bigint }>`
    select deal.renewal_of_deal_id as "formerId" from offers offer
    join deals deal on deal.tenant_id = offer.tenant_id and deal.id = offer.deal_id
    where offer.tenant_id = ${tenantId}::uuid and offer.id = ${offerId} and deal.renewal_of_deal_id is not null`.execute(
    tx,
  );
  // Before any syndicate, as in posting, and before its balance is read.
  if (renewed.length > 0)
    await lockDeals(
      tx,
      tenantId,
      renewed.map(({ formerId }) => formerId),
    );
  // A separate statement, which sees what was committed while these waited.
  const { rows } = await sql<LockedOffer>`
    select offer.id as "offerId", deal.id as "dealId", deal.mid, deal.name as "dealName", deal.status as "dealStatus", offer.status as "offerStatus",
      deal.syndication_cap_percent::text as "capPercent", offer.amount_cents as amount,
      offer.payback_amount_cents as "paybackAmount", offer.payment_cents as payment, offer.payment_frequency as frequency,
      offer.term_days, offer.factor_rate::text as factor, offer.commission_percent::text as "commissionPercent",
      former.id as "formerId", former.mid as "formerMid", former.status as "formerStatus",
      former.payback_amount_cents - total.collected_cents as "formerBalance"
    from offers offer
    join deals deal on deal.tenant_id = offer.tenant_id and deal.id = offer.deal_id
    left join deals former on former.tenant_id = deal.tenant_id and former.id = deal.renewal_of_deal_id
    left join deal_totals total on total.tenant_id = former.tenant_id and total.deal_id = former.id
    where offer.tenant_id = ${tenantId}::uuid and offer.id = ${offerId}`.execute(tx);
  const [offer] = rows;
  if (!offer) throw notFoundInTenant(`offer ${offerId}`);
  return offer;
}

/** What funding the offer would do, from what is stored now. */
export async function readFunding(tx: Tx, tenantId: string, offer: LockedOffer): Promise<Funding> {
  const { dealId, mid, dealName, amount, paybackAmount, payment, frequency, termDays } = offer;
  const shares = await readAcceptedShares(tx, tenantId, offer);
  const former = formerOf(offer);
  const funding = {
    ...{ dealId, mid, dealName, amount, paybackAmount, payment, frequency, termDays, former, shares },
    leftOut: await readLeftOutShares(tx, tenantId, offer),
    fundedDate: await readToday(tx),
    factorRate: rate(offer.factor),
    netToMerchant: amount - (former?.balance ?? 0n),
    takenPercent: shares.reduce((sum, { sharePercent }) => sum.plus(sharePercent), ZERO_RATE),
  };
  return { ...funding, fingerprint: fingerprintOf(funding) };
}

/** Not of the day: a funding that waits for a second person is made on the day on which it is approved. */
function fingerprintOf({ fundedDate: _, ...funding }: Omit<Funding, 'fingerprint'>): string {
  const told = JSON.stringify(funding, bigintAsText);
  return createHash('sha256').update(told).digest('hex').slice(0, 32);
}

/** Of a deal that has ended nothing is paid off: what the contract still says was settled, discounted or given up. */
function formerOf({ formerId, formerMid, formerStatus, formerBalance }: LockedOffer): Funding['former'] {
  if (formerId === null) return null;
  const status = formerStatus ?? '';
  const hasEnded = isDealStatus(status) && isEnded(status);
  return { dealId: formerId, mid: formerMid ?? '', status, balance: hasEnded ? 0n : (formerBalance ?? 0n) };
}

interface AcceptedRow {
  syndicateId: bigint;
  syndicateName: string;
  sharePercent: string;
  managementFeePercent: string;
  syndicationFeePercent: string;
}

/** What syndicates have accepted of this offer, the largest share first. */
async function readAcceptedShares(tx: Tx, tenantId: string, offer: LockedOffer): Promise<FundedShare[]> {
  const { rows } = await sql<AcceptedRow>`
    select invite.syndicate_id, syndicate.name as "syndicateName", acceptance.share_percent::text as "sharePercent",
      syndicate.management_fee_percent::text as "managementFeePercent",
      syndicate.syndication_fee_percent::text as "syndicationFeePercent"
    from participation_invites invite
    join pre_funding_acceptances acceptance on acceptance.tenant_id = invite.tenant_id and acceptance.invite_id = invite.id
    join syndicates syndicate on syndicate.tenant_id = invite.tenant_id and syndicate.id = invite.syndicate_id
    where invite.tenant_id = ${tenantId}::uuid and invite.deal_id = ${offer.dealId} and invite.offer_id = ${offer.offerId}
      and acceptance.share_percent > 0
    order by acceptance.share_percent desc, invite.syndicate_id`.execute(tx);
  return rows.map((row) => {
    const sharePercent = rate(row.sharePercent);
    return {
      syndicateId: row.syndicateId,
      syndicateName: row.syndicateName,
      sharePercent,
      managementFeePercent: rate(row.managementFeePercent),
      ...participationTerms({
        fundedAmount: offer.amount,
        paybackAmount: offer.paybackAmount,
        sharePercent,
        commissionPercent: rate(offer.commissionPercent),
        upfrontFeePercent: rate(row.syndicationFeePercent),
      }),
    };
  });
}
