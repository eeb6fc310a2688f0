import { sql } from 'kysely';
import { type DealStatus, SUBMISSION_STATUSES } from '../../shared/domain/deal-status.ts';
import { toDecimalString } from '../../shared/domain/money.ts';
import { OFFER_STATUS } from '../../shared/domain/offer-status.ts';
import { rate } from '../../shared/domain/rate.ts';
import { requireOpenSyndicate } from '../book/open-syndicate.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import { type Operator, userOfOperator } from '../platform/audit/operator.ts';
import type { Tx } from '../platform/db/database.ts';
import { Refusal } from '../platform/errors.ts';
import { queueScheduleA } from '../schedule-a/queue-schedule-a.ts';
import { addParticipations } from './add-participation.ts';
import { lockLedgerShared } from './ledger-lock.ts';
import { openDeal } from './locked-deals.ts';
import { postPayments } from './post-payments.ts';
import { type Funding, lockOffer, readFunding } from './read-funding.ts';
import { keepStandings } from './standings/keep-standings.ts';
import { writeStatuses } from './write-statuses.ts';

const FUNDED: DealStatus = 'Active Advance';

export interface AskedFunding {
  offerId: bigint;
  /** The fingerprint of the funding that was shown; null for the preview, which shows it. */
  seen: string | null;
  /** Who asked for it, where the operator is the second person. */
  askedByName?: string;
  /** The agreement, a file of the deal. */
  proofFileId?: string | null;
}

/**
 * Funds a deal with the terms of its accepted offer. The shares that syndicates have accepted become participations, what their cash accounts
 * had reserved is spent, a renewal pays the older deal off, and each participant gets a Schedule A: all of it happens or nothing. Of several
 * at once, one funds it.
 */
export async function fundDeal(
  tx: Tx,
  tenantId: string,
  { offerId, seen, askedByName, proofFileId }: AskedFunding,
  operator: Operator,
): Promise<Funding> {
  // Before the deal, as everywhere: an import holds the ledger and then locks deals.
  await lockLedgerShared(tx, tenantId);
  const offer = await lockOffer(tx, tenantId, offerId);
  if (offer.offerStatus !== OFFER_STATUS.accepted) throw new Refusal('offer_not_accepted');
  if (!SUBMISSION_STATUSES.some((status) => status === offer.dealStatus))
    throw new Refusal('deal_already_funded');
  const funding = await readFunding(tx, tenantId, offer);
  const { dealId, shares, takenPercent, former } = funding;
  if (takenPercent.gt(rate(offer.capPercent))) throw new Refusal('shares_exceed_cap');
  if (seen !== null && seen !== funding.fingerprint) throw new Refusal('funding_changed_meanwhile');
  if (funding.netToMerchant < 0n) throw new Refusal('payoff_exceeds_funding');
  for (const { syndicateId } of shares) await requireOpenSyndicate(tx, tenantId, syndicateId);

  await lockSyndicates(tx, tenantId, funding);
  await openFunded(tx, tenantId, funding);
  await writeStatuses(tx, tenantId, [
    {
      dealId,
      status: FUNDED,
      formerStatus: offer.dealStatus,
      reason: askedByName === undefined ? 'Funded' : `Funded (${askedByName} asked)`,
      changedBy: userOfOperator(operator),
      isAutomatic: false,
    },
  ]);
  if (shares.length > 0) await queueScheduleA(tx, tenantId, await addShares(tx, tenantId, funding));
  else await keepStandings(tx, tenantId, [dealId]);
  if (former && former.balance > 0n) await payOff(tx, tenantId, funding, former);
  await recordAudit(tx, {
    actorId: null,
    operator,
    action: 'deal funded',
    subject: `deal ${funding.mid}`,
    details: {
      amount: toDecimalString(funding.amount),
      shares: shares.map((share) => `${share.syndicateName} ${share.sharePercent.toString()} %`).join(', '),
      ...(proofFileId && { proofFile: proofFileId }),
      ...(former && { paidOff: former.mid, payoff: toDecimalString(former.balance) }),
    },
  });
  return funding;
}

/** Those of both deals at once and in order, because posting takes such locks in order as well. */
async function lockSyndicates(tx: Tx, tenantId: string, { former, shares }: Funding): Promise<void> {
  const syndicateIds = shares.map(({ syndicateId }) => syndicateId);
  await sql`
    select from syndicate_totals
    where tenant_id = ${tenantId}::uuid and (syndicate_id = any(${syndicateIds}::bigint[]) or syndicate_id in (
      select syndicate_id from participations
      where tenant_id = ${tenantId}::uuid and deal_id = ${former?.dealId ?? null}::bigint))
    order by syndicate_id for update`.execute(tx);
}

/** Its totals come after the terms, from which its first terms are taken. */
async function openFunded(tx: Tx, tenantId: string, funding: Funding): Promise<void> {
  await tx
    .updateTable('deals')
    .set({
      fundedDate: funding.fundedDate,
      fundedAmountCents: funding.amount,
      paybackAmountCents: funding.paybackAmount,
      paymentCents: funding.payment,
      paymentFrequency: funding.frequency,
      termDays: funding.termDays,
      factorRate: funding.factorRate.toString(),
      status: FUNDED,
    })
    .where('tenantId', '=', tenantId)
    .where('id', '=', funding.dealId)
    .execute();
  await openDeal(tx, tenantId, funding.dealId);
}

const addShares = (tx: Tx, tenantId: string, { dealId, fundedDate, shares }: Funding) =>
  addParticipations(
    tx,
    tenantId,
    shares.map(({ syndicateId, syndicateName: _, sharePercent, managementFeePercent, ...terms }) => ({
      syndicateId,
      dealId,
      agreementDate: fundedDate,
      sharePercent,
      managementFeePercent,
      managementFeeUpfront: 0,
      terms,
    })),
  );

/** The rest of the older deal is paid from the new one, and shared out like any payment of it. */
async function payOff(
  tx: Tx,
  tenantId: string,
  { mid, fundedDate }: Funding,
  former: NonNullable<Funding['former']>,
): Promise<void> {
  const payoff = {
    result: 'cleared',
    reference: `payoff by ${mid}`,
    dealId: former.dealId,
    amount: former.balance,
    date: fundedDate,
  } as const;
  for (const outcome of await postPayments(tx, tenantId, [payoff], fundedDate)) {
    if (outcome instanceof Refusal) throw outcome;
    // A payment of this reference that is there already has paid for something else, and the older deal would stay owed.
    if (outcome !== 'posted') throw new Refusal('payoff_posted_before');
  }
}
