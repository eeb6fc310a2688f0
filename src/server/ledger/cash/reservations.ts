import { sql } from 'kysely';
import { SUBMISSION_STATUSES } from '../../../shared/domain/deal-status.ts';
import type { Cents } from '../../../shared/domain/money.ts';
import { OFFER_STATUS } from '../../../shared/domain/offer-status.ts';
import { participationTerms } from '../../../shared/domain/participation.ts';
import { rate } from '../../../shared/domain/rate.ts';
import type { Tx } from '../../platform/db/database.ts';

/** What of an account is not free: a withdrawal that was asked for, or a share that was accepted before the funding, at its cost. */
export type Reservation = ReservedWithdrawal | ReservedShare;

interface ReservedWithdrawal {
  kind: 'withdrawal';
  amount: Cents;
  requestId: bigint;
  reference: string;
  askedAt: Date;
  bankName: string | null;
  accountNumberLast4: string | null;
}

interface ReservedShare {
  kind: 'participation';
  amount: Cents;
  mid: string;
  merchantName: string;
  acceptedAt: Date;
}

export async function readReservations(
  tx: Tx,
  tenantId: string,
  syndicateId: bigint,
): Promise<Reservation[]> {
  const shares = await readAcceptedShares(tx, tenantId, syndicateId);
  const withdrawals = await tx
    .selectFrom('withdrawalRequests')
    .select([
      'id as requestId',
      'amountCents as amount',
      'reference',
      'askedAt',
      'bankName',
      'accountNumberLast4',
    ])
    .where('tenantId', '=', tenantId)
    .where('syndicateId', '=', syndicateId)
    .where('state', '=', 'asked for')
    .orderBy('askedAt')
    .orderBy('id')
    .execute();
  return [...shares, ...withdrawals.map((request) => ({ kind: 'withdrawal' as const, ...request }))];
}

interface AcceptedShare extends Omit<ReservedShare, 'kind' | 'amount'> {
  offeredCents: Cents;
  sharePercent: string;
  commissionPercent: string;
  syndicationFeePercent: string;
}

/**
 * The shares that the syndicate has accepted of deals that can still be funded, or were funded and have no participations yet: these come
 * a little later than the status, and until then nothing else keeps the money. A funded deal keeps nothing for an offer that the broker has not
 * accepted.
 */
async function readAcceptedShares(tx: Tx, tenantId: string, syndicateId: bigint): Promise<ReservedShare[]> {
  const { rows } = await sql<AcceptedShare>`
    select offer.amount_cents as offered_cents, acceptance.share_percent::text, offer.commission_percent::text,
      syndicate.syndication_fee_percent::text, deal.mid,
      deal.name as merchant_name, acceptance.accepted_at
    from participation_invites invite
    join syndicates syndicate on syndicate.tenant_id = invite.tenant_id and syndicate.id = invite.syndicate_id
    join pre_funding_acceptances acceptance on acceptance.tenant_id = invite.tenant_id and acceptance.invite_id = invite.id
    join deals deal on deal.tenant_id = invite.tenant_id and deal.id = invite.deal_id
    join offers offer on offer.tenant_id = invite.tenant_id and offer.id = invite.offer_id
    where invite.tenant_id = ${tenantId}::uuid and invite.syndicate_id = ${syndicateId} and acceptance.share_percent > 0
      and offer.status = any(${[OFFER_STATUS.made, OFFER_STATUS.accepted]}::text[])
      and deal.status <> 'Cancelled'
      and (deal.status = any(${SUBMISSION_STATUSES}::text[]) or offer.status = ${OFFER_STATUS.accepted} and not exists (
        select from participations share where share.tenant_id = deal.tenant_id and share.deal_id = deal.id))
    order by acceptance.accepted_at, invite.id`.execute(tx);
  return rows.map(({ offeredCents, sharePercent, commissionPercent, syndicationFeePercent, ...share }) => ({
    kind: 'participation',
    amount: costOf({ offeredCents, sharePercent, commissionPercent, syndicationFeePercent }),
    ...share,
  }));
}

/** What a share of an offer will cost, with commission and syndication fee, as the page of the pre-funding shows it. */
export function costOf(
  share: Pick<AcceptedShare, 'offeredCents' | 'sharePercent' | 'commissionPercent' | 'syndicationFeePercent'>,
): Cents {
  return participationTerms({
    fundedAmount: share.offeredCents,
    paybackAmount: 0n,
    sharePercent: rate(share.sharePercent),
    commissionPercent: rate(share.commissionPercent),
    upfrontFeePercent: rate(share.syndicationFeePercent),
  }).investmentCost;
}
