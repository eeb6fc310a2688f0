import { calendarDate } from '../../../shared/domain/calendar-date.ts';
import { termsOn } from '../../../shared/domain/deal-terms.ts';
import { rate } from '../../../shared/domain/rate.ts';
import { type ListedTerms, readListedTerms } from '../../ledger/listed-terms.ts';
import type { Tx } from '../../platform/db/database.ts';
import { readToday } from '../../platform/db/today.ts';
import {
  readDeal,
  readOffersOfDeal,
  readShares,
  readStatusChanges,
  type StoredDeal,
} from './deal.queries.ts';
import { dayOrNull } from './deals.queries.ts';

/** A deal with everything that is known of it, except for what is read a page at a time. */
export async function readShownDeal(tx: Tx, tenantId: string, dealId: bigint) {
  const deal = await readDeal(tx, tenantId, dealId);
  const terms = await readListedTerms(tx, tenantId, dealId);
  const { publicId, dealName, mid, platform, companyId, companyName, brokerName, brokerCompany } = deal;
  return {
    dealId,
    publicId,
    dealName,
    mid,
    platform,
    companyId,
    companyName,
    brokerName,
    brokerCompany,
    status: deal.dealStatus,
    positionNumber: deal.positionNumber,
    renewalOf: otherDeal(deal.formerDealId, deal.formerName, deal.formerMid),
    renewedBy: otherDeal(deal.laterDealId, deal.laterName, deal.laterMid),
    terms: termsNow(deal, termsOn(terms, await readToday(tx))),
    termsHistory: terms.toReversed(),
    standing: standingOf(deal),
    shares: await readShares(tx, tenantId, dealId),
    statuses: await readStatusChanges(tx, tenantId, dealId),
    offers: await readOffersOfDeal(tx, tenantId, dealId),
  };
}

const otherDeal = (dealId: bigint | null, dealName: string | null, mid: string | null) =>
  dealId === null ? null : { dealId, dealName: dealName ?? '', mid: mid ?? '' };

function termsNow(deal: StoredDeal, now: Pick<ListedTerms, 'payment' | 'frequency'> | undefined) {
  if (deal.fundedDate === null) return null;
  return {
    fundedDate: calendarDate(deal.fundedDate),
    fundedAmount: deal.fundedAmount,
    factorRate: rate(deal.factorRate),
    paybackAmount: deal.paybackAmount,
    payment: now?.payment ?? deal.payment,
    paymentFrequency: now?.frequency ?? deal.frequency,
    termDays: deal.termDays,
    collected: deal.collectedCents ?? 0n,
    clearedCount: deal.clearedCount ?? 0,
    returnedCount: deal.returnedCount ?? 0,
    correctedCount: deal.correctedCount,
  };
}

function standingOf(deal: StoredDeal) {
  if (deal.asOf === null) return null;
  const { paceClearedCents: cleared, paceAskedCents: asked } = deal;
  return {
    asOf: calendarDate(deal.asOf),
    expected: deal.expectedCents,
    arrears: deal.arrearsCents,
    missedCount: deal.missedCount,
    pace: cleared === null || asked === null ? null : { cleared, asked },
    contractPayoff: dayOrNull(deal.contractPayoff),
    expectedPayoff: dayOrNull(deal.expectedPayoff),
    pacePayoff: dayOrNull(deal.pacePayoff),
    reasons: (deal.reasons ?? []).map(({ reason, since, code }) => ({ reason, since, code: code ?? null })),
  };
}
